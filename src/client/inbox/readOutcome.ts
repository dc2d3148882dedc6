import {
  type Address,
  type Client,
  erc20Abi,
  isAddressEqual,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { getBlockNumber, getContractEvents, getTransactionReceipt, readContract } from 'viem/actions'
import { readBalance } from '../../contract/facts/readBalance.js'
import type { InboxRefundedEvent } from '../../contract/inbox/parseInboxEvents.js'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import { type InboxCall, readCallTerms, readLeast } from './inboxCall.js'
import { readClaim, readEvents, readEventsSinceQuote } from './inboxEvents.js'
import type { InboxClaim } from './types.js'

/** The whereabouts of the money that was in an inbox after a fill. */
export type InboxOutcome =
  /** Claims took all of the money, and nothing was refunded before. */
  | { state: 'claimed'; claims: InboxClaim[] }
  | { state: 'refunded'; refund: InboxRefundedEvent }
  /** `amount` is in the inbox at the end of the block. */
  | { state: 'waiting'; amount: bigint; blockNumber: bigint }
  /** The inbox is empty, but the node shows neither a refund nor claims of all of the money. */
  | { state: 'unknown' }

type FilledCall = Pick<InboxCall, 'receiver' | 'inbox' | 'inboxHash' | 'terms'> &
  Partial<Pick<InboxCall, 'bounds' | `quoted${'AtBlock' | 'Balance' | 'Claims'}`>> &
  Required<Pick<InboxCall, 'fill'>>

/**
 * Reads where the money went that was in an inbox after a fill: the earlier balance, and the money of the fill.
 *
 * - Only events of the receiver count, after the fill. A claim in the fill's block counts if nothing was left in the inbox at the
 *   end of that block, or if it took less than it could: then the rest came later.
 * - If money was only measured, the payment begins with the quote: a claim ends it that left nothing, once as much was credited as
 *   the caller accepts. So neither earlier money nor what comes after the claim changes the outcome. A refund before enough came
 *   starts it again.
 * - A token can have two addresses. After a refund of another token that may have taken this money, only credits of all of it count.
 * - Trust: the node. Reads the newest blocks by their hashes, so that a lagging node fails instead of leaving out events.
 *
 * @throws viem's error if the node does not answer, or lacks the fill.
 */
export async function readOutcome(client: Client, call: FilledCall): Promise<InboxOutcome> {
  const { receiver, inbox } = call
  const { token } = readCallTerms(call)
  const balanceAt = (blockNumber: bigint) => readBalance({ client, blockNumber }, token, inbox)
  const { isMeasured, filledAt, transactionIndex, left, leftAt } = await readStart(client, call, balanceAt)
  const toBlock = await getBlockNumber(client, { cacheTime: 0 })
  if (toBlock < leftAt) return { state: 'unknown' }
  const events = isMeasured
    ? await readEventsSinceQuote(client, call, toBlock)
    : await readEvents(client, call, { fromBlock: filledAt, toBlock })
  const later = events.filter((one) => one.blockNumber > filledAt || one.transactionIndex >= transactionIndex)
  const isRefundedIn = (block: bigint) =>
    later.some(({ eventName, blockNumber }) => eventName === 'InboxRefunded' && blockNumber === block)
  const claims: InboxClaim[] = []
  const otherRefunds: bigint[] = []
  const mayBeTaken = async () => {
    for (const block of otherRefunds)
      if (block === filledAt || (await balanceAt(block)) < (await balanceAt(block - 1n))) return true
    return false
  }
  let taken = 0n
  let paid = isMeasured ? -BigInt(call.quotedBalance!) : 0n
  const isEnough = (block: bigint, amount = 0n) =>
    !isMeasured || block > leftAt || paid + amount >= readLeast(call)
  for (const event of later) {
    if (event.eventName === 'InboxRefunded') {
      const isOfToken = isAddressEqual(event.args.token, token)
      if (isOfToken && isEnough(event.blockNumber, event.args.amount))
        return { state: 'refunded', refund: event }
      if (isOfToken) [paid, claims.length] = [0n, 0]
      else otherRefunds.push(event.blockNumber)
      continue
    }
    const { blockNumber, transactionHash, args } = event
    const { claim, receipt } = await readClaim(client, { receiver, id: args.id, transactionHash })
    paid += claim.credited
    // A claim of earlier money only is another payment's.
    if (paid > 0n || blockNumber > leftAt) claims.push(claim)
    if (blockNumber > leftAt) taken += claim.credited
    const isAll = left > 0n && taken >= left
    // A token may keep a part of each transfer: then less is credited than the claim took from the inbox.
    const isEmpty = async () =>
      !isRefundedIn(blockNumber) &&
      (blockNumber === filledAt
        ? left === 0n
        : (left > 0n || isMeasured) && (await balanceAt(blockNumber)) === 0n)
    // A claim takes what lies there, up to the list's most. New money may come in the same block.
    const isBelowMost = async () => {
      const sent = token === zeroAddress ? claim.credited : await sumSent(client, receipt, { token, inbox })
      const isAfter = blockNumber > filledAt || event.transactionIndex > transactionIndex
      return isAfter && sent > 0n && sent < (await readMost(client, { receiver, token, blockNumber }))
    }
    const isSpent = async () =>
      isEnough(blockNumber) && ((await isEmpty()) || (await isBelowMost())) && !(await mayBeTaken())
    if (isAll || (await isSpent())) return { state: 'claimed', claims }
  }
  const amount = await balanceAt(toBlock)
  return amount > 0n ? { state: 'waiting', amount, blockNumber: toBlock } : { state: 'unknown' }
}

/**
 * Reads where the payment begins: at the fill, or at the quote if money was only measured. `left` lies in the inbox at the end of
 * the block `leftAt`.
 */
async function readStart(
  client: Client,
  { fill: { transaction: hash, block, balance }, quotedAtBlock }: FilledCall,
  balanceAt: (blockNumber: bigint) => Promise<bigint>,
) {
  const measured = { left: BigInt(balance), leftAt: BigInt(block) }
  if (!hash) {
    const filledAt = BigInt(quotedAtBlock!)
    return { isMeasured: true, filledAt, transactionIndex: Number.POSITIVE_INFINITY, ...measured }
  }
  const { blockNumber: filledAt, transactionIndex } = await getTransactionReceipt(client, { hash })
  // A reorganization may have moved the fill.
  const left = filledAt === measured.leftAt ? measured.left : await balanceAt(filledAt)
  return { isMeasured: false, filledAt, transactionIndex, left, leftAt: filledAt }
}

/**
 * Returns what left an inbox in a transaction, by the token's events. Zero unless the events of the block explain how the balance
 * changed in it: a token may keep a part of each transfer without an event.
 */
async function sumSent(
  client: Client,
  { blockNumber, transactionHash }: TransactionReceipt,
  { token, inbox }: { token: Address; inbox: Address },
): Promise<bigint> {
  const block = { fromBlock: blockNumber, toBlock: blockNumber }
  const query = { abi: erc20Abi, address: token, eventName: 'Transfer', strict: true, ...block } as const
  const [came, left, before, after] = await Promise.all([
    getContractEvents(client, { ...query, args: { to: inbox } }),
    getContractEvents(client, { ...query, args: { from: inbox } }),
    readBalance({ client, blockNumber: blockNumber - 1n }, token, inbox),
    readBalance({ client, blockNumber }, token, inbox),
  ])
  const sum = (events: typeof came) => events.reduce((total, { args }) => total + args.value, 0n)
  if (before + sum(came) - sum(left) !== after) return 0n
  return sum(left.filter((event) => event.transactionHash === transactionHash))
}

/** Reads the most that one claim takes of a token, during a block. */
async function readMost(
  client: Client,
  { receiver, token, blockNumber }: { receiver: Address; token: Address; blockNumber: bigint },
): Promise<bigint> {
  const query = { abi, address: receiver, functionName: 'tokenRange', args: [token] } as const
  const [[, before], [, after]] = await Promise.all([
    readContract(client, { ...query, blockNumber: blockNumber - 1n }),
    readContract(client, { ...query, blockNumber }),
  ])
  return before < after ? before : after
}
