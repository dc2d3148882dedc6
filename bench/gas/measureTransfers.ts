import { type Address, encodeFunctionData, type Hex, keccak256, size, toHex } from 'viem'
import { type Asset, assets, nativeValue, type Payee } from './flows.js'
import { amount } from './makeEvidence.js'
import { type Chain, startChain } from './startChain.js'

export type TransferResult = { asset: Asset; paid: Payee; marked: boolean; gas: number; calldata: number }
type Encode = (asset: Asset, marked: boolean, id: Hex) => Hex

/** Passes a payment on without verification, without and with one stored mark, to each payee. */
export async function measureTransfers(): Promise<TransferResult[]> {
  return [...(await measure('recipient', deployTransfer)), ...(await measure('depository', deployDeposit))]
}

async function measure(
  paid: Payee,
  deploy: (chain: Chain) => Promise<{ address: Address; encode: Encode }>,
): Promise<TransferResult[]> {
  const chain = await startChain()
  try {
    const { address, encode } = await deploy(chain)
    await chain.approve(address)
    const results: TransferResult[] = []
    for (const asset of assets) {
      for (const marked of [false, true]) {
        const value = nativeValue(asset)
        await chain.send(address, encode(asset, marked, keccak256(toHex(`${asset} 1`))), value)
        const data = encode(asset, marked, keccak256(toHex(`${asset} 2`)))
        results.push({
          asset,
          paid,
          marked,
          gas: await chain.send(address, data, value),
          calldata: size(data),
        })
      }
    }
    return results
  } finally {
    await chain.close()
  }
}

async function deployTransfer({ viem, recipient, token }: Chain) {
  const { address, abi } = await viem.deployContract('UnverifiedTransfer')
  const encode: Encode = (asset, marked, id) => {
    if (asset === 'native') {
      return marked
        ? encodeFunctionData({ abi, functionName: 'payAndMark', args: [id, recipient] })
        : encodeFunctionData({ abi, functionName: 'pay', args: [recipient] })
    }
    return marked
      ? encodeFunctionData({ abi, functionName: 'payTokenAndMark', args: [id, token, recipient, amount] })
      : encodeFunctionData({ abi, functionName: 'payToken', args: [token, recipient, amount] })
  }
  return { address, encode }
}

async function deployDeposit({ viem, token }: Chain) {
  const depository = await viem.deployContract('MockDepository')
  const { address, abi } = await viem.deployContract('UnverifiedDeposit')
  const encode: Encode = (asset, marked, id) => {
    if (asset === 'native') {
      const functionName = marked ? 'payAndMark' : 'pay'
      return encodeFunctionData({ abi, functionName, args: [id, depository.address] })
    }
    const functionName = marked ? 'payTokenAndMark' : 'payToken'
    return encodeFunctionData({ abi, functionName, args: [id, depository.address, token, amount] })
  }
  return { address, encode }
}
