import { expect } from 'chai'
import { type Address, type Hex, keccak256, zeroAddress, zeroHash } from 'viem'
import { createRecipientTree } from '../../src/index.js'
import {
  acceptToken,
  type Fixture,
  fillAmount,
  ownChainId,
  type PaymentTerms,
  restoreAfterEach,
} from './support/fixture.js'
import { balanceOf, donate, eventsOf, honest, keepsBalances, refuses, selectors } from './support/hostile.js'
import { authorize, delegationTo, deploySubject, kinds, pay, type Subject } from './support/receivers.js'
import { hashOf, home, refusesCall, returns } from './support/returns.js'

const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const aRoot = keccak256('0xab')

for (const kind of kinds) {
  describe(`Where payments are returned: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let credits: Awaited<ReturnType<typeof deployCredits>>
    /** The code that a smart account delegates to. */
    let wallet: { address: Address }

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      credits = await deployCredits()
      wallet = await fixture.viem.deployContract('ScriptedRecipient')
      await donate(fixture)
    })
    restoreAfterEach(() => fixture)

    const deployCredits = () => fixture.viem.deployContract('NativeCredits', [fixture.receiver.address])

    const list = (account: Address, hook = false) =>
      fixture.receiver.write.setRecipient([{ recipient: account, hook }])

    /** In native currency and in a token. */
    async function eachWay(refundTo: Address, run: (p: PaymentTerms) => Promise<unknown>) {
      for (const token of [zeroAddress, fixture.token.address]) {
        await run(await subject.payment({ refundTo, token }))
      }
    }

    const refusesAll = (refundTo: Address) =>
      eachWay(refundTo, (p) => refusesCall(subject, p, 'InvalidRefundTo', [refundTo]))

    const returnsAll = (refundTo: Address) => eachWay(refundTo, (p) => returns(subject, p))

    /** Nobody's contract is called with native currency; its tokens are its own affair. */
    async function returnsTokens(refundTo: Address) {
      await refusesCall(subject, await subject.payment({ refundTo }), 'InvalidRefundTo', [refundTo])
      await returns(subject, await subject.payment({ refundTo, token: fixture.token.address }))
    }

    const { setRecipientRoot, removeRecipient, setRouter, setReserved } = {
      setRecipientRoot: (root: Hex) => fixture.receiver.write.setRecipientRoot([root]),
      removeRecipient: (account: Address) => fixture.receiver.write.removeRecipient([account]),
      setRouter: (account: Address, allowed: boolean) => fixture.receiver.write.setRouter([account, allowed]),
      setReserved: (account: Address, reserved: boolean) =>
        fixture.receiver.write.setReserved([account, reserved]),
    }

    describe('never', () => {
      it('to the receiver', () => refusesAll(fixture.receiver.address))

      it('to a router, an account or a contract', async () => {
        await refusesAll(fixture.router.account.address)
        for (const account of [credits.address, home]) {
          await setRouter(account, true)
          await refusesAll(account)
          await setRouter(account, false)
        }
        await returnsTokens(credits.address)
        await returnsAll(home)
      })

      it('to a reserved guard, depository or approval proxy', async () => {
        for (const account of [credits.address, home]) {
          await setReserved(account, true)
          await refusesAll(account)
          await setReserved(account, false)
        }
        await returnsTokens(credits.address)
        await returnsAll(home)
      })

      it('to Permit2, with its code or without', async () => {
        await refusesAll(permit2)
        await fixture.helpers.setCode(permit2, '0x00')
        await refusesAll(permit2)
      })

      it('to the returned token; another token is a contract like any other', async () => {
        const token = fixture.token.address
        const p = await subject.payment({ refundTo: token, token })
        await refusesCall(subject, p, 'InvalidRefundTo', [token])
        const other = await fixture.viem.deployContract('NoReturnToken')
        await returns(subject, await subject.payment({ refundTo: other.address, token }))
      })

      it("to a listed recipient's contract, with a hook or without", async () => {
        for (const hook of [false, true]) {
          await list(credits.address, hook)
          await refusesAll(credits.address)
        }
        await removeRecipient(credits.address)
        await returnsTokens(credits.address)
      })

      it('to a recipient that is listed with a hook and has no code yet', async () => {
        await list(home, true)
        await refusesAll(home)
        await list(home, false)
        await returnsAll(home)
      })

      it('to any contract while recipients are in a tree, listed or not', async () => {
        await setRecipientRoot(aRoot)
        await refusesAll(credits.address)
        await list(credits.address)
        await refusesAll(credits.address)
        await setRecipientRoot(zeroHash)
        await refusesAll(credits.address)
        await removeRecipient(credits.address)
        await returnsTokens(credits.address)
      })

      it('to a delegating account that may be a recipient, listed or in a tree', async () => {
        await fixture.helpers.setCode(home, delegationTo(wallet.address))
        await returnsAll(home)
        for (const hook of [false, true]) {
          await list(home, hook)
          await refusesAll(home)
        }
        await removeRecipient(home)
        await setRecipientRoot(aRoot)
        await refusesAll(home)
        await setRecipientRoot(zeroHash)
        await returnsAll(home)
      })
    })

    it('may go to an account without code, listed, in a tree or neither', async () => {
      await returnsAll(home)
      await list(home)
      await returnsAll(home)
      await setRecipientRoot(aRoot)
      await returnsAll(home)
      await removeRecipient(home)
      await returnsAll(home)
    })

    it('distinguish an unlisted delegating account from all other code', async () => {
      const target = wallet.address.slice(2).toLowerCase()
      // No chain accepts other code that begins with 0xef (EIP-3541), and neither does this one.
      const contracts: Hex[] = [
        '0x00',
        `0x${'00'.repeat(23)}`,
        `0xee0100${target}`,
        `0x00ef0100${target.slice(2)}`,
        `0x010000${target}`,
        `0x6f0100${target}`,
        `0xe0010${target}0`,
      ]
      for (const code of contracts) {
        await fixture.helpers.setCode(home, code)
        await returnsTokens(home)
      }
      for (const code of ['0x', delegationTo(wallet.address), delegationTo(zeroAddress)] as const) {
        await fixture.helpers.setCode(home, code)
        await returnsAll(home)
      }
    })

    it('apply to rescue too: only an account that could list a contract may rescue to it', async () => {
      const { receiver, admin, stranger } = fixture
      const role = await receiver.read.RESCUE_ROLE()
      await receiver.write.grantRole([role, stranger.account.address])
      const rescue = (to: Address, account: Address) =>
        receiver.write.rescue([fixture.token.address, to, 1n], { account })
      const rescuer = stranger.account.address
      const refusesRescue = (to: Address) =>
        refuses(fixture, () => rescue(to, rescuer), 'InvalidRescueTarget', [to])

      await rescue(credits.address, rescuer)
      await list(credits.address)
      await refusesRescue(credits.address)
      await rescue(credits.address, admin.account.address)
      await removeRecipient(credits.address)
      await setRecipientRoot(aRoot)
      await refusesRescue(credits.address)
      await list(home)
      await rescue(home, rescuer)
      await fixture.helpers.setCode(home, delegationTo(wallet.address))
      await refusesRescue(home)
    })

    it("never credit a recipient contract that trusts the receiver's transfers", async () => {
      await list(credits.address)
      const p = await subject.payment({ recipient: credits.address, refundTo: credits.address })
      await refusesCall(subject, p, 'InvalidRefundTo', [credits.address])
      expect(await credits.read.credited()).to.equal(0n)

      // The same call with evidence is a fill, and what is credited was delivered.
      await authorize(subject, p)
      await pay(subject, p)
      expect(await credits.read.credited()).to.equal(p.minimum)
      await refusesCall(subject, p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
      expect(await credits.read.credited()).to.equal(p.minimum)
    })

    it('never credit a recipient contract in the tree either', async () => {
      const tree = createRecipientTree({
        chainId: ownChainId,
        receiver: fixture.receiver.address,
        recipients: [
          { address: credits.address, hook: true },
          { address: home, hook: false },
        ],
      })
      await fixture.receiver.write.setRecipientRoot([tree.root])
      const p = await subject.payment({ recipient: credits.address, refundTo: credits.address })
      await refusesCall(subject, p, 'InvalidRefundTo', [credits.address])
      expect(await credits.read.credited()).to.equal(0n)

      await authorize(subject, p, { proof: tree.prove(credits.address).recipientProof })
      const hash = await keepsBalances(fixture, [], () => pay(subject, p))
      expect(await eventsOf(fixture, hash, fixture.receiver, 'FillAccepted')).to.have.length(1)
      expect(await credits.read.told()).to.equal(p.minimum)
      expect(await credits.read.credited()).to.equal(p.minimum)
    })

    it('are refused for any fault of the call before its token is called', async () => {
      const { receiver, helpers } = fixture
      const bad = await fixture.viem.deployContract('ScriptedToken')
      await bad.write.script([selectors.balanceOf, { ...honest, reverts: true }])
      await bad.write.script([selectors.transferFrom, { ...honest, reverts: true }])
      const ofBad = { token: bad.address, refundTo: home }
      const p = await subject.payment(ofBad)
      await refusesCall(subject, p, 'TokenNotAccepted', [bad.address])
      await acceptToken(fixture, bad.address, 0n, fillAmount)
      const refusesTerms = async (terms: Partial<PaymentTerms>, error: string, args: readonly unknown[]) =>
        refusesCall(subject, await subject.payment({ ...ofBad, ...terms }), error, args)
      await refusesTerms({ minimum: 0n }, 'UnsupportedOutput', [1n, 0n, fillAmount])
      await refusesTerms({ minimum: 11n, maximum: 10n }, 'UnsupportedOutput', [1n, 11n, 10n])
      await acceptToken(fixture, bad.address, 10n, fillAmount)
      const range = [bad.address, 9n, 10n, fillAmount]
      await refusesTerms({ minimum: 9n }, 'TokenAmountOutOfRange', range)
      await refusesTerms({ refundTo: receiver.address }, 'InvalidRefundTo', [receiver.address])
      const native = await subject.payment({ refundTo: receiver.address })
      await refusesCall(subject, native, 'InvalidRefundTo', [receiver.address])
      const ofToken = await subject.payment({ token: fixture.token.address, refundTo: home })
      await refusesCall(subject, ofToken, 'UnexpectedValue', [1n, 0n], { value: 1n })
      await receiver.write.pause()
      await refusesCall(subject, p, 'EnforcedPause', [])
      await receiver.write.unpause()
      await helpers.time.setNextBlockTimestamp(p.deadline + 1)
      await refusesCall(subject, p, 'RequestExpired', [BigInt(p.deadline + 1), BigInt(p.deadline)])
    })

    it('take only the payment and leave the rest', async () => {
      const p = await subject.payment({
        refundTo: home,
        token: fixture.token.address,
        maximum: fillAmount * 2n,
      })
      const payer = fixture.payer.account.address
      const before = await balanceOf(fixture, p.token, payer)
      await returns(subject, p, { amount: fillAmount * 2n })
      expect(await balanceOf(fixture, p.token, payer)).to.equal(before - fillAmount * 2n)
    })
  })
}
