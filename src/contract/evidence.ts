import { type Address, type Hex, zeroAddress } from 'viem'
import { toBytes } from '../base/values.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import { AttestationFieldError } from '../protocol/attestation/errors.js'
import {
  type ContractAttestation,
  toContractAttestation,
} from '../protocol/attestation/toContractAttestation.js'
import type { AttestationInput } from '../protocol/attestation/types.js'
import { computeInboxAddress } from '../protocol/inbox/computeInboxAddress.js'
import { type InboxTerms, readInboxTerms } from '../protocol/inbox/inboxTerms.js'
import { proveOrderOutput } from '../protocol/order/proveOrderOutput.js'
import { proveSignedOrder } from '../protocol/order/proveSignedOrder.js'
import { readBytes as readOrderBytes } from '../protocol/order/readOrderField.js'
import type { OrderChains, OrderData, OrderProof } from '../protocol/order/types.js'
import { RecipientFieldError } from '../protocol/recipients/errors.js'
import { needTermsField, toContractTerms } from '../protocol/registrar/toContractTerms.js'
import type { RegisteredTerms } from '../protocol/registrar/types.js'
import { InvalidSignatureError } from '../protocol/signature/errors.js'
import { FillEvidenceError } from './errors.js'
import type { ReceiverKind } from './getReceiverKind.js'

type WithRecipientProof = {
  /** The proof for a receiver whose recipients are in a Merkle tree. Defaults to empty, for an onchain list. */
  recipientProof?: readonly Hex[] | undefined
}

/** An attestation and the order whose id it attests, for an `AttestedOrderReceiver`. */
export type AttestedOrderEvidence = WithRecipientProof &
  OrderChains & {
    /** The attestation, in layout v1. */
    attestation: AttestationInput
    /** Defaults to the attestation's own signature. */
    signature?: Hex | undefined
    /** The quote's `protocol.v2.orderData`. */
    orderData: OrderData
    orderSignature?: undefined
    terms?: undefined
    termsSignature?: undefined
    inboxTerms?: undefined
  }

/** An order that the solver signed, for a `SignedOrderReceiver`. */
export type SignedOrderEvidence = WithRecipientProof &
  OrderChains & {
    /** The quote's `protocol.v2.orderData`. */
    orderData: OrderData
    /** The quote's `protocol.v2.orderSignature`. */
    orderSignature: Hex
    attestation?: undefined
    signature?: undefined
    terms?: undefined
    termsSignature?: undefined
    inboxTerms?: undefined
  }

/** An attestation and the terms that a registrar signed for it, for a `RegisteredTermsReceiver`. */
export type RegisteredTermsEvidence = WithRecipientProof & {
  /** The attestation, in layout v1. */
  attestation: AttestationInput
  /** Defaults to the attestation's own signature. */
  signature?: Hex | undefined
  terms: RegisteredTerms
  /** The registrar's signature, see `signRegisteredTerms`. */
  termsSignature: Hex
  orderData?: undefined
  orderSignature?: undefined
  evmChains?: undefined
  inboxTerms?: undefined
}

/** An order that the solver signed, and the terms of the inbox that it pays, for an `InboxReceiver`. */
export type InboxEvidence = Omit<SignedOrderEvidence, 'inboxTerms' | 'signature'> & { inboxTerms: InboxTerms }

/** The evidence of a fill. Its fields determine which of the three receivers takes it. */
export type FillEvidence = AttestedOrderEvidence | SignedOrderEvidence | RegisteredTermsEvidence

/** The evidence of a direct fill, which a `SignedOrderReceiver` does not take. */
export type DirectFillEvidence = AttestedOrderEvidence | RegisteredTermsEvidence

/** The first arguments of `fill` and `authorizeFill`. Only these differ between the receivers. */
export type EncodedEvidence = {
  /** The ABI of that receiver. */
  abi: typeof attestedOrderReceiverAbi
  args: readonly [ContractAttestation, Hex, OrderProof, readonly Hex[]]
  /** Whether a direct fill pays in the native currency. */
  isNative: boolean
}

/** The kinds of receivers that are paid by calls. */
export type CallReceiverKind = Exclude<ReceiverKind, 'inboxReceiver'>

/** Returns the kind of receiver that takes the evidence. Only the fields of the evidence decide. */
export function kindOfEvidence(evidence: FillEvidence | InboxEvidence): ReceiverKind | undefined {
  const found = foundIn(evidence)
  return (Object.keys(fieldsOf) as ReceiverKind[]).find((kind) => fieldsOf[kind] === found)
}

const fieldsOf: Record<ReceiverKind, string> = {
  attestedOrderReceiver: 'attestation, orderData',
  signedOrderReceiver: 'orderData, orderSignature',
  registeredTermsReceiver: 'attestation, terms, termsSignature',
  inboxReceiver: 'orderData, orderSignature, inboxTerms',
}

const marks = ['attestation', 'orderData', 'orderSignature', 'terms', 'termsSignature', 'inboxTerms'] as const

/** Encodes evidence for the kind of receiver that takes it. */
export function encodeEvidence(evidence: FillEvidence): EncodedEvidence {
  const kind = kindOfEvidence(evidence)
  const recipientProof = readRecipientProof(evidence)
  switch (kind) {
    case 'attestedOrderReceiver': {
      const { attestation, signature, orderData, evmChains } = evidence as AttestedOrderEvidence
      const proof = proveOrderOutput(orderData, { evmChains })
      return encode(
        attestedOrderReceiverAbi,
        [...encodeAttestation(attestation, signature), proof, recipientProof],
        proof.output.payments[0]?.currency,
      )
    }
    case 'signedOrderReceiver': {
      const { orderData, evmChains, orderSignature } = evidence as SignedOrderEvidence
      const proof = proveSignedOrder(orderData, { evmChains })
      return encode(
        signedOrderReceiverAbi,
        [proof, readOrderBytes(orderSignature, 'orderSignature'), recipientProof],
        proof.output.payments[0]?.currency,
      )
    }
    case 'registeredTermsReceiver': {
      const { attestation, signature, terms, termsSignature } = evidence as RegisteredTermsEvidence
      const struct = toContractTerms(terms)
      return encode(
        registeredTermsReceiverAbi,
        [
          ...encodeAttestation(attestation, signature),
          struct,
          needTermsField(toBytes(termsSignature), 'termsSignature', termsSignature, 'hex of whole bytes'),
          recipientProof,
        ],
        struct.token,
      )
    }
    case 'inboxReceiver':
    case undefined:
      throw new FillEvidenceError({ found: foundIn(evidence) })
  }
}

/** Encodes the arguments of `claim`. @throws {@link InboxFieldError} if a term is malformed, or not allowed for this receiver. */
export function encodeClaim(evidence: InboxEvidence, receiver: Address) {
  if (kindOfEvidence(evidence) !== 'inboxReceiver') throw new FillEvidenceError({ found: foundIn(evidence) })
  const { inboxTerms, orderData, evmChains, orderSignature } = evidence
  computeInboxAddress({ receiver, terms: inboxTerms })
  return [
    readInboxTerms(inboxTerms),
    proveSignedOrder(orderData, { evmChains }),
    readOrderBytes(orderSignature, 'orderSignature'),
    readRecipientProof(evidence),
  ] as const
}

/** Encodes the evidence of a direct fill. */
export function encodeDirectFill(evidence: DirectFillEvidence): EncodedEvidence {
  const isSigned = kindOfEvidence(evidence) === 'signedOrderReceiver'
  if (isSigned) throw new FillEvidenceError({ found: foundIn(evidence), functionName: 'fill' })
  return encodeEvidence(evidence)
}

/** Reads the proof that the recipient is in the tree. */
export function readRecipientProof({ recipientProof = [] }: WithRecipientProof): Hex[] {
  const requirement = 'a list of words of 32 bytes'
  if (!Array.isArray(recipientProof)) {
    throw new RecipientFieldError({ field: 'recipientProof', value: recipientProof, requirement })
  }
  return recipientProof.map((value: unknown, index) => {
    const word = toBytes(value, [32])
    if (word) return word
    throw new RecipientFieldError({
      field: `recipientProof[${index}]`,
      value,
      requirement: '32 bytes of hex',
    })
  })
}

function foundIn(evidence: Partial<Record<(typeof marks)[number], unknown>>): string {
  return marks.filter((name) => evidence[name] !== undefined).join(', ')
}

/** Encodes an attestation with the `given` signature, or else with the attestation's own. */
export function encodeAttestation(attestation: AttestationInput, given: Hex | undefined) {
  const struct = toContractAttestation(attestation)
  return [struct, readSignature(given ?? attestation.signature, 'signature')] as const
}

/** Types all three ABIs as one of them, since they have the same functions. */
function encode(abi: readonly unknown[], args: readonly unknown[], token: Address | Hex | undefined) {
  return { abi, args, isNative: token === zeroAddress } as unknown as EncodedEvidence
}

/** Reads a signature as hex of whole bytes. The contract checks that it is valid. */
export function readSignature(value: Hex | undefined, field: string): Hex {
  if (value === undefined) throw new InvalidSignatureError({ reason: 'missing' })
  const bytes = toBytes(value)
  if (bytes !== undefined) return bytes
  throw new AttestationFieldError({ field, value, requirement: 'hex of whole bytes' })
}
