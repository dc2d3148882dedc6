// A guard without a proxy before a depository, and the calls that it takes.
import { type Address, encodeFunctionData } from 'viem'
import { chainName, originChainId, originChainName, solver } from './makeEvidence.js'
import type { PaymentEvidence } from './makePaymentEvidence.js'
import { type Chain, startChain } from './startChain.js'
import { unlock } from './unlock.js'

export const evidenceKinds = ['payAttested', 'paySigned'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]
export type Guard = Awaited<ReturnType<typeof deployGuard>>

/** Starts a chain with a depository and a guard. */
export async function deployGuard() {
  const chain = await startChain()
  const { address: depository } = await chain.viem.deployContract('MockDepository')
  const { address, abi, write } = await chain.viem.deployContract('PaymentGuard')
  await unlock(chain, address)
  await write.initialize([makeConfig(chain, depository)])
  await chain.approve(address)
  return {
    ...chain,
    guard: address,
    encodePayment: (kind: EvidenceKind, { a, signature, orderSignature, proof, terms }: PaymentEvidence) =>
      kind === 'payAttested'
        ? encodeFunctionData({ abi, functionName: kind, args: [a, signature, proof, terms] })
        : encodeFunctionData({ abi, functionName: kind, args: [proof, orderSignature, terms] }),
  }
}

/** A receiver's destination is the origin here, and its origin the destination. */
function makeConfig({ admin, recipient }: Chain, depository: Address) {
  return {
    ...{ admin, guardian: admin, rescuer: admin },
    depository,
    chainName,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    chains: [{ name: originChainName, chainId: BigInt(originChainId), isEvm: true }],
    recipients: [{ chainId: BigInt(originChainId), recipient }],
  }
}
