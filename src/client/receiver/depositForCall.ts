import { type Hash, parseAbi, zeroAddress } from 'viem'
import { getBlockNumber, getLogs, getTransactionCount } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { StepProgress } from '../../service/steps/types.js'
import { followDefaults } from '../follow/followParameters.js'
import type { FinalStatusRecord } from '../follow/waitForRequest.js'
import type { ServiceClient } from '../serviceClient.js'
import { DepositPendingError } from './errors.js'
import type { ReceiverCall } from './receiverCall.js'
import type { PayReceiverClients } from './types.js'

const deposits = parseAbi([
  'event RelayNativeDeposit(address from, uint256 amount, bytes32 id)',
  'event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)',
])

/**
 * Deposits for a call, unless that was done before, and follows its request.
 *
 * - Rule: before the wallet is asked, block and nonce are kept. A process that finds them without a transaction looks for
 *   the deposit, and waits for what is pending, before it asks again.
 */
export async function depositForCall(
  client: ServiceClient,
  parameters: PayReceiverClients,
  call: ReceiverCall,
): Promise<{ txHashes: Hash[]; outcome: FinalStatusRecord }> {
  const { walletClient, destinationClient, originClient, keep = () => {} } = parameters
  const { quote, request, bounds } = call
  const paying = quote.steps.findLast(({ items }) => items.length > 0)
  const item = paying?.items[0] as { txHash?: Hash | undefined } | undefined
  if (call.deposit && item && !item.txHash) item.txHash = await findDeposit(client, parameters, call)
  const address = walletClient.account!.address
  const onProgress = async (progress: StepProgress) => {
    if (progress.type === 'transactionRequested' && progress.step === paying?.id) {
      const nonce = await getTransactionCount(originClient, { address, blockTag: 'pending' })
      call.deposit ??= { fromBlock: String(await getBlockNumber(originClient, { cacheTime: 0 })), nonce }
      call.state = 'depositing'
      await keep(call)
    }
    if (progress.type === 'transactionSent' || progress.type === 'transactionConfirmed') await keep(call)
    await parameters.onProgress?.(progress)
  }
  const { txHashes, outcome } = await client.executeSteps({
    ...toBounds(bounds),
    quote,
    request,
    walletClient,
    destinationClient,
    onProgress,
    ...(parameters.timeoutMs !== undefined && { timeoutMs: parameters.timeoutMs }),
    ...(parameters.pollingIntervalMs !== undefined && { pollingIntervalMs: parameters.pollingIntervalMs }),
    ...(parameters.signal && { signal: parameters.signal }),
  })
  // A request between two chains, as all of these are, is followed to its end.
  return { txHashes, outcome: outcome as FinalStatusRecord }
}

/**
 * The transaction of a deposit that an earlier process asked the wallet for.
 *
 * - Rule: anyone can deposit with an order's id, so token and amount must be the order's as well.
 *
 * @returns Undefined when there is none and none can follow: the next one has the same nonce, or a later one was mined.
 */
async function findDeposit(
  { profile }: ServiceClient,
  { originClient, walletClient, signal, ...parameters }: PayReceiverClients,
  { callHash, request, quote, deposit }: ReceiverCall,
): Promise<Hash | undefined> {
  const { fromBlock, nonce } = deposit!
  const { timeoutMs = followDefaults.timeoutMs, pollingIntervalMs = followDefaults.pollingIntervalMs } =
    parameters
  const { address } = walletClient.account!
  const { depository } = profile.chains!.find(({ id }) => id === request.originChainId)!
  const orderData = quote.protocol!.v2!.orderData!
  const orderId = hashOrder(orderData)
  const { payment } = parseOrder(orderData).inputs[0]!
  const end = Date.now() + timeoutMs
  for (;;) {
    // Counted first: what was mined by then is in the logs.
    const [mined, pending] = await Promise.all([
      getTransactionCount(originClient, { address, blockTag: 'latest' }),
      getTransactionCount(originClient, { address, blockTag: 'pending' }),
    ])
    const logs = await getLogs(originClient, {
      address: depository,
      events: deposits,
      fromBlock: BigInt(fromBlock),
      strict: true,
    })
    const found = logs.find(({ eventName, args }) => {
      const token = eventName === 'RelayErc20Deposit' ? args.token.toLowerCase() : zeroAddress
      return args.id === orderId && args.amount === payment.amount && token === payment.currency
    })
    if (found) return found.transactionHash
    if (pending <= mined && mined >= nonce) return undefined
    if (Date.now() >= end || signal?.aborted) throw new DepositPendingError({ callHash, nonce })
    await sleep(pollingIntervalMs)
  }
}

function toBounds({ allowUnverified, ...amounts }: ReceiverCall['bounds']) {
  const bigints = Object.entries(amounts).map(([name, amount]) => [name, BigInt(amount)])
  return { ...Object.fromEntries(bigints), ...(allowUnverified && { allowUnverified }) }
}
