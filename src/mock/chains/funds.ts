import {
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  numberToHex,
  type PrivateKeyAccount,
  parseEther,
  parseUnits,
} from 'viem'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import { createDeployer } from '../accounts.js'
import { MockOptionError } from '../errors.js'
import { type Chain, isNative, mockTokens, readBalance, tokensOf } from './chain.js'
import type { ChainClient } from './createChainClient.js'
import { findBalanceSlot } from './findBalanceSlot.js'
import { listRouters } from './router.js'

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

/** In whole units. */
export const solverFunds = { native: '1000000', token: '1000000000' }

/** Gives a new solver the first solver's initial funds, and approves the approval proxies. */
export async function fundSolver(chain: Chain, solver: PrivateKeyAccount): Promise<void> {
  const { client, currencies } = chain
  await client.setBalance({ address: solver.address, value: parseEther(solverFunds.native) })
  for (const { address: currency, decimals } of currencies) {
    if (isNative(currency)) continue
    const amount = parseUnits(solverFunds.token, decimals)
    await fundAccount(chain, { address: solver.address, currency, amount })
  }
  for (const approval of encodeApprovals(chain)) {
    const hash = await client.sendTransaction({ ...approval, account: solver })
    await client.waitForTransactionReceipt({ hash })
  }
}

/** Encodes the solver's approvals of every approval proxy. */
export function encodeApprovals({ contracts, currencies }: Chain): { to: Address; data: Hex }[] {
  return tokensOf(currencies).flatMap((token) =>
    listRouters(contracts).map(({ approvalProxy }) => ({
      to: token,
      data: encodeFunctionData({
        abi: mockTokenAbi,
        functionName: 'approve',
        args: [approvalProxy, maxUint256],
      }),
    })),
  )
}

/**
 * Writes a balance into the storage of a token that has no open `mint`. The total supply stays the same.
 *
 * @throws {@link MockOptionError} if the balances are in none of the usual places.
 */
export async function setTokenBalance(
  client: ChainClient,
  token: Address,
  holder: Address,
  balance: bigint,
): Promise<void> {
  const index = await findBalanceSlot(client, token, holder)
  if (!index) {
    throw new MockOptionError({
      option: 'currency',
      value: token,
      requirement: 'a token whose balances are in a mapping of its first 64 slots',
    })
  }
  await client.setStorageAt({ address: token, index, value: numberToHex(balance, { size: 32 }) })
}
