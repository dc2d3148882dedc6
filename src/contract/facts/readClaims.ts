import { type Address, type Hex, hashMessage, pad } from 'viem'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import { toContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { AttestationInput } from '../../protocol/attestation/types.js'
import { computeInboxAddress } from '../../protocol/inbox/computeInboxAddress.js'
import { type InboxTerms, readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { hashOrderProof } from '../../protocol/order/hashOrderProof.js'
import { hashSignedOrderProof } from '../../protocol/order/hashSignedOrderProof.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { proveSignedOrder } from '../../protocol/order/proveSignedOrder.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { Claims, GivenInbox } from '../../rules/accepts/claims.js'
import { recoverSigned } from '../../rules/signer.js'
import type { FillEvidence, InboxEvidence } from '../evidence.js'

/** Reads what the evidence claims, and recovers the signer. Expects evidence that `encodeEvidence` accepts. */
export async function readClaims(evidence: FillEvidence | InboxEvidence, receiver: Address): Promise<Claims> {
  if (evidence.orderSignature !== undefined) {
    const proof = proveSignedOrder(evidence.orderData, evidence)
    const id = hashSignedOrderProof(proof)
    return {
      id,
      ...(await recoverSigned(readDigest(id), evidence.orderSignature)),
      origins: proof.inputs.map(({ payment }) => ({
        chainName: payment.chainId,
        currency: payment.currency,
        amount: payment.amount,
      })),
      originUser: pad('0x'),
      order: proof,
      ...(evidence.inboxTerms && { inbox: readInbox(evidence.inboxTerms, receiver) }),
    }
  }
  const attestation = toContractAttestation(evidence.attestation)
  const signature = evidence.signature ?? evidence.attestation.signature ?? '0x'
  const digest = readDigest(evidence.attestation)
  const { originChainId: chainId, originCurrency: currency, originAmount: amount, originUser } = attestation
  const claims = {
    ...(await recoverSigned(digest, signature)),
    origins: [{ chainId, currency, amount }],
    originUser,
    attestation,
  }
  if (evidence.terms !== undefined) {
    const registered = { terms: toContractTerms(evidence.terms), signature: evidence.termsSignature }
    return { ...claims, id: attestation.requestId, registered }
  }
  const proof = proveOrderOutput(evidence.orderData, evidence)
  return { ...claims, id: hashOrderProof(proof), order: proof }
}

/** Returns the terms of an inbox, and the address that follows from them. */
function readInbox(terms: InboxTerms, receiver: Address): GivenInbox {
  return { terms: readInboxTerms(terms), address: computeInboxAddress({ receiver, terms }) }
}

/** Returns the digest that a solver's signature covers: the digest of an attestation, or of an order id. */
export function readDigest(signed: Hex | AttestationInput): Hex {
  return hashMessage({ raw: typeof signed === 'string' ? signed : hashAttestation(signed) })
}
