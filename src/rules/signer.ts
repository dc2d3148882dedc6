import type { Address, Hex } from 'viem'
import { type Fault, fault } from './verdict.js'

/** What a signature covers, and its signer: null when it recovers no address. */
export type Signed = { digest: Hex; signature: Hex; signer: Address | null }

/** A signer's window in the policy of a contract. Unix seconds. */
export type SolverWindow = { isActive: boolean; window: readonly [start: number, stop: number] }

/** An active solver signed. */
export function* findSignerFaults(facts: { signed: Signed; solver: SolverWindow }): Generator<Fault> {
  const { digest, signature, signer } = facts.signed
  if (signer === null) yield fault('InvalidSignature', digest, signature)
  else if (!facts.solver.isActive) yield fault('UnknownSolver', signer, ...facts.solver.window)
}
