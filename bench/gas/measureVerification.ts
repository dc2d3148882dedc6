import {
  encodeFunctionData,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  size,
} from 'viem'
import { makeEvidence, solver } from './makeEvidence.js'
import { startChain } from './startChain.js'

/** Ours, and the libraries that a contract developer would use otherwise. */
const libraries = ['fillproof', 'OpenZeppelin', 'Solady'] as const
type Library = (typeof libraries)[number]

export type VerificationResult = {
  /** Bytes of the signature. */
  signature: number
  /** The gas of a call with verification, less that of the same call without. */
  gas: Record<Library, number>
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
      for (const library of libraries) gas[library] = (await send(verifiers[library].address, data)) - without
      results.push({ signature: size(form), gas })
    }
    return results
  } finally {
    await chain.close()
  }
}
