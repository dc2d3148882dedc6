import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { mockMetadataRouterAbi } from '../../generated/abi/mockMetadataRouter.js'
import { CallerError } from '../callerError.js'
import type { Chain } from '../chains/chain.js'
import { isNative } from '../chains/chain.js'
import type { PricedTrade } from '../pricing.js'
import { type Revert, readRevert, toRevert } from '../solver/readRevert.js'
import { createFillWithCalls } from '../solver/transactions.js'
import type { WalletTransaction } from '../solver/wallet.js'
import type { CheckedQuoteRequest } from './checkedQuoteRequest.js'

type Failure = Revert & { at: string; from: Address; to: Address; callData: Hex; value: bigint }

/**
 * Simulates the transaction that will fill a quote with calls, with the solver's funds. The public service does the
 * same before it quotes.
 *
 * @throws {@link CallerError} DESTINATION_TX_FAILED with the first call that fails.
 */
export async function simulateCalls(
  request: CheckedQuoteRequest,
  trade: PricedTrade,
  orderId: Hex,
  solver: Address,
): Promise<void> {
  const { calls, destination, output, user, txsGasLimit } = request
  const { chain } = destination
  if (!chain || calls.length === 0) return
  const createFill = (allowFailure: boolean) =>
    createFillWithCalls({
      router: chain.router,
      orderId,
      currency: output.address,
      amount: trade.expectedAmount,
      calls,
      refundTo: user,
      txsGasLimit,
      allowFailure,
    })
  const transaction = createFill(false)
  const result = await run(chain, transaction, solver)
  if (!('revert' in result)) return

  const { at, from, to, callData, value, data, message } = (await findFailingCall()) ?? {
    ...result.revert,
    at: 'txs',
    from: solver,
    to: transaction.to,
    callData: transaction.data ?? '0x',
    value: transaction.value ?? 0n,
  }
  throw new CallerError('DESTINATION_TX_FAILED', `${at} would fail: ${message}`, {
    fields: {
      errorData: data,
      failedCallData: { from: from.toLowerCase(), to: to.toLowerCase(), data: callData, value: `${value}` },
    },
  })

  /** Runs the same transaction, but lets each call fail on its own. */
  async function findFailingCall(): Promise<Failure | undefined> {
    const tolerant = await run(chain!, createFill(true), solver)
    if ('revert' in tolerant) return undefined
    // The routers and proxies of all versions return the same type.
    const results = decodeFunctionResult({
      abi: mockMetadataRouterAbi,
      functionName: 'multicall',
      data: tolerant.returned,
    })
    const own = results.slice(isNative(output.address) ? 1 : 0)
    const index = own.findIndex(({ success }) => !success)
    const call = calls[index]
    if (!call) return undefined
    const { to, data: callData, value } = call
    const from = chain!.router.address
    return { ...toRevert(own[index]!.returnData), at: `txs[${index}]`, from, to, callData, value }
  }
}

async function run(
  { client }: Chain,
  transaction: WalletTransaction,
  account: Address,
): Promise<{ returned: Hex } | { revert: Revert }> {
  try {
    const { data = '0x' } = await client.call({ ...transaction, account, blockTag: 'pending' })
    return { returned: data }
  } catch (error) {
    return { revert: readRevert(error) }
  }
}
