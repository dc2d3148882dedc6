import { expect } from 'chai'
import { type Address, getAddress, zeroAddress } from 'viem'
import {
  acceptToken,
  type Fixture,
  fillAmount,
  type PaymentTerms,
  restoreAfterEach,
  secondSolver,
  tokenMax,
} from './support/fixture.js'
import { donate, eventsOf, keepsBalances, selectors } from './support/hostile.js'
import { authorize, deploySubject, kinds, pay, type Subject } from './support/receivers.js'
import { accepts, hashOf, home, isPaid, narrow, refusesCall, returns } from './support/returns.js'

for (const kind of kinds) {
  describe(`Returned payments: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let payer: Address
    let recipient: Address

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      payer = getAddress(fixture.payer.account.address)
      recipient = getAddress(fixture.recipient.account.address)
      await donate(fixture)
    })
    restoreAfterEach(() => fixture)

    const payment = (overrides: Partial<PaymentTerms> = {}) =>
      subject.payment({ refundTo: home, ...overrides })

    for (const [name, token] of [
      ['native currency', () => zeroAddress],
      ['a token', () => fixture.token.address],
    ] as const) {
      describe(`of ${name}`, () => {
        it('go to refundTo if no one authorized the call, which then returns 0', async () => {
          const p = await payment({ token: token() })
          const value = p.token === zeroAddress ? p.minimum : 0n
          const { result } = await fixture.receiver.simulate.payAuthorized([p], { value, account: payer })
          expect(result).to.equal(0n)
          await returns(subject, p)
        })

        it('may be many, by anyone, before the call is authorized and paid once', async () => {
          const p = await payment({ token: token() })
          await fixture.token.write.mint([fixture.stranger.account.address, fillAmount])
          await fixture.token.write.approve([fixture.receiver.address, fillAmount], {
            account: fixture.stranger.account,
          })
          await returns(subject, p)
          await returns(subject, p, { sent: { account: fixture.stranger.account.address } })
          await returns(subject, p)

          await authorize(subject, p)
          expect(await isPaid(subject, p)).to.equal(false)
          await accepts(subject, p)
          // Never again, whatever else is wrong by then.
          await refusesCall(subject, p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
          await narrow(subject)
          await refusesCall(subject, p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
        })

        it('have the received amount, from the minimum to the maximum', async () => {
          const p = await payment({ token: token(), minimum: 100n, maximum: 103n })
          if (p.token === zeroAddress) {
            for (const value of [100n, 102n, 103n])
              await returns(subject, p, { sent: { value }, amount: value })
            await refusesCall(subject, p, 'PaymentTooLow', [99n, 100n], { value: 99n })
            await refusesCall(subject, p, 'PaymentTooHigh', [104n, 103n], { value: 104n })
            await refusesCall(subject, p, 'PaymentTooLow', [0n, 100n], { value: 0n })
          } else {
            const approve = (amount: bigint) =>
              fixture.token.write.approve([fixture.receiver.address, amount], { account: payer })
            for (const [allowance, taken] of [
              [100n, 100n],
              [102n, 102n],
              [103n, 103n],
              [1000n, 103n],
            ] as const) {
              await approve(allowance)
              await returns(subject, p, { amount: taken })
            }
            await approve(99n)
            await refusesCall(subject, p, 'PaymentTooLow', [99n, 100n])
          }
        })

        it('are refused if refundTo is zero', async () => {
          const p = await payment({ token: token(), refundTo: zeroAddress })
          await refusesCall(subject, p, 'NotAuthorized', [await hashOf(subject, p)])
        })

        it("need a listed token and a range within the token's", async () => {
          const p = await payment({ token: token(), minimum: 100n, maximum: 103n })
          const { receiver } = fixture
          const refusesRange = async (found: bigint, min: bigint, max: bigint) => {
            await receiver.write.setToken([p.token, min, max])
            await refusesCall(subject, p, 'TokenAmountOutOfRange', [getAddress(p.token), found, min, max])
          }
          await refusesRange(100n, 101n, 200n)
          await refusesRange(103n, 1n, 102n)
          await receiver.write.setToken([p.token, 0n, 0n])
          await refusesCall(subject, p, 'TokenNotAccepted', [getAddress(p.token)])
          await receiver.write.setToken([p.token, 100n, 103n])
          const amount = p.token === zeroAddress ? 100n : 103n
          await returns(subject, p, { amount })
        })
      })
    }

    describe('a call that is authorized', () => {
      it('is paid by the first payer, and the solver is then refused', async () => {
        const p = await payment()
        await authorize(subject, p)
        await accepts(subject, p, { account: fixture.stranger.account.address })
        await refusesCall(subject, p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
      })

      it("is refused, not returned, outside its solver's window, until another solver's covers it", async () => {
        const { receiver, helpers } = fixture
        const stop = Number(await helpers.time.latest()) + 600
        await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop }])
        const p = await payment()
        await authorize(subject, p, { signer: secondSolver })
        await helpers.time.setNextBlockTimestamp(stop - 1)
        const early = await helpers.takeSnapshot()
        await accepts(subject, p)
        await early.restore()

        await helpers.time.setNextBlockTimestamp(stop)
        await refusesCall(subject, p, 'UnknownSolver', [secondSolver.address, 0, stop])
        await authorize(subject, p)
        await accepts(subject, p)
      })

      it('is never returned because of a wrong payment', async () => {
        const p = await payment({ maximum: fillAmount + 1n })
        await authorize(subject, p)
        await refusesCall(subject, p, 'PaymentTooLow', [fillAmount - 1n, fillAmount], {
          value: fillAmount - 1n,
        })
        await refusesCall(subject, p, 'PaymentTooHigh', [fillAmount + 2n, fillAmount + 1n], {
          value: fillAmount + 2n,
        })
        await fixture.receiver.write.pause()
        await refusesCall(subject, p, 'EnforcedPause', [])
        await fixture.receiver.write.unpause()
        await fixture.helpers.time.setNextBlockTimestamp(p.deadline + 1)
        await refusesCall(subject, p, 'RequestExpired', [BigInt(p.deadline + 1), BigInt(p.deadline)])
      })

      it('is never returned when its recipient fails', async () => {
        const { viem, receiver } = fixture
        const contract = await viem.deployContract('ScriptedRecipient')
        await receiver.write.setRecipient([{ recipient: contract.address, hook: true }])
        const p = await payment({ recipient: contract.address })
        await authorize(subject, p)

        await contract.write.script(['0x00000000', true, '0xbad0', 2n])
        await refusesCall(subject, p, 'NativeTransferFailed', [contract.address, p.minimum, '0xbad0'])
        await contract.write.unscript(['0x00000000'])
        await contract.write.script([selectors.onFill, true, '0xbad1', 2n])
        await refusesCall(subject, p, 'HookFailed', [contract.address, '0xbad1'])
        await contract.write.unscript([selectors.onFill])
        await accepts(subject, p)
      })

      it('is never returned when its token fails', async () => {
        const { viem, receiver } = fixture
        const token = await viem.deployContract('ScriptedToken')
        await acceptToken(fixture, token.address)
        await token.write.mint([payer, fillAmount])
        await token.write.approve([receiver.address, fillAmount], { account: payer })
        const p = await payment({ token: token.address })
        await authorize(subject, p)
        const no = { takes: false, credits: false, extra: 0n, fee: 0n, bonus: 0n, answer: 0n, size: 32n }
        await token.write.script([selectors.transfer, { ...no, reverts: false }])
        await refusesCall(subject, p, 'TokenTransferFailed', [
          token.address,
          receiver.address,
          recipient,
          fillAmount,
        ])
        expect(await token.read.balanceOf([home])).to.equal(0n)
      })
    })

    it('may go to the recipient itself without counting as a payment', async () => {
      const p = await payment({ refundTo: recipient })
      await returns(subject, p)
      const ofToken = await payment({ refundTo: recipient, token: fixture.token.address })
      await returns(subject, ofToken)
      await authorize(subject, p)
      const hash = await keepsBalances(fixture, [], () => pay(subject, p))
      expect(await eventsOf(fixture, hash, fixture.receiver, 'FillAccepted')).to.have.length(1)
      expect(await isPaid(subject, p)).to.equal(true)
    })

    it('check refundTo only when made, not with the evidence', async () => {
      const p = await payment({ refundTo: fixture.receiver.address })
      await refusesCall(subject, p, 'InvalidRefundTo', [fixture.receiver.address])
      await authorize(subject, p)
      await pay(subject, p)
      expect(await isPaid(subject, p)).to.equal(true)
    })

    it('treat calls that differ only in refundTo as different calls', async () => {
      const p = await payment()
      const q = { ...p, refundTo: payer }
      const r = { ...p, refundTo: zeroAddress }
      expect(new Set(await Promise.all([p, q, r].map((call) => hashOf(subject, call))))).to.have.property(
        'size',
        3,
      )
      await authorize(subject, q)
      await returns(subject, p)
      await refusesCall(subject, r, 'NotAuthorized', [await hashOf(subject, r)])
      await authorize(subject, r)
      await returns(subject, p)
      await accepts(subject, r)
      // What is paid for one is not paid for the other, which nobody would authorize for the same order.
      expect(await isPaid(subject, q)).to.equal(false)
      await returns(subject, p)
    })

    it('depend only on the range of p: its other words may have any value', async () => {
      const p = await payment({
        originChainId: 2n ** 256n - 1n,
        originUser: `0x${'ff'.repeat(32)}`,
        originCurrency: `0x${'ff'.repeat(32)}`,
        recipient: zeroAddress,
        data: `0x${'ab'.repeat(1000)}`,
        maximum: tokenMax,
      })
      await returns(subject, p)
    })

    it('are made until the deadline, not after it', async () => {
      const p = await payment()
      await fixture.helpers.time.setNextBlockTimestamp(p.deadline)
      await returns(subject, p)
      await fixture.helpers.time.setNextBlockTimestamp(p.deadline + 1)
      await refusesCall(subject, p, 'RequestExpired', [BigInt(p.deadline + 1), BigInt(p.deadline)])
    })
  })
}
