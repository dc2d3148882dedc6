import { expect } from 'chai'
import { type Address, type Hex, keccak256, zeroAddress, zeroHash } from 'viem'
import { createRecipientTree } from '../../src/index.js'
import { type Fixture, fillAmount, ownChainId, type PaymentTerms } from './support/fixture.js'
import { balanceOf, donate, eventsOf, keepsBalances } from './support/hostile.js'
import { authorize, delegationTo, deploySubject, kinds, pay, type Subject } from './support/receivers.js'
import { hashOf, home, isPaid, narrow, refusesCall, returns } from './support/returns.js'

const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const aRoot = keccak256('0xab')

for (const kind of kinds) {
  describe(`Where payments are returned: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>
    let credits: Awaited<ReturnType<typeof deployCredits>>

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      credits = await deployCredits()
      await donate(fixture)
    })
    beforeEach(async () => {
      snapshot = await fixture.helpers.takeSnapshot()
    })
    afterEach(() => snapshot.restore())
    after(() => fixture.connection.close())

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

    describe('never', () => {
      it('to the receiver', () => refusesAll(fixture.receiver.address))

      it('to a router, an account or a contract', async () => {
        await refusesAll(fixture.router.account.address)
        await fixture.receiver.write.setRouter([credits.address, true])
        await refusesAll(credits.address)
        await fixture.receiver.write.setRouter([credits.address, false])
        await returnsAll(credits.address)
      })

      it('to a guard, a depository, an approval proxy: whatever is reserved', async () => {
        const depository = await fixture.viem.deployContract('MockDepository')
        for (const account of [depository.address, home]) {
          await fixture.receiver.write.setReserved([account, true])
          await refusesAll(account)
        }
        await fixture.receiver.write.setReserved([home, false])
        await returnsAll(home)
      })

      it('to Permit2, with its code or without', async () => {
        await refusesAll(permit2)
        await fixture.helpers.setCode(permit2, '0x00')
        await refusesAll(permit2)
      })

      it('to the token that is returned; another token is an account like any other', async () => {
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
        await fixture.receiver.write.removeRecipient([credits.address])
        await returnsAll(credits.address)
      })

      it('to a recipient that is listed with a hook and has no code yet', async () => {
        await list(home, true)
        await refusesAll(home)
        await list(home, false)
        await returnsAll(home)
      })

      it('to a recipient that is listed with a hook and delegates', async () => {
        await list(home, true)
        await fixture.helpers.setCode(home, delegationTo(credits.address))
        await refusesAll(home)
      })

      it('to any contract while recipients are in a tree, listed or not', async () => {
        await fixture.receiver.write.setRecipientRoot([aRoot])
        await refusesAll(credits.address)
        await list(credits.address)
        await refusesAll(credits.address)
        await fixture.receiver.write.setRecipientRoot([zeroHash])
        await refusesAll(credits.address)
        await fixture.receiver.write.removeRecipient([credits.address])
        await returnsAll(credits.address)
      })
    })

    describe('also to', () => {
      it('an account without code, listed, in a tree or neither', async () => {
        await returnsAll(home)
        await list(home)
        await returnsAll(home)
        await fixture.receiver.write.setRecipientRoot([aRoot])
        await returnsAll(home)
        await fixture.receiver.write.removeRecipient([home])
        await returnsAll(home)
      })

      it('an account that delegates, which is no contract: listed, in a tree or neither', async () => {
        const till = await fixture.viem.deployContract('ScriptedRecipient')
        await fixture.helpers.setCode(home, delegationTo(till.address))
        await returnsAll(home)
        await list(home)
        await returnsAll(home)
        await fixture.receiver.write.setRecipientRoot([aRoot])
        await returnsAll(home)
      })

      it('the recipient of the call when it delegates, which is not paid by it, and later is', async () => {
        await list(home)
        await fixture.helpers.setCode(home, delegationTo(fixture.token.address))
        // What it delegates to may still refuse.
        const p = await subject.payment({ refundTo: home, recipient: home })
        await refusesCall(subject, p, 'NativeTransferFailed', [home, p.minimum, '0x'])
        await fixture.helpers.setCode(home, delegationTo(fixture.payer.account.address))
        await returns(subject, p)
        await authorize(subject, p)
        await pay(subject, p)
        expect(await isPaid(subject, p)).to.equal(true)
      })

      it('a contract that nobody lists', () => returnsAll(credits.address))
    })

    it('tell an account that delegates from every other code', async () => {
      const target = credits.address.slice(2).toLowerCase()
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
      await list(home)
      for (const code of contracts) {
        await fixture.helpers.setCode(home, code)
        const p = await subject.payment({ refundTo: home, token: fixture.token.address })
        await refusesCall(subject, p, 'InvalidRefundTo', [home])
      }
      for (const code of ['0x', delegationTo(credits.address), delegationTo(zeroAddress)] as const) {
        await fixture.helpers.setCode(home, code)
        await returns(subject, await subject.payment({ refundTo: home, token: fixture.token.address }))
      }
    })

    it("never credit a recipient's contract that believes in what the receiver sends", async () => {
      await list(credits.address)
      const p = await subject.payment({ recipient: credits.address, refundTo: credits.address })
      await refusesCall(subject, p, 'InvalidRefundTo', [credits.address])
      expect(await credits.read.credited()).to.equal(0n)

      // The same call with evidence is a fill, and what is credited was delivered.
      await authorize(subject, p)
      await pay(subject, p)
      expect(await credits.read.credited()).to.equal(p.minimum)
      await narrow(subject)
      await refusesCall(subject, p, 'RequestAlreadyPaid', [await hashOf(subject, p)])
      expect(await credits.read.credited()).to.equal(p.minimum)
    })

    it("never credit a recipient's contract of the tree either, which only its proof tells", async () => {
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

      await authorize(subject, p, undefined, tree.prove(credits.address).recipientProof)
      const hash = await keepsBalances(fixture, [], () => pay(subject, p))
      expect(await eventsOf(fixture, hash, fixture.receiver, 'FillAccepted')).to.have.length(1)
      expect(await credits.read.told()).to.equal(p.minimum)
      expect(await credits.read.credited()).to.equal(p.minimum)
    })

    it('are refused first for what comes first', async () => {
      const { receiver, helpers, payer, token } = fixture
      type Fault = {
        name: string
        error: string
        args: (p: PaymentTerms) => Promise<readonly unknown[]> | readonly unknown[]
        terms?: (p: PaymentTerms) => Partial<PaymentTerms>
        arrange?: (p: PaymentTerms) => Promise<unknown>
        value?: (p: PaymentTerms) => bigint | undefined
        /** Faults that exclude each other, and what needs a token or native currency. */
        excludes?: readonly string[]
        only?: 'native' | 'token'
      }
      const faults: Fault[] = [
        { name: 'paused', error: 'EnforcedPause', args: () => [], arrange: () => receiver.write.pause() },
        {
          name: 'expired',
          error: 'RequestExpired',
          args: ({ deadline }) => [BigInt(deadline + 1), BigInt(deadline)],
          arrange: ({ deadline }) => helpers.time.setNextBlockTimestamp(deadline + 1),
        },
        {
          name: 'paid',
          error: 'RequestAlreadyPaid',
          args: async (p) => [await hashOf(subject, p)],
          arrange: async (p) => {
            await authorize(subject, p)
            await pay(subject, p)
            await narrow(subject)
          },
          excludes: ['minimum zero', 'minimum above maximum'],
        },
        {
          name: 'minimum zero',
          error: 'UnsupportedOutput',
          args: ({ maximum }) => [1n, 0n, maximum],
          terms: () => ({ minimum: 0n }),
          excludes: ['minimum above maximum', 'too low'],
        },
        {
          name: 'minimum above maximum',
          error: 'UnsupportedOutput',
          args: ({ minimum, maximum }) => [1n, minimum, maximum],
          terms: ({ minimum }) => ({ maximum: minimum - 1n }),
        },
        {
          name: 'value with a token',
          error: 'UnexpectedValue',
          args: () => [1n, 0n],
          value: () => 1n,
          only: 'token',
        },
        {
          name: 'too low',
          error: 'PaymentTooLow',
          args: ({ minimum }) => [minimum - 1n, minimum],
          arrange: ({ minimum }) =>
            token.write.approve([receiver.address, minimum - 1n], { account: payer.account }),
          value: (p) => (p.token === zeroAddress ? p.minimum - 1n : undefined),
          excludes: ['too high'],
        },
        {
          name: 'too high',
          error: 'PaymentTooHigh',
          args: ({ maximum }) => [maximum + 1n, maximum],
          value: ({ maximum }) => maximum + 1n,
          only: 'native',
        },
        {
          name: 'refundTo',
          error: 'InvalidRefundTo',
          args: () => [receiver.address],
          terms: () => ({ refundTo: receiver.address }),
        },
      ]
      const seen = new Set<string>()
      for (const [i, first] of faults.entries()) {
        for (const second of faults.slice(i)) {
          const only = new Set([first.only, second.only].filter(Boolean))
          if (first.excludes?.includes(second.name) || only.size > 1) continue
          const clean = await helpers.takeSnapshot()
          const base = await subject.payment({
            refundTo: home,
            token: only.has('token') ? token.address : zeroAddress,
          })
          const p = { ...base, ...first.terms?.(base), ...second.terms?.(base) }
          // Time goes last, and the pause after what it would stop.
          for (const { arrange, name } of [...new Set([first, second])].toSorted(byTime)) {
            await arrange?.(p)
            seen.add(name)
          }
          const value = second.value?.(p) ?? first.value?.(p)
          await refusesCall(
            subject,
            p,
            first.error,
            await first.args(p),
            value === undefined ? {} : { value },
          )
          await clean.restore()
        }
      }
      expect(seen.size).to.equal(faults.length)
    })

    it('take what is paid there, and leave the rest', async () => {
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

function byTime(a: { name: string }, b: { name: string }) {
  const last = ['paid', 'too low', 'paused', 'expired']
  return last.indexOf(a.name) - last.indexOf(b.name)
}
