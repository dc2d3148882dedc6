import { type Address, encodeFunctionData, type Hash } from 'viem'
import { mockRouterAbi } from '../../abi/mockRouter.js'
import { isNative } from '../chains/chain.js'
import type { FillParameters } from './fillParameters.js'
import { createMulticall, overrideBalance } from './routerCalls.js'
import { simulate, submit } from './submit.js'
import { createTransfer, readTokenBalance } from './transfer.js'
import type { Send, Wallet } from './wallet.js'

const failReason = 'EXECUTION_REVERTED'

/**
 * Runs the order's calls through the router, with the funds in it. Native currency that is left goes to the user; a
 * token that is left stays in the router unless the calls sweep it.
 */
export async function fillThroughRouter({
  record: { terms },
  amount,
  ...rest
}: FillParameters): Promise<Hash> {
  const { wallet, send, isBlind } = rest
  const { calls, user, destinationCurrency: currency } = terms
  const { router } = wallet.chain.contracts
  const multicall = createMulticall(router, calls, user)
  if (isNative(currency)) {
    return submit({ ...rest, transaction: { ...multicall, value: amount }, failReason })
  }
  // The tokens go ahead in a transaction of their own, and whoever comes first may take them out of the router. So they
  // are sent only when the calls are known to work, and are fetched back when the calls fail nevertheless.
  if (!isBlind) {
    await simulate(
      wallet,
      multicall,
      failReason,
      await overrideBalance(wallet.chain, currency, router, amount),
    )
  }
  await submit({ wallet, send, transaction: createTransfer(currency, router, amount), failReason })
  try {
    return await submit({ ...rest, transaction: multicall, failReason })
  } catch (error) {
    await fetchBack(wallet, send, currency, amount)
    throw error
  }
}

async function fetchBack(wallet: Wallet, send: Send, token: Address, sent: bigint): Promise<void> {
  const { router } = wallet.chain.contracts
  const held = await readTokenBalance(wallet, token, router)
  if (held === 0n) return
  const amount = held < sent ? held : sent
  const data = encodeFunctionData({
    abi: mockRouterAbi,
    functionName: 'cleanupErc20s',
    args: [[token], [wallet.address], [amount]],
  })
  await submit({ wallet, send, transaction: { to: router, data }, failReason })
}
