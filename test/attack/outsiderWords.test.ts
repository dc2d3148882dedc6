// Sentences of the documents and comments, each in the case where it is easily false.
import { expect } from 'chai'
import { type Address, type Hex, keccak256, maxUint256, stringToHex, zeroAddress, zeroHash } from 'viem'
import { inspectPayment } from '../../src/contract/index.js'
import { encodeOrderCall, hashOrderCalls } from '../../src/index.js'
import { parseOrder } from '../../src/protocol/order/parseOrder.js'
import { judgeDeposits } from '../../src/rules/settled/judgeDeposits.js'
import { judgeCalls } from '../../src/rules/settled/judgeOutput.js'
import {
  clientOf,
  deployFixture,
  type Fixture,
  fillAmount,
  makePayment,
  restoreAfterEach,
} from '../receivers/support/fixture.js'
import {
  deployGuard,
  deployGuardFixture,
  far,
  type GuardFixture,
  here,
  kinds,
  late,
  makePaymentOrder,
  makeRefund,
  payThrough,
  promised,
  recipient,
} from '../receivers/support/guardFixture.js'
import { asFixture, deploySignedFixture, makeSignedCall } from '../receivers/support/signedFixture.js'
import { expectRevert } from '../support/expectRevert.js'
import { fake } from '../support/fake.js'

describe('Attack: reports and checks of the guard', () => {
  let fixture: GuardFixture
  before(async () => {
    fixture = await deployGuardFixture()
  })
  restoreAfterEach(() => fixture)

  // Decision 38: the guard, `inspectPayment` and the client have one list. The oracle finds calls by the logs of the fill contract
  // alone.
  for (const kind of kinds) {
    it(`${kind} refuses an order with calls but no fill contract, which cannot settle`, async () => {
      const call = {
        to: '0x00000000000000000000000000000000000000e1',
        data: '0x12345678',
        value: promised,
      } as const
      const made = await makePaymentOrder(fixture, {
        output: { calls: [encodeOrderCall(call)], extraData: '0x' },
      })
      const { calls, extraData } = parseOrder(made.orderData).output
      expect(judgeCalls({ calls, extraData }, fake({ logs: [] }))).to.include({ ok: false })

      const { currency, amount, destinationChainId, outputCurrency, minimum } = made.terms
      const { failures } = await inspectPayment(clientOf(fixture, made.payer), {
        guard: fixture.guard.address,
        payer: made.payer,
        orderData: made.orderData,
        ...(kind === 'payAttested'
          ? { attestation: made.attestation, signature: made.signature }
          : { orderSignature: made.orderSignature }),
        terms: {
          ...{ currency, amount, recipient, outputCurrency, minimum, calls: [call] },
          destinationChainId: Number(destinationChainId),
        },
      })
      expect(failures.map(({ name }) => name)).to.deep.equal(['FillContractMissing'])
      await fixture.assertions.revertWithCustomErrorWithArgs(
        payThrough(fixture, kind, made),
        fixture.guard,
        'FillContractMissing',
        [hashOrderCalls([call])],
      )
    })
  }

  // The same division by zero as for a weight of 0, by the other factor. No money is at stake.
  it('accepts an order with an input of 0 and reports it as paid', async () => {
    const made = await makePaymentOrder(fixture, { payment: { amount: 0n } })
    const { inputs } = parseOrder(made.orderData)
    const { findings } = judgeDeposits({ orderId: made.id, inputs }, [])
    expect(findings.deposits.message).to.include('ask for nothing')
    await payThrough(fixture, 'paySigned', made)
    expect(await fixture.guard.read.isPaid([made.id])).to.equal(true)
  })

  // The payer's terms have a chain's id, and the name alone says where an order pays: one coin of a cheap chain for one coin of
  // the chain that was agreed, to a solver of the thief's own.
  it("never reuses a chain's name for another chain, whatever the policy role does", async () => {
    const { guard, stranger, assertions } = fixture
    const agreed = 31_103n
    const policy = keccak256(stringToHex('fillproof.POLICY_ROLE'))
    await guard.write.setChain([{ name: 'third', chainId: agreed, isEvm: true }])
    await guard.write.grantRole([policy, stranger.account.address])
    const options = { account: stranger.account }
    const set = (name: string, chainId: bigint, isEvm = true) =>
      guard.write.setChain([{ name, chainId, isEvm }], options)
    const refuses = (run: Promise<Hex>, error: 'ChainNameTaken' | 'InvalidConfig', args: unknown[]) =>
      expectRevert(assertions, run, guard, error, args)
    const [id, hash] = [BigInt(far.id), (name: string) => keccak256(stringToHex(name))]

    for (const name of ['third', far.name]) await set(name, 0n, false)
    // A name that stood for another chain, one that is new, and another form of addresses.
    await refuses(set(far.name, agreed), 'ChainNameTaken', [id, hash('third')])
    await refuses(set('new', agreed), 'ChainNameTaken', [0n, hash('third')])
    await refuses(set(far.name, 5n), 'ChainNameTaken', [id, zeroHash])
    await refuses(set(far.name, id, false), 'InvalidConfig', [stringToHex('isEvm', { size: 32 })])
    await set(far.name, id)
    await refuses(set(far.name, id, false), 'InvalidConfig', [stringToHex('isEvm', { size: 32 })])
    expect(await guard.read.chainIdOf([far.name])).to.equal(id)
    expect(await guard.read.isEvmChain([id])).to.equal(true)
    expect(await guard.read.chainIdOf(['third'])).to.equal(0n)
    await payThrough(fixture, 'paySigned', await makePaymentOrder(fixture))
  })

  // A minimum is compared only in the currency that was paid.
  it("accepts a refund on the payment's chain with a minimum that nobody can pay", async () => {
    const { payer, token, chainId, guard } = fixture
    const account = payer.account.address
    const tooMuch = { ...makeRefund(account, late, here.name, token.address), minimumAmount: maxUint256 }
    const made = await makePaymentOrder(fixture, {
      refunds: [makeRefund(account, late), tooMuch],
      payments: [{ currency: token.address }],
      output: { chainId: here.name },
      attestation: { destinationChainId: chainId },
      terms: { destinationChainId: BigInt(chainId), outputCurrency: token.address },
    })
    await payThrough(fixture, 'paySigned', made)
    expect(await guard.read.isPaid([made.id])).to.equal(true)
  })

  it('keeps the recipients of a removed chain and pays none of them', async () => {
    const { guard, assertions } = fixture
    await guard.write.setChain([{ name: far.name, chainId: 0n, isEvm: false }])
    expect(await guard.read.isRecipientAllowed([BigInt(far.id), recipient])).to.equal(true)
    const made = await makePaymentOrder(fixture, { refunds: [] })
    await assertions.revertWithCustomErrorWithArgs(
      payThrough(fixture, 'paySigned', made),
      guard,
      'UnknownChain',
      [far.name],
    )
  })

  // Both are on that chain, and neither is sure to be possible.
  it("reports RefundMissing for an order whose refunds are all on the payment's chain", async () => {
    const { payer, token, guard, assertions, chainId } = fixture
    const refund = {
      ...makeRefund(payer.account.address, late, here.name, token.address),
      minimumAmount: 1n,
    }
    const made = await makePaymentOrder(fixture, {
      refunds: [refund, refund],
      payments: [{ currency: token.address }],
      output: { chainId: here.name },
      attestation: { destinationChainId: chainId },
      terms: { destinationChainId: BigInt(chainId), outputCurrency: token.address, allowNoRefund: false },
    })
    await assertions.revertWithCustomErrorWithArgs(
      payThrough(fixture, 'paySigned', made),
      guard,
      'RefundMissing',
      [here.name, zeroAddress],
    )
  })

  // In a receiver the last second still counts.
  it('reverts with RequestExpired in the last second of an order', async () => {
    const made = await makePaymentOrder(fixture)
    const deadline = Number(made.orderData.output.deadline)
    await fixture.helpers.time.setNextBlockTimestamp(deadline)
    await fixture.assertions.revertWithCustomErrorWithArgs(
      payThrough(fixture, 'paySigned', made),
      fixture.guard,
      'RequestExpired',
      [BigInt(deadline), BigInt(deadline)],
    )
  })
})

describe('Attack: receivers and their documentation', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await deployFixture()
  })
  restoreAfterEach(() => fixture)

  // docs/integration.md, "Choose a refundTo": the receiver rejects those that are configured.
  it('a token can be returned to a guard, a depository or an approval proxy that is not reserved', async () => {
    const { viem, token, receiver, admin, helpers, payer } = fixture
    const depository = await viem.deployContract('MockDepository')
    const router = await viem.deployContract('MockMetadataRouter')
    const permit2 = await viem.deployContract('MockPermit2')
    const proxy = await viem.deployContract('MockMetadataApprovalProxy', [
      admin.account.address,
      router.address,
      permit2.address,
    ])
    const implementation = await viem.deployContract('PaymentGuard')
    const guard = await deployGuard(viem, implementation.address, {
      ...{ admin: admin.account.address, guardian: admin.account.address, rescuer: admin.account.address },
      depository: depository.address,
      chainName: here.name,
      solvers: [],
      chains: [],
      recipients: [],
    })
    for (const refundTo of [guard.address, depository.address, proxy.address, router.address] as Address[]) {
      const deadline = Number(await helpers.time.latest()) + 3600
      const p = makePayment(fixture, deadline, { token: token.address, refundTo })
      await receiver.write.payAuthorized([p], { account: payer.account })
      expect(await token.read.balanceOf([refundTo])).to.equal(fillAmount)
    }
    // Who rescues for the guard has it.
    await guard.write.rescue([token.address, admin.account.address, fillAmount])
    expect(await token.read.balanceOf([admin.account.address])).to.equal(fillAmount)
  })
})

describe('Attack: errors of a receiver of signed orders', () => {
  it('reverts with InvalidOrderAddress if a non-EVM currency is too long', async () => {
    const fixture = await deploySignedFixture()
    try {
      const { receiver, helpers, assertions } = fixture
      const deadline = Number(await helpers.time.latest()) + 3600
      const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash })
      const currency: Hex = `0x${'11'.repeat(33)}`
      const { proof, signature } = await makeSignedCall(fixture, p, {
        inputs: [{ chainId: 'other machine', currency }],
      })
      expect(await receiver.read.chainOf(['other machine'])).to.deep.equal([792703809n, false])
      await assertions.revertWithCustomErrorWithArgs(
        receiver.write.authorizeFill([proof, signature, []]),
        receiver,
        'InvalidOrderAddress',
        [currency],
      )
    } finally {
      await fixture.connection.close()
    }
  })
})
