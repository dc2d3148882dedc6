import type { Address } from 'viem'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import { createDeployer } from '../accounts.js'
import { type Chain, isNative, mockTokens, readBalance } from './chain.js'
import { setTokenBalance } from './setTokenBalance.js'

/** Adds to an account's balance. Units: smallest unit. */
export async function fundAccount(
  chain: Chain,
  { address, currency, amount }: { address: Address; currency: Address; amount: bigint },
): Promise<void> {
  const { client, name, contracts } = chain
  if (isNative(currency)) {
    await client.setBalance({ address, value: (await client.getBalance({ address })) + amount })
    return
  }
  if (!mockTokens.some(({ contract }) => contracts[contract] === currency)) {
    return setTokenBalance(client, currency, address, (await readBalance(chain, currency, address)) + amount)
  }
  const hash = await client.writeContract({
    abi: mockTokenAbi,
    address: currency,
    functionName: 'mint',
    args: [address, amount],
    account: createDeployer(name).account,
  })
  await client.waitForTransactionReceipt({ hash })
}
