// Each check of the guard, with native currency and a token, with calls and without, by either kind of evidence: a check that is
// skipped in one of the eight cases is noticed.
import { expect } from 'chai'
import { type Address, zeroAddress } from 'viem'
import { restoreAfterEach, secondSolver } from '../receivers/support/fixture.js'
import {
  deployGuardFixture,
  far,
  type GuardFixture,
  kinds,
  late,
  makePaymentOrder,
  makeRefund,
  type PaymentEvidence,
  type PaymentOverrides,
  paid,
  payThrough,
  promised,
} from '../receivers/support/guardFixture.js'
import { combine } from '../support/combine.js'
import { expectRevert } from '../support/expectRevert.js'

const other: Address = '0x0000000000000000000000000000000000000bad'

/** What is wrong, and the guard's error. */
const faults: Record<string, PaymentOverrides> = {
  WrongOriginChain: { payment: { chainId: far.name } },
  SolverMismatch: { order: { solver: secondSolver.address } },
  AmountMismatch: { terms: { amount: paid + 1n } },
  DestinationMismatch: { terms: { destinationChainId: 1n } },
  OutputTooLow: { terms: { minimum: promised + 1n } },
  FillContractMismatch: { terms: { extraData: '0x1234' } },
  CallsMismatch: { terms: { callsHash: `0x${'11'.repeat(32)}` } },
  UnsupportedVersion: { order: { version: 'v2' } },
  InvalidInputWeight: { payment: { weight: 0n } },
  DeadlineTooEarly: { terms: { minimumDeadline: late } },
  RefundNotAllowed: { refunds: [makeRefund(other, late), makeRefund(other, late)] },
  OutputRecipientMismatch: { payments: [{}, { recipient: other }] },
}

const cases = combine({ kind: kinds, native: [true, false], hasCalls: [true, false] })
for (const { kind, native, hasCalls } of cases) {
  const what = `${kind}, ${native ? 'native' : 'a token'}, ${hasCalls ? 'with calls' : 'without calls'}`
  describe(`Attack: every check of the guard: ${what}`, () => {
    let fixture: GuardFixture
    before(async () => {
      fixture = await deployGuardFixture()
    })
    restoreAfterEach(() => fixture)

    const make = ({ payment, output, ...rest }: PaymentOverrides = {}) =>
      makePaymentOrder(fixture, {
        payment: { currency: native ? zeroAddress : fixture.token.address, ...payment },
        output: { ...(hasCalls ? {} : { calls: [], extraData: '0x' }), ...output },
        ...rest,
      })
    const refuses = (made: PaymentEvidence, error: string, account?: Address) =>
      expectRevert(
        fixture.assertions,
        payThrough(fixture, kind, made, account ? { account } : {}),
        fixture.guard,
        error,
      )

    for (const [error, overrides] of Object.entries(faults)) {
      it(error, async () => refuses(await make(overrides), error))
    }

    it('checks the payer, the pause and a second payment', async () => {
      const made = await make()
      const stranger = fixture.stranger.account.address
      await refuses(made, kind === 'payAttested' ? 'PayerMismatch' : 'RefundNotAllowed', stranger)
      await fixture.guard.write.pause()
      await refuses(made, 'EnforcedPause')
      await fixture.guard.write.unpause()
      await payThrough(fixture, kind, made)
      expect(await fixture.guard.read.isPaid([made.id])).to.equal(true)
      await refuses(made, 'RequestAlreadyPaid')
    })
  })
}
