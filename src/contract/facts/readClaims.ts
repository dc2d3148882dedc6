import { type Hex, hashMessage, pad } from 'viem'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import { toContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { AttestationInput } from '../../protocol/attestation/types.js'
import { hashOrderProof } from '../../protocol/order/hashOrderProof.js'
import { hashSignedOrderProof } from '../../protocol/order/hashSignedOrderProof.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { proveSignedOrder } from '../../protocol/order/proveSignedOrder.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { Claims } from '../../rules/accepts/claims.js'
import { recoverSigned } from '../../rules/signer.js'
import type { FillEvidence } from '../evidence.js'

/** Reads what the evidence claims, and recovers the signer. Expects evidence that `encodeEvidence` accepts. */
export async function readClaims(evidence: FillEvidence): Promise<Claims> {
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

/** Returns the digest that a solver's signature covers: an attestation's, or an order id's. */
export function readDigest(signed: Hex | AttestationInput): Hex {
  return hashMessage({ raw: typeof signed === 'string' ? signed : hashAttestation(signed) })
}
