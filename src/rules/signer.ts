import type { Address, Hex } from 'viem'
import { recoverDigest } from '../protocol/signature/recoverDigest.js'
import { type Fault, fault } from './verdict.js'

/** What a signature covers, and its signer: null when it recovers no address. */
export type Signed = { digest: Hex; signature: Hex; signer: Address | null }

/** Recovers a signer by the contracts' rules; null where they recover none. */
export async function recoverSigned(digest: Hex, signature: Hex): Promise<Signed> {
  const signer = await recoverDigest(digest, signature).catch(() => null)
  return { digest, signature, signer }
}

/** A signer's window in the policy of a contract. Unix seconds. */
export type SolverWindow = { isActive: boolean; window: readonly [start: number, stop: number] }

/** An active solver signed. */
export function* findSignerFaults(facts: { signed: Signed; solver: SolverWindow }): Generator<Fault> {
  const { digest, signature, signer } = facts.signed
  if (signer === null) yield fault('InvalidSignature', digest, signature)
  else if (!facts.solver.isActive) yield fault('UnknownSolver', signer, ...facts.solver.window)
}
