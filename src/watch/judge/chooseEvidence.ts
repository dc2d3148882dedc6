import { isAddressEqual } from 'viem'
import { type Evidence, hashSigned } from '../../contract/findEvidence.js'
import { recoverRegistrar } from '../../protocol/registrar/recoverRegistrar.js'
import { recoverSigner } from '../../protocol/signature/recoverDigest.js'
import type { ChainTransaction } from '../chainView.js'
import type { JudgePaidFillParameters } from './parameters.js'

/**
 * Chooses the evidence that the receiver accepted, from all evidence for one id in a transaction.
 *
 * - In a transaction to the receiver itself, the receiver accepted the first evidence.
 * - In a transaction to another contract, only genuine evidence counts, because a payer can write anything into the calldata.
 *   The receiver accepted the first genuine evidence. If other genuine evidence has different terms, the terms are unknown.
 * - Evidence is genuine if its signer is trusted or is the solver that the fill names. Terms of a registrar must also be signed
 *   by a registrar of the receiver.
 * - If no evidence is genuine, chooses the first order without its attestation and signature, because the id of an order is
 *   the hash of its terms.
 */
export async function chooseEvidence(
  found: readonly Evidence[],
  transaction: ChainTransaction,
  parameters: JudgePaidFillParameters,
): Promise<Evidence | undefined> {
  const { to } = transaction
  if (to !== null && isAddressEqual(to, parameters.job.receiver)) return found[0]
  const areGenuine = await Promise.all(found.map((evidence) => isGenuine(evidence, parameters)))
  const [first, ...others] = found.filter((_, index) => areGenuine[index])
  if (!first) return withoutSignature(found.find(({ registered }) => !registered))
  if (others.every(({ terms }) => isSame(terms, first.terms))) return first
  const { terms: _terms, ...unclear } = first
  return unclear
}

function withoutSignature(evidence: Evidence | undefined): Evidence | undefined {
  if (!evidence) return undefined
  const { attestation: _attestation, signature: _signature, ...bound } = evidence
  return bound
}

async function isGenuine(
  evidence: Evidence,
  { fill, job: { chainId, receiver }, solvers, chain }: JudgePaidFillParameters,
): Promise<boolean> {
  const { signature, registered } = evidence
  // Without a signature, the id is the hash of the terms, so the terms are genuine.
  if (signature === undefined) return true
  const signer = await recoverSigner(hashSigned(evidence), signature).catch(() => null)
  if (!signer || ![...solvers, fill.solver].some((solver) => isAddressEqual(solver, signer))) return false
  if (!registered) return true
  const registrar = await recoverRegistrar({ chainId, receiver, ...registered }).catch(() => null)
  return registrar !== null && (await chain.isRegistrar(registrar))
}

function isSame(one: Evidence['terms'], other: Evidence['terms']): boolean {
  if (!one || !other) return one === other
  return (
    isAddressEqual(one.token, other.token) &&
    isAddressEqual(one.recipient, other.recipient) &&
    one.minimum === other.minimum &&
    one.deadline === other.deadline
  )
}
