// A stranger authorizes somebody's call early, with any evidence that contains it: what each moment leads to.
import { expect } from 'chai'
import { keccak256 } from 'viem'
import { type Fixture, type PaymentTerms, restoreAfterEach, secondSolver, solver } from './support/fixture.js'
import { refuses } from './support/hostile.js'
import { authorize, type Changes, deploySubject, kinds, type Subject } from './support/receivers.js'
import { accepts, hashOf, home, narrow, refusesCall } from './support/returns.js'

for (const kind of kinds) {
  describe(`Calls that a stranger authorized first: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
    })
    restoreAfterEach(() => fixture)

    /** Simulates the call like a service: 0 when it is returned. */
    async function simulate(p: PaymentTerms) {
      const options = { value: p.minimum, account: fixture.payer.account.address }
      const { result } = await fixture.receiver.simulate.payAuthorized([p], options)
      return result
    }
    const again = (p: PaymentTerms): PaymentTerms => ({ ...p, salt: keccak256(p.salt) })
    const refusesQuote = async (p: PaymentTerms, error: string, args: readonly unknown[]) => {
      await refuses(fixture, () => simulate(p), error, args)
      // A new salt is a call that nobody knows.
      expect(await simulate(again(p))).to.equal(0n)
    }
    const strangers = (p: PaymentTerms): Changes =>
      kind === 'RegisteredTermsReceiver'
        ? {}
        : { payment: { minimumAmount: 1n }, output: { deadline: p.deadline + 9 } }

    it('before the quote: the call is quoted while it can be paid, and paid once', async () => {
      const p = await subject.payment({ refundTo: home })
      expect(await simulate(p)).to.equal(0n)
      await authorize(subject, p, strangers(p))
      expect(await simulate(p)).to.equal(p.minimum)
      await authorize(subject, p)
      await accepts(subject, p)
    })

    it('before the quote, and it cannot be paid: a new salt solves it', async () => {
      const p = await subject.payment({ refundTo: home })
      await authorize(subject, p, strangers(p))
      const clean = await fixture.helpers.takeSnapshot()
      await narrow(subject)
      await refusesQuote(p, 'AuthorizationStale', [1n, 2n])
      await clean.restore()
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      await fixture.receiver.write.revokeSolver([solver.address])
      await refusesQuote(p, 'UnknownSolver', [solver.address, 0, 0])
    })

    it('before the quote, and the stranger pays it: the recipient has the money, and a new salt solves it', async () => {
      const p = await subject.payment({ refundTo: home })
      await authorize(subject, p, strangers(p))
      await accepts(subject, p)
      await refusesQuote(p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
    })

    it("between quote and deposit: the payer's own evidence still counts, before, between and after", async () => {
      const p = await subject.payment({ refundTo: home })
      await authorize(subject, p, strangers(p))
      await narrow(subject)
      await authorize(subject, p)
      await authorize(subject, p, strangers(p))
      await accepts(subject, p)
    })

    it('between quote and deposit, and the stranger pays it: the authorization reports it before the deposit', async () => {
      const p = await subject.payment({ refundTo: home })
      await authorize(subject, p, strangers(p))
      await accepts(subject, p)
      const paid = [await hashOf(subject, p)]
      await refuses(fixture, () => authorize(subject, p), 'RequestAlreadyPaid', paid)
      await refusesCall(subject, p, 'RequestAlreadyPaid', paid)
    })

    it('before a second quote: a stale call is not quoted again, and a new salt solves it', async () => {
      const p = await subject.payment({ refundTo: home })
      expect(await simulate(p)).to.equal(0n)
      await authorize(subject, p, strangers(p))
      await narrow(subject)
      await refusesQuote(p, 'AuthorizationStale', [1n, 2n])
      const q = again(p)
      await authorize(subject, q)
      await accepts(subject, q)
    })
  })
}
