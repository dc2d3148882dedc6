import { type Address, type Hex, zeroAddress } from 'viem'
import { toBytes } from '../base/values.js'
import { fillReceiverAbi } from '../generated/abi/fillReceiver.js'
import { registeredFillReceiverAbi } from '../generated/abi/registeredFillReceiver.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import { AttestationFieldError } from '../protocol/attestation/errors.js'
import {
  type ContractAttestation,
  toContractAttestation,
} from '../protocol/attestation/toContractAttestation.js'
import type { AttestationInput } from '../protocol/attestation/types.js'
import { proveOrderOutput } from '../protocol/order/proveOrderOutput.js'
import { proveSignedOrder } from '../protocol/order/proveSignedOrder.js'
import { readBytes as readOrderBytes } from '../protocol/order/readOrderField.js'
import type { OrderData, OrderProof } from '../protocol/order/types.js'
import { need, toContractTerms } from '../protocol/registrar/toContractTerms.js'
import type { RegisteredTerms } from '../protocol/registrar/types.js'
import { InvalidSignatureError } from '../protocol/signature/errors.js'
import { FillEvidenceError } from './errors.js'

type WithRecipientProof = {
  /** Of a receiver whose list is a Merkle tree; empty by default, for those whose list is onchain. */
  recipientProof?: readonly Hex[] | undefined
}

/** An attestation, and the order whose id it names: what a `FillReceiver` takes. */
export type AttestedOrderEvidence = WithRecipientProof & {
  /** Of layout v1. */
  attestation: AttestationInput
  /** The attestation's own by default. */
  signature?: Hex | undefined
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  orderSignature?: undefined
  terms?: undefined
  termsSignature?: undefined
}

/** An order that the solver signed by itself: what a `SignedOrderReceiver` takes. */
export type SignedOrderEvidence = WithRecipientProof & {
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** The quote's `protocol.v2.orderSignature`. */
  orderSignature: Hex
  attestation?: undefined
  signature?: undefined
  terms?: undefined
  termsSignature?: undefined
}

/** An attestation, and the terms that a registrar signed for it: what a `RegisteredFillReceiver` takes. */
export type RegisteredFillEvidence = WithRecipientProof & {
  /** Of layout v1. */
  attestation: AttestationInput
  /** The attestation's own by default. */
  signature?: Hex | undefined
  terms: RegisteredTerms
  /** The registrar's, see `signRegisteredTerms`. */
  termsSignature: Hex
  orderData?: undefined
  orderSignature?: undefined
}

/** What a receiver wants to see. Which fields there are says for which of the three receivers it is. */
export type FillEvidence = AttestedOrderEvidence | SignedOrderEvidence | RegisteredFillEvidence

/** The first arguments of `fill`, `authorizeFill` and `inspectFill`, which are all in which the receivers differ. */
export type EncodedEvidence = {
  /** The receiver's own. */
  abi: typeof fillReceiverAbi
  args: readonly [ContractAttestation, Hex, OrderProof, readonly Hex[]]
  /** Whether a direct fill pays in the native currency. */
  isNative: boolean
}

const marks = ['attestation', 'orderData', 'orderSignature', 'terms', 'termsSignature'] as const

/** Encodes the evidence for the receiver that takes its kind. */
export function encodeEvidence(evidence: FillEvidence): EncodedEvidence {
  const kind = marks.filter((name) => evidence[name] !== undefined).join(', ')
  const { recipientProof = [] } = evidence
  if (kind === 'attestation, orderData') {
    const { attestation, signature, orderData } = evidence as AttestedOrderEvidence
    const proof = proveOrderOutput(orderData)
    return encode(
      fillReceiverAbi,
      [...encodeAttestation(attestation, signature), proof, recipientProof],
      proof.output.payments[0]?.currency,
    )
  }
  if (kind === 'orderData, orderSignature') {
    const { orderData, orderSignature } = evidence as SignedOrderEvidence
    const proof = proveSignedOrder(orderData)
    return encode(
      signedOrderReceiverAbi,
      [proof, readOrderBytes(orderSignature, 'orderSignature'), recipientProof],
      proof.output.payments[0]?.currency,
    )
  }
  if (kind === 'attestation, terms, termsSignature') {
    const { attestation, signature, terms, termsSignature } = evidence as RegisteredFillEvidence
    const struct = toContractTerms(terms)
    return encode(
      registeredFillReceiverAbi,
      [
        ...encodeAttestation(attestation, signature),
        struct,
        need(toBytes(termsSignature), 'termsSignature', termsSignature, 'hex of whole bytes'),
        recipientProof,
      ],
      struct.token,
    )
  }
  throw new FillEvidenceError({ found: kind })
}

function encodeAttestation(attestation: AttestationInput, given: Hex | undefined) {
  const struct = toContractAttestation(attestation)
  const signature = given ?? attestation.signature
  if (signature === undefined) throw new InvalidSignatureError({ reason: 'missing' })
  return [struct, readBytes(signature)] as const
}

/** The three ABIs have the same functions, so that one stands for all in the types of what is sent and answered. */
function encode(abi: readonly unknown[], args: readonly unknown[], token: Address | Hex | undefined) {
  return { abi, args, isNative: token === zeroAddress } as unknown as EncodedEvidence
}

/** Hex of whole bytes. Which signatures are valid is for the receiver to say. */
function readBytes(signature: Hex): Hex {
  const bytes = toBytes(signature)
  if (bytes !== undefined) return bytes
  throw new AttestationFieldError({ field: 'signature', value: signature, requirement: 'hex of whole bytes' })
}
