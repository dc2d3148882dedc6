import { type Address, type Hex, recoverAddress } from 'viem'
import { readSignature } from '../protocol/signature/splitSignature.js'
import { type Explanation, type Fault, fault } from './verdict.js'

/** A signature, the digest that it covers, and its signer. The signer is null if the signature recovers no address. */
export type Signed = { digest: Hex; signature: Hex; signer: Address | null }

/** Recovers the signer of a digest by the contracts' rules. `signer` is null if they recover no address. */
export async function recoverSigned(digest: Hex, signature: Hex): Promise<Signed> {
  let signer: Address | null = null
  try {
    const parts = readSignature(signature)
    if (typeof parts !== 'string') signer = await recoverAddress({ hash: digest, signature: parts })
  } catch {} // Not hex, or no key could have made it.
  return { digest, signature, signer }
}

/** The time in which a contract's policy accepts a signer, from `start` to `stop` in Unix seconds. */
export type SolverWindow = { isActive: boolean; window: readonly [start: number, stop: number] }

/** Finds a signature that recovers no signer, or whose signer is not an active solver. */
export function* findSignerFaults(facts: { signed: Signed; solver: SolverWindow }): Generator<Fault> {
  const { digest, signature, signer } = facts.signed
  if (signer === null) yield fault('InvalidSignature', digest, signature)
  else if (!facts.solver.isActive) {
    const { window } = facts.solver
    const unknown = fault('UnknownSolver', signer, ...window)
    yield window.some(Boolean) ? unknown : { ...unknown, words: describeUnlisted(signer) }
  }
}

function describeUnlisted(signer: Address): Explanation {
  return {
    says: `Not signed by an active solver. Recovered: ${signer}, which the contract does not list.`,
    remedy: 'A field was changed or another key signed: take the evidence as the service gives it.',
  }
}
