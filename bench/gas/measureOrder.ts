import { encodeFunctionData, size } from 'viem'
import { proveOrderOutput, signOrder } from '../../src/index.js'
import { makeEvidence, solver } from './makeEvidence.js'
import { startChain } from './startChain.js'

export type OrderResult = { gas: number; calldata: number }

/** The id and the signer of an order, recomputed by `OrderSigner`: its gas, less that of the same calldata to an empty account. */
export async function measureOrder(): Promise<OrderResult> {
  const chain = await startChain()
  try {
    const { viem, send } = chain
    const { orderData } = await makeEvidence({ ...chain, receiver: chain.target }, 1)
    const { address, abi } = await viem.deployContract('OrderSigner')
    const signature = await signOrder({ orderData, account: solver })
    const args = [proveOrderOutput(orderData), signature] as const
    const data = encodeFunctionData({ abi, functionName: 'read', args })
    const gas = (await send(address, data)) - (await send(chain.recipient, data))
    return { gas, calldata: size(data) }
  } finally {
    await chain.close()
  }
}
