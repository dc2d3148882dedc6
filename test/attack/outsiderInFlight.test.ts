// A call that was authorized once reverts until it is paid, also when two things stop it at once. No other test has both.
import { restoreAfterEach, secondSolver, solver } from '../receivers/support/fixture.js'
import { authorize, deploySubject, kinds, type Subject } from '../receivers/support/receivers.js'
import { hashOf, home, narrow, refusesCall } from '../receivers/support/returns.js'

for (const kind of kinds) {
  describe(`Attack: a call with two obstacles: ${kind}`, () => {
    let subject: Subject
    before(async () => {
      subject = await deploySubject(kind)
    })
    restoreAfterEach(() => subject.fixture)

    it('is not returned if its evidence is stale and its solver is revoked', async () => {
      const { receiver } = subject.fixture
      const p = await subject.payment({ refundTo: home })
      await authorize(subject, p)
      await narrow(subject)
      await receiver.write.revokeSolver([solver.address])
      await refusesCall(subject, p, 'UnknownSolver', [solver.address, 0, 0])
      // Nor does another solver's window make it anybody's.
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      await refusesCall(subject, p, 'UnknownSolver', [solver.address, 0, 0])
      await receiver.write.setSolver([{ solver: solver.address, start: 0, stop: 0 }])
      const [, epoch] = await receiver.read.authorization([await hashOf(subject, p)])
      await refusesCall(subject, p, 'AuthorizationStale', [epoch, await receiver.read.policyEpoch()])
    })
  })
}
