import { type Address, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod'
import { createNeed } from '../../base/createNeed.js'
import { createOptionReader } from '../../base/createOptionReader.js'
import { toRecord, toUint256 } from '../../base/values.js'
import { writeBigint } from '../../base/writeBigint.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import type { AttestationV1 } from '../../protocol/attestation/types.js'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import type { Payment } from '../../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { ContractTerms } from '../../protocol/registrar/types.js'
import { hexText } from '../../service/resources/schema.js'
import { runSchema } from '../steps/stepRun.js'
import { counted, decimal, depositShape, requireQuote, requireShape } from './callShape.js'
import { ReceiverCallError } from './errors.js'
import type { DepositRecord } from './stepDeposit.js'

/**
 * The state of one call of `payAuthorized`, from its quote to its payment. It is JSON: amounts are decimal strings.
 *
 * The public service returns the order signature only in the quote, so this is the only copy: keep it until the call is paid.
 * With this object anyone can authorize the call, and the holder of the wallet can resume after an interruption.
 */
export type ReceiverCall = DepositRecord & {
  format: typeof format
  /**
   * The block of the destination chain before the quote was requested, in decimals. A returned fill of the call is in this block
   * or a later one.
   */
  openedAtBlock: string
  /** The destination chain, which has the receiver. */
  chainId: number
  receiver: Address
  /** The hash by which the receiver knows the call. */
  callHash: Hex
  /** The terms, the `p` of `payAuthorized`. */
  payment: { [name in keyof Payment]: Payment[name] extends bigint ? string : Payment[name] }
  /** The quote request, with the calls. */
  request: Required<Pick<DepositRecord['request'], 'txs'>>
  /** The service's record, for a receiver that accepts attestations. */
  attestation?: { requestId: Hex; requestData: Record<string, unknown>; signature: Hex }
  /** The terms that the registrar signed, for a receiver that accepts them. */
  terms?: JsonOf<ContractTerms>
  termsSignature?: Hex
  /** The recipient's proof, for a receiver whose list is a Merkle tree. */
  recipientProof?: readonly Hex[]
  state: 'quoted' | 'authorized' | 'depositing' | 'paid' | 'returned' | 'notPaid'
}

const format = 'fillproof-call-1'

/** The type of a value after `JSON.stringify` with bigints as decimal strings. */
export type JsonOf<value> = value extends bigint
  ? string
  : value extends readonly (infer item)[]
    ? JsonOf<item>[]
    : value extends object
      ? { [name in keyof value]: JsonOf<value[name]> }
      : value

/** Converts a value to JSON without bigints. */
export function toJson<value>(value: value): JsonOf<value> {
  return JSON.parse(JSON.stringify(value, writeBigint))
}

/**
 * Checks the shape of a stored call.
 *
 * - The terms must hash to `callHash` on the chain and the receiver of the call. The quote is checked against the request again
 *   before anything is sent.
 *
 * @throws {@link ReceiverCallError}
 *
 * @example
 * import { readReceiverCall } from 'fillproof/client'
 *
 * const kept = { format: 'fillproof-call-0' } // in place of JSON.parse of what `keep` stored
 *
 * Promise.resolve(kept).then(readReceiverCall).catch(({ shortMessage }) => shortMessage)
 * // 'format of the call must be fillproof-call-1, found "fillproof-call-0".'
 */
export function readReceiverCall(value: unknown): ReceiverCall {
  const call = (toRecord(value) ?? {}) as ReceiverCall
  need(call.format === format, 'format', call.format, format)
  readFields(call, 'payment', 'request', 'quote', 'run', 'bounds')
  requireShape(need, callSchema, call)
  requireQuote(need, call.quote)
  need(call.state !== 'depositing' || call.deposit, 'deposit', call.deposit, 'where to look for the deposit')
  const { chainId, receiver, callHash } = call
  let found: Hex | undefined
  try {
    found = hashPayment({ chainId, receiver, payment: readCallPayment(call) })
  } catch {
    // Terms that can't be encoded have no hash. The mismatch is reported below.
  }
  need(found !== undefined && found === callHash, 'callHash', callHash, 'the hash of its terms')
  const { destinationChainId, txs = [] } = call.request
  need(destinationChainId === chainId, 'request.destinationChainId', destinationChainId, `${chainId}`)
  const isCalled = txs.some(({ to, data }) => {
    const payment = isAddressEqual(to as Address, receiver) && decodeAuthorizedCall(data as Hex)
    return payment && hashPayment({ chainId, receiver, payment }) === callHash
  })
  need(isCalled, 'request.txs', txs, 'calls of which one pays the receiver by its terms')
  return call
}

/**
 * Reads the terms of a call.
 *
 * @throws {@link ReceiverCallError} if an amount is malformed.
 *
 * @example
 * import { readCallPayment } from 'fillproof/client'
 * import { zeroAddress, zeroHash } from 'viem'
 *
 * const payment = {
 *   originChainId: '1',
 *   originUser: zeroHash,
 *   originCurrency: zeroHash,
 *   token: zeroAddress,
 *   minimum: '700000000000000000',
 *   maximum: '700000000000000000',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   refundTo: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   deadline: 1800000000,
 *   salt: zeroHash,
 *   data: '0x',
 * }
 *
 * readCallPayment({ payment }).minimum
 * // 700000000000000000n
 */
export function readCallPayment(call: Pick<ReceiverCall, 'payment'>): Payment {
  const { payment } = readFields(call, 'payment')
  return {
    ...payment,
    originChainId: readAmount(payment.originChainId, 'payment.originChainId'),
    minimum: readAmount(payment.minimum, 'payment.minimum'),
    maximum: readAmount(payment.maximum, 'payment.maximum'),
  }
}

/**
 * Reads the evidence of a call, in the form that `authorizeFill` takes.
 *
 * @throws {@link ReceiverCallError} if an amount is malformed.
 *
 * @example
 * import { readCallEvidence } from 'fillproof/client'
 *
 * const call = { quote: { protocol: { v2: { orderData: {}, orderSignature: '0x12' } } } } // in place of a kept one
 *
 * readCallEvidence(call)
 * // { orderData: {}, orderSignature: '0x12' }
 */
export function readCallEvidence(
  call: Pick<ReceiverCall, 'quote' | 'attestation' | 'terms' | 'termsSignature' | 'recipientProof'>,
): FillEvidence {
  const { terms, termsSignature, recipientProof } = readFields(call, 'quote')
  const { orderData, orderSignature } = call.quote.protocol?.v2 ?? {}
  const attestation = call.attestation && (parseAttestation(call.attestation) as AttestationV1)
  const proof = recipientProof && { recipientProof }
  if (terms) {
    const [minimum, maximum] = [
      readAmount(terms.minimum, 'terms.minimum'),
      readAmount(terms.maximum, 'terms.maximum'),
    ]
    return { attestation, terms: { ...terms, minimum, maximum }, termsSignature, ...proof } as FillEvidence
  }
  const rest = attestation ? { attestation } : { orderSignature }
  return { orderData, ...rest, ...proof } as FillEvidence
}

/** Writes evidence in the form that a call stores, without the order, which the call's quote contains. */
export function writeEvidence({
  attestation,
  signature,
  terms,
  termsSignature,
  recipientProof,
}: FillEvidence): Pick<ReceiverCall, 'attestation' | 'terms' | 'termsSignature' | 'recipientProof'> {
  const { requestId, signature: own, ...requestData } = attestation ?? {}
  return {
    ...(attestation && {
      attestation: { requestId, requestData: toJson(requestData), signature: signature ?? own },
    }),
    ...(terms && { terms: toJson(toContractTerms(terms)), termsSignature }),
    ...(recipientProof && { recipientProof }),
  } as Pick<ReceiverCall, 'attestation' | 'terms' | 'termsSignature' | 'recipientProof'>
}

const readFields = /* @__PURE__ */ createOptionReader(/* @__PURE__ */ createNeed(ReceiverCallError), {
  record: ['payment', 'request', 'quote', 'run', 'bounds', 'attestation', 'terms'],
  bytes: ['termsSignature'],
  list: ['recipientProof'],
})

const callSchema = z.looseObject({
  revision: counted,
  openedAtBlock: decimal,
  request: z.looseObject({ txs: z.array(z.looseObject({ to: hexText, data: hexText, value: decimal })) }),
  run: runSchema,
  bounds: z.looseObject({
    maximumAmountIn: decimal.optional(),
    minimumAmountOut: decimal.optional(),
    maximumDifference: decimal.optional(),
  }),
  deposit: depositShape.optional(),
  state: z.enum(['quoted', 'authorized', 'depositing', 'paid', 'returned', 'notPaid']),
})

function readAmount(value: unknown, field: string): bigint {
  const amount = typeof value === 'string' ? toUint256(value) : undefined
  need(amount !== undefined, field, value, 'a decimal string')
  return amount as bigint
}

function need(holds: unknown, field: string, value: unknown, requirement: string): void {
  if (!holds) throw new ReceiverCallError({ field, value, requirement })
}
