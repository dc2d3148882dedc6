// The guards that are compared: ours, and what a contract developer would otherwise write.
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Contender } from './contenders.js'
import { chainName, originChainId, originChainName, solver } from './makeEvidence.js'
import type { PaymentEvidence } from './makePaymentEvidence.js'
import { type Chain, startChain } from './startChain.js'
import { unlock } from './unlock.js'

export const evidenceKinds = ['payAttested', 'paySigned'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]
export type GuardContest = Awaited<ReturnType<typeof deployGuardContender>>

/** Starts a chain with a depository and one guard before it, and with the calls that it takes. */
export async function deployGuardContender(contender: Contender) {
  const chain = await startChain()
  const { address: depository } = await chain.viem.deployContract('MockDepository')
  const config = makeConfig(chain, depository)
  if (contender === 'fillproof') {
    const { address, abi, write } = await chain.viem.deployContract('PaymentGuard')
    await unlock(chain, address)
    await write.initialize([config], { account: chain.payer })
    await chain.approve(address)
    return {
      ...chain,
      contender,
      depository,
      guard: address,
      encodePayment: (kind: EvidenceKind, { a, signature, orderSignature, proof, terms }: PaymentEvidence) =>
        kind === 'payAttested'
          ? encodeFunctionData({ abi, functionName: kind, args: [a, signature, proof, terms] })
          : encodeFunctionData({ abi, functionName: kind, args: [proof, orderSignature, terms] }),
    }
  }
  const { address, abi } = await chain.viem.deployContract(`${contender}Guard`, [config])
  await chain.approve(address)
  return {
    ...chain,
    contender,
    depository,
    guard: address,
    encodePayment: (
      kind: EvidenceKind,
      { a, signature, orderSignature, order, terms }: PaymentEvidence,
    ): Hex =>
      kind === 'payAttested'
        ? encodeFunctionData({ abi, functionName: kind, args: [a, signature, order, terms] })
        : encodeFunctionData({ abi, functionName: kind, args: [order, orderSignature, terms] }),
  }
}

/** The chain that receivers are compared on is the origin here, and their origin the destination. */
function makeConfig({ admin, recipient }: Chain, depository: Address) {
  return {
    admin,
    depository,
    chainName,
    solvers: [{ solver: solver.address as Address, start: 0, stop: 0 }],
    chains: [{ name: originChainName, chainId: BigInt(originChainId), isEvm: true }],
    recipients: [{ chainId: BigInt(originChainId), recipient }],
  }
}
