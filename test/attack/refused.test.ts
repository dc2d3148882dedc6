// Attacks that are refused, or gain nothing.
import { expect } from 'chai'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, zeroAddress } from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import {
  acceptToken,
  type Fixture,
  fillAmount,
  type PaymentTerms,
  restoreAfterEach,
  tokenMax,
  tokenMin,
} from '../receivers/support/fixture.js'
import { balanceOf, eventsOf, reentrantCall, refuses, selectors } from '../receivers/support/hostile.js'
import {
  authorize,
  callOf,
  delegationTo,
  deploySubject,
  pay,
  prove,
  type Subject,
} from '../receivers/support/receivers.js'
import { hashOf, isPaid } from '../receivers/support/returns.js'

const home: Address = '0x00000000000000000000000000000000000000a1'

describe('Attacks without effect', () => {
  let subject: Subject
  let fixture: Fixture
  before(async () => {
    subject = await deploySubject('SignedOrderReceiver')
    fixture = subject.fixture
  })
  restoreAfterEach(() => fixture)

  describe('calls within calls of an order', () => {
    /** The call of a router's multicall that makes the call of `p`. */
    async function wrap(p: PaymentTerms) {
      const router = await fixture.viem.deployContract('MockMetadataRouter')
      await fixture.receiver.write.setRouter([router.address, true])
      const calls = [
        {
          target: fixture.receiver.address,
          allowFailure: false,
          value: p.minimum,
          callData: callOf(subject, p),
        },
      ]
      const args = [calls, home, home, '0x'] as const
      const data = encodeFunctionData({ abi: router.abi, functionName: 'multicall', args })
      return { to: router.address, data, value: p.minimum }
    }
    const plain = (p: PaymentTerms) => ({
      to: fixture.receiver.address,
      data: callOf(subject, p),
      value: p.minimum,
    })

    it('authorize nothing by themselves', async () => {
      const p = await subject.payment()
      const { data } = await prove(subject, p, { calls: [await wrap(p)] })
      const send = () => fixture.stranger.sendTransaction({ to: fixture.receiver.address, data })
      await refuses(fixture, send, 'WrongFillContract', ['0x', 0n, fixture.receiver.address])
    })

    it('are not authorized together with the call next to them', async () => {
      const [own, hidden] = [await subject.payment(), await subject.payment()]
      await authorize(subject, own, { calls: [plain(own), await wrap(hidden)] })
      await pay(subject, own)
      await refuses(fixture, () => pay(subject, hidden), 'NotAuthorized', [await hashOf(subject, hidden)])
    })
  })

  describe('a recipient that becomes a smart account while its payment is in flight (EIP-7702)', () => {
    /** Its code pays another call, which is its own to pay, when native currency arrives. */
    async function delegate(passOn: boolean) {
      const recipient = getAddress(fixture.recipient.account.address)
      const [p, other] = [await subject.payment({ recipient }), await subject.payment()]
      await authorize(subject, p)
      await authorize(subject, other)
      const { address } = await fixture.viem.deployContract('ScriptedRecipient')
      await fixture.helpers.setCode(recipient, delegationTo(address))
      const account = await fixture.viem.getContractAt('ScriptedRecipient', recipient)
      const args = [
        selectors.native,
        fixture.receiver.address,
        other.minimum,
        callOf(subject, other),
        passOn,
      ] as const
      await account.write.arm(args)
      return { p, other, account, recipient }
    }

    it('hits the reentrancy guard and is paid once', async () => {
      const { p, other, account, recipient } = await delegate(false)
      const before = await balanceOf(fixture, zeroAddress, recipient)
      await pay(subject, p)
      expect(await account.read.strikes()).to.equal(1n)
      expect(await account.read.outcome()).to.equal(reentrantCall)
      expect([await isPaid(subject, p), await isPaid(subject, other)]).to.deep.equal([true, false])
      const after = await balanceOf(fixture, zeroAddress, recipient)
      expect(after - before).to.equal(p.minimum)
    })

    it('a recipient that insists on reentering undoes only its own payment', async () => {
      const { p, recipient } = await delegate(true)
      const failure = [recipient, p.minimum, reentrantCall]
      await refuses(fixture, () => pay(subject, p), 'NativeTransferFailed', failure)
      expect(await isPaid(subject, p)).to.equal(false)
    })
  })

  it("a second receiver's return into the first one during its measurement gains nothing", async () => {
    const { viem, payer, receiver } = fixture
    const token = await viem.deployContract('ScriptedToken')
    await acceptToken(fixture, token.address)
    // A second receiver of the same chain, where the first is a stranger.
    const twin = await viem.deployContract('ERC1967Proxy', [
      (await viem.deployContract('AttestedOrderReceiver')).address,
      encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'initialize',
        args: [{ ...fixture.config, tokens: [{ token: token.address, min: tokenMin, max: tokenMax }] }],
      }),
    ])
    const donation = 13n
    await token.write.mint([receiver.address, donation])
    await token.write.mint([payer.account.address, fillAmount])
    await token.write.approve([receiver.address, fillAmount], { account: payer.account })
    // The token itself pays the second receiver for a call that nobody authorized, whose refundTo is the first.
    const extra = 5n
    const stray = await subject.payment({
      token: token.address,
      minimum: extra,
      maximum: extra,
      refundTo: receiver.address,
    })
    await token.write.mint([token.address, extra])
    const approval = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [twin.address, extra],
    })
    await token.write.strikeNow([token.address, 0n, approval])
    const p = await subject.payment({ token: token.address })
    await authorize(subject, p)
    await token.write.arm([selectors.transferFrom, twin.address, 0n, callOf(subject, stray), true])
    const hash = await pay(subject, p)
    const [event] = await eventsOf(fixture, hash as Hex, receiver, 'FillAccepted')
    expect(event!.amount).to.equal(fillAmount + extra)
    expect(await balanceOf(fixture, token.address, p.recipient)).to.equal(fillAmount + extra)
    expect(await balanceOf(fixture, token.address, receiver.address)).to.equal(donation)
    expect(await balanceOf(fixture, token.address, token.address)).to.equal(0n)
  })
})
