// A receiver without a proxy, and the calls that it takes.
import { encodeFunctionData, padHex, zeroAddress } from 'viem'
import type { Payment } from '../../src/protocol/payment/payment.js'
import { chainName, type Evidence, originChainId, solver } from './makeEvidence.js'
import { type Chain, startChain } from './startChain.js'
import { unlock } from './unlock.js'

export type Receiver = Awaited<ReturnType<typeof deployReceiver>>

/** Starts a chain with a receiver. */
export async function deployReceiver() {
  const chain = await startChain()
  const { address, abi, write } = await chain.viem.deployContract('AttestedOrderReceiver')
  await unlock(chain, address)
  await write.initialize([makeConfig(chain)])
  await chain.approve(address)
  return {
    ...chain,
    receiver: address,
    encodeFill: ({ a, signature, proof }: Evidence, amount: bigint) =>
      encodeFunctionData({ abi, functionName: 'fill', args: [a, signature, proof, [], amount] }),
    encodeAuthorize: ({ a, signature, proof }: Evidence) =>
      encodeFunctionData({ abi, functionName: 'authorizeFill', args: [a, signature, proof, []] }),
    encodePay: (payment: Payment) =>
      encodeFunctionData({ abi, functionName: 'payAuthorized', args: [payment] }),
  }
}

/** A policy that accepts what is measured. */
export function makeConfig({ admin, recipient, router, token }: Chain) {
  const native = padHex(zeroAddress, { size: 32 })
  return {
    ...{ admin, guardian: admin, rescuer: admin },
    chainName,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    routes: [{ chainId: BigInt(originChainId), currency: native, min: 1n, max: 10n ** 30n }],
    tokens: [zeroAddress, token].map((token) => ({ token, min: 1n, max: 2n ** 128n - 1n })),
    recipients: [{ recipient, hook: false }],
    routers: [router],
    reserved: [],
  }
}
