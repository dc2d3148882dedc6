import { type Address, type Client, type Hash, isAddress, parseAbi, zeroAddress } from 'viem'
import { getBlock, getChainId, getLogs, getTransactionCount } from 'viem/actions'
import { toRecord } from '../../base/values.js'
import { inTime, leastNodeMs } from '../../contract/rpc/inTime.js'
import { newestBlocks } from '../../contract/rpc/readLogs.js'
import { type BlockRange, readPages } from '../../contract/rpc/readPages.js'
import { finalityOf } from '../../service/profile/finalityOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import { patienceMs } from './depositState.js'
import { findNonceBlock } from './findNonceBlock.js'
import type { HeldDeposit } from './holdCall.js'
import type { DepositClients } from './types.js'

const deposits = parseAbi([
  'event RelayNativeDeposit(address from, uint256 amount, bytes32 id)',
  'event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)',
])

/**
 * The most by which a node in use lags another: this many blocks, or this many seconds. So if a block is older than both limits,
 * every node has all logs of the block.
 */
export const mostLag = { blocks: newestBlocks, seconds: 600n }

type Clients = Pick<DepositClients, 'originClient' | 'walletClient'>

/** The state of a requested deposit on the origin chain. */
export type DepositFinding =
  | { state: 'found'; txHash: Hash; block?: undefined }
  /** Another transaction used the deposit's nonce, and is deep enough to be final. So no deposit can follow. */
  | { state: 'none'; block: bigint }
  /**
   * - `pending`: the wallet has pending transactions, or a fixed nonce was used too recently to be final.
   * - `unseen`: nothing is pending, and a fixed nonce is still unused. A deposit in a private mempool is still possible.
   *
   * `mined` is the next nonce if only mined transactions count, and `next` if pending transactions count too.
   */
  | { state: 'pending' | 'unseen'; block: bigint; mined: number; next: number }

/**
 * Looks once for the deposit of a call.
 *
 * - Reads the nonce at `toBlock`, a block that the caller has already fetched.
 * - Reports `none` only if the block that used the nonce certainly contains no such deposit: the block was read by its hash, or
 *   is older than the limits of {@link mostLag}. For a range of blocks, a lagging node may leave out logs.
 * - Anyone can deposit with an order's id, so the token and the amount must match the order too.
 *
 * @param range - Starts at the block of the wallet request, or at the first block that was not searched yet. Ends at the block
 *   that was the newest when the caller looked.
 * @throws The node's error, for example if the node lacks the block.
 */
async function search(
  profile: ServiceProfile,
  clients: Clients,
  { call: { request, quote, deposit }, orderId, order }: HeldDeposit,
  range: BlockRange,
): Promise<DepositFinding> {
  const { originClient, walletClient } = clients
  const { nonce, isNonceFixed } = deposit!
  const { fromBlock: first, toBlock: block } = range
  const { address } = walletClient.account!
  const { depository, name } = profile.chains!.find(({ id }) => id === request.originChainId)!
  // The quote's own target is searched too, since the profile may have changed after the quote was checked.
  const target = toRecord(findPayingStep(quote)?.items[0]?.data)?.to
  const depositories = [depository, target].filter((one): one is Address =>
    isAddress(String(one), { strict: false }),
  )
  const { payment } = order.inputs[0]!
  const findIn = async (client: Client, blocks: BlockRange | { blockHash: Hash }) => {
    const logs = await getLogs(client, { address: depositories, events: deposits, strict: true, ...blocks })
    return logs.find(({ eventName, args }) => {
      const token = eventName === 'RelayErc20Deposit' ? args.token.toLowerCase() : zeroAddress
      return args.id === orderId && args.amount === payment.amount && token === payment.currency
    })?.transactionHash
  }
  const countAt = (blockNumber: bigint) => getTransactionCount(originClient, { address, blockNumber })

  const searched = { fromBlock: first, toBlock: block > first ? block : first }
  for await (const { found } of readPages(originClient, searched, findIn)) {
    if (found) return { state: 'found', txHash: found }
  }
  const mined = await countAt(block)
  const next = Math.max(mined, await countPending(clients, request.originChainId))
  const depth = BigInt(finalityOf(profile, name)?.blocks ?? 0)
  if (isNonceFixed && mined > nonce && (await countAt(block > depth ? block - depth : 0n)) > nonce) {
    const asked = { fromBlock: BigInt(deposit!.fromBlock), toBlock: block }
    const used = await findNonceBlock(originClient, { address, nonce }, asked)
    const { hash } = used
    // A node of another chain can't prove that the nonce was used.
    if ((await getChainId(originClient)) !== request.originChainId)
      throw new Error('the node is on another chain')
    if (!hash) {
      const { timestamp } = await getBlock(originClient, { blockNumber: block })
      const isOld = block - used.number >= mostLag.blocks && timestamp - used.timestamp >= mostLag.seconds
      return isOld ? { state: 'none', block } : { state: 'pending', block, mined, next }
    }
    // For a range, a lagging node silently leaves out the logs of a block that it lacks. For the hash of that block, it fails.
    const txHash = await findIn(originClient, { blockHash: hash })
    return txHash ? { state: 'found', txHash } : { state: 'none', block }
  }
  const isWaiting = (isNonceFixed && mined > nonce) || next > mined
  return { state: isWaiting ? 'pending' : 'unseen', block, mined, next }
}

/**
 * Looks once for the deposit of a call. Searches the whole range, even if a node returns only a few blocks at once.
 *
 * @throws The node's error, for example if the node lacks the block or does not answer in time.
 */
export function findDeposit(
  profile: ServiceProfile,
  { originClient, walletClient, timeoutMs, signal }: DepositClients,
  held: HeldDeposit,
  range: BlockRange,
): Promise<DepositFinding> {
  const end = AbortSignal.timeout(Math.max(timeoutMs, patienceMs))
  const ends = {
    timeoutMs: Math.max(timeoutMs, leastNodeMs),
    signal: signal ? AbortSignal.any([signal, end]) : end,
  }
  const nodes = { originClient: inTime(originClient, ends), walletClient: inTime(walletClient, ends) }
  return search(profile, nodes, held, range)
}

/** Returns the wallet's next nonce: the higher of the numbers that the wallet's node and the caller's node report. */
export async function countPending(
  { originClient, walletClient }: Clients,
  originChainId: number,
): Promise<number> {
  const parameters = { address: walletClient.account!.address, blockTag: 'pending' } as const
  // Some wallets support only the required methods, and a wallet may be on another chain. Then the caller's node alone counts.
  const countOfWallet = async () =>
    (await getChainId(walletClient)) === originChainId ? getTransactionCount(walletClient, parameters) : 0
  return Math.max(
    ...(await Promise.all([getTransactionCount(originClient, parameters), countOfWallet().catch(() => 0)])),
  )
}
