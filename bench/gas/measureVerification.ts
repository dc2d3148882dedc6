import {
  encodeFunctionData,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  size,
} from 'viem'
import { makeEvidence, solver } from './makeEvidence.js'
import { startChain } from './startChain.js'

/** Ours, and what a contract developer would otherwise write. */
export const contenders = ['fillproof', 'OpenZeppelin', 'Solady'] as const
export type Contender = (typeof contenders)[number]

export type VerificationResult = {
  /** Bytes of the signature. */
  signature: number
  /** What the call uses with verification, beyond what the same call uses without. */
  gas: Record<Contender, number>
}

/** Verifies one signature in both of its forms: hash, recovery, and the comparison with one immutable solver. */
export async function measureVerification(): Promise<VerificationResult[]> {
  const chain = await startChain()
  try {
    const { viem, send } = chain
    const { a, signature } = await makeEvidence({ ...chain, receiver: chain.target }, 1)
    const unchecked = await viem.deployContract('UncheckedVerification')
    const { abi } = unchecked
    const verifiers = {
      fillproof: await viem.deployContract('FillproofVerification', [solver.address]),
      OpenZeppelin: await viem.deployContract('OpenZeppelinVerification', [solver.address]),
      Solady: await viem.deployContract('SoladyVerification', [solver.address]),
    }
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
    const results: VerificationResult[] = []
    for (const form of [signature, compact]) {
      const data = encodeFunctionData({ abi, functionName: 'verify', args: [a, form] })
      const without = await send(unchecked.address, data)
      const gas = {} as VerificationResult['gas']
      for (const contender of contenders)
        gas[contender] = (await send(verifiers[contender].address, data)) - without
      results.push({ signature: size(form), gas })
    }
    return results
  } finally {
    await chain.close()
  }
}
