import { encodeFunctionData, type Hex, keccak256, size, toHex } from 'viem'
import type { Asset } from './flows.js'
import { amount } from './makeEvidence.js'
import { startChain } from './startChain.js'

export type TransferResult = { asset: Asset; marked: boolean; gas: number; calldata: number }

/** Passes a payment on without verification, without and with one stored mark. */
export async function measureTransfers(): Promise<TransferResult[]> {
  const chain = await startChain()
  try {
    const { address, abi } = await chain.viem.deployContract('UnverifiedTransfer')
    await chain.approve(address)
    const { recipient, token } = chain
    const encode = (asset: Asset, marked: boolean, id: Hex) => {
      if (asset === 'native') {
        return marked
          ? encodeFunctionData({ abi, functionName: 'payAndMark', args: [id, recipient] })
          : encodeFunctionData({ abi, functionName: 'pay', args: [recipient] })
      }
      return marked
        ? encodeFunctionData({ abi, functionName: 'payTokenAndMark', args: [id, token, recipient, amount] })
        : encodeFunctionData({ abi, functionName: 'payToken', args: [token, recipient, amount] })
    }
    const results: TransferResult[] = []
    for (const asset of ['native', 'ERC-20'] as const) {
      for (const marked of [false, true]) {
        const value = asset === 'native' ? amount : 0n
        await chain.send(address, encode(asset, marked, keccak256(toHex(`${asset} 1`))), value)
        const data = encode(asset, marked, keccak256(toHex(`${asset} 2`)))
        results.push({ asset, marked, gas: await chain.send(address, data, value), calldata: size(data) })
      }
    }
    return results
  } finally {
    await chain.close()
  }
}
