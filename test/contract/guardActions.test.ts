import { expect } from 'chai'
import { type Address, concat, type Hex, keccak256, zeroAddress } from 'viem'
import {
  FillRevertedError,
  inspectPayment,
  isPaymentMade,
  payAttested,
  paySigned,
} from '../../src/contract/index.js'
import {
  AttestationFieldError,
  encodeOrderCall,
  InvalidSignatureError,
  type OrderCall,
  OrderFieldError,
  PaymentFieldError,
  padAddress,
} from '../../src/index.js'
import { clientOf, restoreAfterEach, secondSolver } from '../receivers/support/fixture.js'
import {
  bitcoin,
  bitcoinRecipient,
  deployGuardFixture,
  far,
  fillContract,
  type GuardFixture,
  kinds,
  makePaymentOrder,
  type PaymentEvidence,
  type PaymentOverrides,
  paid,
  promised,
  recipient,
} from '../receivers/support/guardFixture.js'
import { thrown } from '../support/errors.js'

describe('actions for a guard', () => {
  let fixture: GuardFixture
  let guard: Address
  let payer: ReturnType<typeof clientOf>

  before(async () => {
    fixture = await deployGuardFixture()
    guard = fixture.guard.address
    payer = clientOf(fixture, fixture.payer.account.address)
  })
  restoreAfterEach(() => fixture)

  const shown = {
    currency: zeroAddress as Address,
    amount: paid,
    destinationChainId: far.id,
    recipient: recipient as string,
    outputCurrency: zeroAddress as string,
    minimum: promised,
  }
  const attestedOf = ({ attestation, signature, orderData, evmChains }: PaymentEvidence) => ({
    guard,
    attestation,
    signature,
    orderData,
    evmChains,
    terms: shown,
  })
  const signedOf = ({ orderData, evmChains, orderSignature }: PaymentEvidence) => ({
    guard,
    orderData,
    evmChains,
    orderSignature,
    terms: shown,
  })
  /** An order without calls unless overridden. */
  const make = (overrides: PaymentOverrides = {}) =>
    makePaymentOrder(fixture, { ...overrides, output: { calls: [], extraData: '0x', ...overrides.output } })

  for (const kind of kinds) {
    type More = { refundTo?: Hex; calls?: OrderCall[]; fillContract?: Address }
    const run = (evidence: PaymentEvidence, terms: Partial<typeof shown> & More = {}) =>
      kind === 'payAttested'
        ? payAttested(payer, { ...attestedOf(evidence), terms: { ...shown, ...terms } })
        : paySigned(payer, { ...signedOf(evidence), terms: { ...shown, ...terms } })

    describe(kind, () => {
      it('default: pays native currency, and the order is then paid', async () => {
        const evidence = await make()
        expect(await isPaymentMade(payer, { guard, id: evidence.id })).to.equal(false)
        const hash = await run(evidence)
        expect((await fixture.publicClient.getTransaction({ hash })).value).to.equal(paid)
        expect(await isPaymentMade(payer, { guard, id: evidence.id })).to.equal(true)
      })

      it('behavior: a token payment sends no value', async () => {
        const { token, depository } = fixture
        const hash = await run(await make({ payment: { currency: token.address } }), {
          currency: token.address,
        })
        expect((await fixture.publicClient.getTransaction({ hash })).value).to.equal(0n)
        expect(await token.read.balanceOf([depository.address])).to.equal(paid)
      })

      it("behavior: accepts only the caller's calls and fill contract", async () => {
        const calls = [
          { to: recipient, data: '0x1234', value: 5n },
          { to: guard, data: '0x', value: 0n },
        ] as const satisfies OrderCall[]
        const blobs = calls.map(encodeOrderCall)
        const evidence = await make({
          output: { calls: blobs, extraData: padAddress(fillContract) },
          payments: [{ recipient: fillContract }],
        })
        const callsHash = keccak256(concat(blobs.map((blob) => keccak256(blob))))
        for (const [terms, errorName, args] of [
          [{ fillContract }, 'CallsMismatch', [callsHash, keccak256('0x')]],
          [
            { calls: calls.toReversed(), fillContract },
            'CallsMismatch',
            [callsHash, keccak256(concat(blobs.toReversed().map((blob) => keccak256(blob))))],
          ],
          [
            { calls: [...calls] },
            'FillContractMismatch',
            [keccak256(padAddress(fillContract)), keccak256('0x')],
          ],
        ] as [More, string, Hex[]][]) {
          const error = await thrown(() => run(evidence, terms))
          expect(error).instanceOf(FillRevertedError).include({ errorName })
          expect(error.args).to.deep.equal(args)
        }
        await run(evidence, { calls: [...calls], fillContract })
        expect(await isPaymentMade(payer, { guard, id: evidence.id })).to.equal(true)
      })

      it('error: names the check, its values and the remedy, and sends nothing', async () => {
        const evidence = await make({ payments: [{ minimumAmount: 5n }] })
        const nonce = await fixture.publicClient.getTransactionCount({ address: evidence.payer })
        const error = await thrown(() => run(evidence))
        expect(error).instanceOf(FillRevertedError)
        expect(error).to.include({
          functionName: kind,
          errorName: 'OutputTooLow',
          shortMessage: `${kind} reverted: The order promises 5 in the agreed currency, but at least ${promised} is required.`,
          remedy: 'Do not pay. Get a fresh quote, or agree to less.',
        })
        expect(error.args).to.deep.equal([5n, promised])
        expect(await fixture.publicClient.getTransactionCount({ address: evidence.payer })).to.equal(nonce)
      })

      it('error: invalid terms', async () => {
        const evidence = await make()
        for (const [field, value] of [
          ['currency', '0x12'],
          ['amount', '1'],
          ['amount', -1n],
          ['minimum', 2n ** 256n],
          ['destinationChainId', 0],
          ['destinationChainId', 1.5],
          ['recipient', bitcoinRecipient],
          ['outputCurrency', 'ETH'],
          ['refundTo', '0x1'],
          ['fillContract', padAddress(fillContract)],
        ] as const) {
          const error = await thrown(() => run(evidence, { [field]: value }))
          expect(error, field).instanceOf(PaymentFieldError)
          expect(error).to.include({ field, value })
        }
      })

      it('error: an invalid signature', async () => {
        const evidence = await make()
        const field = kind === 'payAttested' ? 'signature' : 'orderSignature'
        const broken = await thrown(() => run({ ...evidence, [field]: '0x1' }))
        expect(broken).instanceOf(AttestationFieldError)
        expect(broken).to.include({ field, value: '0x1' })
        const missing = await thrown(() => run({ ...evidence, [field]: undefined }))
        expect(missing).instanceOf(InvalidSignatureError)
        expect(missing).to.include({ reason: 'missing' })
      })

      it('error: an order with no or several inputs', async () => {
        const evidence = await make()
        const error = await thrown(() =>
          run({ ...evidence, orderData: { ...evidence.orderData, inputs: [] } }),
        )
        expect(error).instanceOf(OrderFieldError)
        expect(error).to.include({ field: 'inputs' })
      })

      it('error: an address without a guard', async () => {
        const evidence = await make()
        const error = await thrown(() =>
          kind === 'payAttested'
            ? payAttested(payer, { ...attestedOf(evidence), guard: evidence.payer })
            : paySigned(payer, { ...signedOf(evidence), guard: evidence.payer }),
        )
        expect(error).not.instanceOf(FillRevertedError)
      })
    })
  }

  it("payAttested takes the attestation's own signature by default", async () => {
    const { signature, attestation, ...evidence } = await make()
    const { signature: _, ...parameters } = attestedOf({ ...evidence, signature, attestation })
    await payAttested(payer, { ...parameters, attestation: { ...attestation, signature } })
    expect(await isPaymentMade(payer, { guard, id: evidence.id })).to.equal(true)
  })

  it('paySigned takes addresses in the form of the destination chain', async () => {
    const there = { payments: [{ recipient: bitcoinRecipient, currency: bitcoinRecipient }] }
    const evidence = await make({ ...there, output: { chainId: bitcoin.name } })
    const raw = evidence.order.output.payments[0]!.recipient
    await fixture.guard.write.setRecipient([BigInt(bitcoin.id), raw, true])
    const terms = {
      ...shown,
      destinationChainId: bitcoin.id,
      recipient: bitcoinRecipient,
      outputCurrency: bitcoinRecipient,
    }
    await paySigned(payer, { ...signedOf(evidence), terms })
    expect(await isPaymentMade(payer, { guard, id: evidence.id })).to.equal(true)
  })

  describe('inspectPayment', () => {
    it('default: nothing is wrong, with either kind of evidence', async () => {
      const evidence = await make()
      for (const payment of [attestedOf(evidence), signedOf(evidence)]) {
        const inspected = await inspectPayment(payer, { ...payment, payer: evidence.payer })
        expect(inspected).to.deep.equal({ ok: true, checks: [], failures: [] })
      }
    })

    it('behavior: reports every failing check, for each kind of evidence', async () => {
      const evidence = await make({ signer: secondSolver, payments: [{ minimumAmount: 5n }] })
      const stranger = fixture.stranger.account.address
      const inspected = await inspectPayment(payer, { ...attestedOf(evidence), payer: stranger })
      expect(inspected.checks).to.deep.equal(['signature', 'payer', 'output', 'refund'])
      expect(inspected.failures[0]).to.include({ check: 'signature', name: 'UnknownSolver' })
      const { checks } = await inspectPayment(payer, { ...signedOf(evidence), payer: stranger })
      expect(checks).to.deep.equal(['signature', 'output', 'refund'])
    })
  })
})
