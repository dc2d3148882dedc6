import { expect } from 'chai'
import {
  type Abi,
  type Address,
  createWalletClient,
  custom,
  decodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import {
  authorizeFill,
  type DirectFillEvidence,
  type FillEvidence,
  FillEvidenceError,
  fill,
  fillproofActions,
  inspectFill,
  simulateFill,
} from '../../src/contract/index.js'
import {
  AttestationFieldError,
  InvalidSignatureError,
  type OrderData,
  OrderFieldError,
  parseAttestation,
  proveOrderOutput,
  proveSignedOrder,
  RecipientFieldError,
  type RegisteredTerms,
  TermsFieldError,
  toContractAttestation,
  toContractTerms,
} from '../../src/index.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { readVector } from '../support/vectors.js'

// Written from the interface and not from the build, so that neither can follow the other into a mistake.
const structs = [
  'struct Attestation { bytes32 requestId; uint256 originChainId; bytes32 originUser; bytes32 originCurrency; uint256 originAmount; uint256 destinationChainId; bytes32 destinationUser; }',
  'struct RegisteredTerms { address token; uint256 minimum; uint256 maximum; address recipient; uint48 deadline; bytes authorizedCall; }',
  'struct OrderInputPayment { string chainId; bytes currency; uint256 amount; uint256 weight; }',
  'struct SignedOrderInput { OrderInputPayment payment; bytes32 refundsHash; }',
  'struct OrderOutputPayment { bytes recipient; bytes currency; uint256 minimumAmount; uint256 expectedAmount; }',
  'struct OrderOutput { string chainId; OrderOutputPayment[] payments; uint32 deadline; bytes[] calls; bytes extraData; }',
  'struct OrderProof { bytes32 versionHash; bytes32 solverChainIdHash; address solver; uint256 salt; bytes32 inputsHash; OrderOutput output; bytes32 feesHash; }',
  'struct SignedOrderProof { bytes32 versionHash; bytes32 solverChainIdHash; address solver; uint256 salt; SignedOrderInput[] inputs; OrderOutput output; bytes32 feesHash; }',
]
const receiverAbi = (evidence: string): Abi =>
  parseAbi([
    ...structs,
    `function fill(${evidence}, bytes32[] recipientProof, uint256 amount) payable returns (uint256 delivered)`,
    `function authorizeFill(${evidence}, bytes32[] recipientProof)`,
  ] as string[]) as Abi

const receiver: Address = '0x1234567890123456789012345678901234567890'
const payer: Address = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
const attestation = parseAttestation(readVector('attestation-v1-live').record)
const signature = attestation.signature as Hex
const { orderData } = readVector('order-live') as { orderData: OrderData }
const orderSignature: Hex = `0x${'ab'.repeat(65)}`
const termsSignature: Hex = `0x${'cd'.repeat(65)}`
const terms: RegisteredTerms = {
  token: zeroAddress,
  minimum: 5n,
  recipient: payer,
  deadline: 1800000000,
}
const recipientProof = [pad('0x01'), pad('0x02')]

const token = `0x${'77'.repeat(20)}` as const
const [payment] = orderData.output.payments
const tokenOrder = {
  ...orderData,
  output: { ...orderData.output, payments: [{ ...payment!, currency: token }] },
}

type Kind<evidence> = { name: string; abi: Abi; evidence: evidence; args: unknown[]; inToken: evidence }

const direct: Kind<DirectFillEvidence>[] = [
  {
    name: 'attested order',
    abi: receiverAbi('Attestation a, bytes signature, OrderProof order'),
    evidence: { attestation, orderData },
    args: [toContractAttestation(attestation), signature, proveOrderOutput(orderData)],
    inToken: { attestation, orderData: tokenOrder },
  },
  {
    name: 'registered terms',
    abi: receiverAbi('Attestation a, bytes signature, RegisteredTerms terms, bytes termsSignature'),
    evidence: { attestation, terms, termsSignature },
    args: [toContractAttestation(attestation), signature, toContractTerms(terms), termsSignature],
    inToken: { attestation, terms: { ...terms, token }, termsSignature },
  },
]

const kinds: Kind<FillEvidence>[] = [
  ...direct,
  {
    name: 'signed order',
    abi: receiverAbi('SignedOrderProof order, bytes signature'),
    evidence: { orderData, orderSignature },
    args: [proveSignedOrder(orderData), orderSignature],
    inToken: { orderData: tokenOrder, orderSignature },
  },
]

/** A wallet whose chain answers 1 to everything, and what was asked and sent. */
function createClient() {
  const asked: { method: string; data: Hex; value: bigint }[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [{ data, value }] = params as [{ data: Hex; value?: Hex }]
    asked.push({ method, data, value: BigInt(value ?? '0x0') })
    return numberToHex(1n, { size: 32 })
  }
  return { asked, client: createWalletClient({ account: payer, transport: custom({ request }) }) }
}

describe('evidence of the actions', () => {
  for (const { name, abi, evidence, args } of kinds) {
    it(`default: ${name} goes to its own receiver`, async () => {
      for (const given of [undefined, recipientProof]) {
        const parameters = { receiver, ...evidence, ...(given ? { recipientProof: given } : {}) }
        const proof = given ?? []
        const { asked, client } = createClient()
        await authorizeFill(client, parameters)
        const calls = asked.map(({ data }) => data)
        const decoded = calls.flatMap((data) => {
          try {
            return [decodeFunctionData({ abi, data })]
          } catch {
            return [] // The question whether there is a receiver.
          }
        })
        expect(decoded).deep.equal(Array(2).fill({ functionName: 'authorizeFill', args: [...args, proof] }))
      }
    })
  }

  for (const { name, abi, evidence, args, inToken } of direct) {
    it(`default: a direct fill of ${name} goes to its own receiver`, async () => {
      for (const given of [undefined, recipientProof]) {
        const { asked, client } = createClient()
        await fill(client, {
          receiver,
          ...evidence,
          amount: 7n,
          ...(given ? { recipientProof: given } : {}),
        })
        expect(asked.map(({ data }) => decodeFunctionData({ abi, data }))).deep.equal(
          Array(2).fill({ functionName: 'fill', args: [...args, given ?? [], 7n] }),
        )
      }
    })

    it(`behavior: ${name}, a native payment sends its value, a token payment none`, async () => {
      for (const [given, value] of [
        [evidence, 7n],
        [inToken, 0n],
      ] as const) {
        const { asked, client } = createClient()
        await simulateFill(client, { receiver, ...given, amount: 7n })
        expect(asked.map((call) => call.value)).deep.equal([value])
      }
    })
  }

  const offline = createWalletClient({
    account: payer,
    transport: custom({ request: async () => expect.fail('nothing is to be asked') }),
  })

  it('error: evidence of no kind, or of two', async () => {
    const all = { attestation, orderData, orderSignature, terms, termsSignature }
    const names = Object.keys(all) as (keyof typeof all)[]
    const complete = ['attestation,orderData', 'orderData,orderSignature', 'attestation,terms,termsSignature']
    let refused = 0
    for (let bits = 0; bits < 2 ** names.length; bits++) {
      const given = names.filter((_, index) => (bits >> index) & 1)
      if (complete.includes(given.join())) continue
      const evidence = Object.fromEntries(given.map((name) => [name, all[name]]))
      const error = await thrown(() => authorizeFill(offline, mistyped({ receiver, ...evidence })))
      expect(error, given.join()).instanceOf(FillEvidenceError)
      expect(error.found).equal(given.join(', '))
      refused += 1
    }
    expect(refused).equal(29)
  })

  it('error: a signed order has no direct fill', async () => {
    const evidence = { orderData, orderSignature }
    const error = await thrown(() => fill(offline, mistyped({ receiver, ...evidence, amount: 1n })))
    expect(error).instanceOf(FillEvidenceError)
    expect(error.message).include('Authorize the call with authorizeFill.')
  })

  it('error: malformed parts never reach the chain', async () => {
    const { signature: _, ...unsigned } = attestation
    for (const [evidence, type] of [
      [{ orderData, orderSignature: '0x1' }, OrderFieldError],
      [{ orderData: { ...orderData, salt: 'x' }, orderSignature }, OrderFieldError],
      [{ attestation: unsigned, terms, termsSignature }, InvalidSignatureError],
      [{ attestation, terms, termsSignature: 'x' }, TermsFieldError],
      [{ attestation, signature: 'x', terms, termsSignature }, AttestationFieldError],
      [{ attestation, terms: { ...terms, minimum: 0n }, termsSignature }, TermsFieldError],
      [{ orderData, orderSignature, recipientProof: ['0x12'] }, RecipientFieldError],
      [{ orderData, orderSignature, recipientProof: [null] }, RecipientFieldError],
      [{ orderData, orderSignature, recipientProof: 'abc' }, RecipientFieldError],
    ] as const) {
      const parameters = { receiver, ...(evidence as FillEvidence) }
      expect(await thrown(() => authorizeFill(offline, parameters))).instanceOf(type)
      const { ok, failures } = await inspectFill(offline, { ...parameters, payer, amount: 1n })
      expect({ ok, names: failures.map(({ name }) => name) }).deep.equal({ ok: false, names: [type.name] })
    }
  })

  it("behavior: the types separate the kinds, also in the decorator's methods", () => {
    const client = offline.extend(fillproofActions({ receiver }))
    // Compiled, and never run.
    const typed = () => [
      client.fill({ attestation, orderData, amount: 1n }),
      client.authorizeFill({ orderData, orderSignature, recipientProof }),
      // @ts-expect-error a signed order has no direct fill
      client.fill({ orderData, orderSignature, amount: 1n }),
      client.authorizeFill({ attestation, terms, termsSignature }),
      // @ts-expect-error an attestation beside the solver's signature of an order
      client.authorizeFill({ attestation, orderData, orderSignature }),
      // @ts-expect-error an order beside registered terms
      client.authorizeFill({ attestation, orderData, terms, termsSignature }),
      // @ts-expect-error terms that nobody signed
      client.inspectFill({ attestation, terms, payer, amount: 1n }),
      // @ts-expect-error an order that nobody signed
      fill(offline, { receiver, orderData, amount: 1n }),
    ]
    expect(typed).to.have.length(0)
  })
})
