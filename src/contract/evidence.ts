import type { Hex } from 'viem'
import { type ContractAttestation, toContractAttestation } from '../attestation/toContractAttestation.js'
import type { AttestationInput } from '../attestation/types.js'
import { AttestationFieldError } from '../errors/attestation.js'
import { InvalidSignatureError } from '../errors/signature.js'
import { toBytes } from '../format/values.js'
import { proveOrderOutput } from '../order/proveOrderOutput.js'
import type { OrderData, OrderProof } from '../order/types.js'

/** What a receiver wants to see of an attested order. */
export type FillEvidence = {
  /** Of layout v1. */
  attestation: AttestationInput
  /** The attestation's own by default. */
  signature?: Hex | undefined
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** For receivers whose recipient list needs a proof; empty by default. */
  recipientProof?: readonly Hex[] | undefined
}

/** The first four arguments of `fill`, `authorizeFill` and `inspectFill`. */
export function encodeEvidence(
  evidence: FillEvidence,
): readonly [ContractAttestation, Hex, OrderProof, readonly Hex[]] {
  const { attestation, orderData, recipientProof = [] } = evidence
  const struct = toContractAttestation(attestation)
  const signature = evidence.signature ?? attestation.signature
  if (signature === undefined) throw new InvalidSignatureError({ reason: 'missing' })
  return [struct, readBytes(signature), proveOrderOutput(orderData), recipientProof]
}

/** Hex of whole bytes. Which signatures are valid is for the receiver to say. */
function readBytes(signature: Hex): Hex {
  const bytes = toBytes(signature)
  if (bytes !== undefined) return bytes
  throw new AttestationFieldError({ field: 'signature', value: signature, requirement: 'hex of whole bytes' })
}
