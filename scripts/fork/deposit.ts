import { type Address, erc20Abi, type Hash, type Hex, parseAbi, zeroAddress } from 'viem'
import type { ForkNode } from './connect.js'

const abi = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
])

/** Deposits for an order at the chain's depository. Returns the confirmed transaction. */
export async function deposit({
  node: { client, account, confirm },
  depository,
  token,
  amount,
  orderId,
}: {
  node: ForkNode
  depository: Address
  token: Address
  amount: bigint
  orderId: Hex
}): Promise<Hash> {
  const depositor = account.address
  if (token === zeroAddress) {
    const args = [depositor, orderId] as const
    const native = { abi, address: depository, functionName: 'depositNative', args, value: amount } as const
    return (await confirm(await client.writeContract(native))).transactionHash
  }
  const approval = {
    abi: erc20Abi,
    address: token,
    functionName: 'approve',
    args: [depository, amount],
  } as const
  await confirm(await client.writeContract(approval))
  const args = [depositor, token, amount, orderId] as const
  const erc20 = { abi, address: depository, functionName: 'depositErc20', args } as const
  return (await confirm(await client.writeContract(erc20))).transactionHash
}
