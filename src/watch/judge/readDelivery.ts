import { type Address, erc20Abi, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import { parseFillAccepted } from '../../contract/parseFillEvents.js'
import type { ChainTransaction, Receipt, WatchChain } from '../chainView.js'
import type { FillEvent } from '../types.js'

/** The amount that arrived, minus the amounts of earlier fills of the transaction. It can be negative. */
export type Delivered = { amount: bigint } | { problem: string }

export type ReadDeliveryParameters = {
  chain: WatchChain
  receiver: Address
  fill: FillEvent
  transaction: ChainTransaction
  receipt: Receipt
  /** Whether the money came from an inbox instead of the transaction's sender. */
  isClaim?: boolean
}

/**
 * Reads what a fill delivered: a token's Transfer logs, or the recipient's native balance before and after the block.
 *
 * - If several fills of one transaction pay the same recipient in the same currency, the amount that arrived is attributed to
 * these fills in the order of their logs.
 * - Warning: a token's logs are only the token's own statement.
 */
export async function readDelivery(parameters: ReadDeliveryParameters): Promise<Delivered> {
  const { fill, receiver, receipt } = parameters
  const logs = parseFillAccepted({ receiver, receipt })
  const earlier = logs.filter(
    ({ args, logIndex }) =>
      logIndex < fill.logIndex &&
      isAddressEqual(args.recipient, fill.recipient) &&
      isAddressEqual(args.token, fill.token),
  )
  const paidBefore = sum(earlier.map(({ args }) => args.amount))
  if (fill.token === zeroAddress) return readNative(parameters, paidBefore)
  return { amount: readTransfers(fill, receipt) - paidBefore }
}

function readTransfers({ token, recipient }: FillEvent, receipt: Receipt): bigint {
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, token))
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
  // A transfer from the recipient to itself delivers nothing.
  const arrived = transfers.filter(
    ({ args: { from, to } }) => isAddressEqual(to, recipient) && !isAddressEqual(from, recipient),
  )
  return sum(arrived.map(({ args }) => args.value))
}

async function readNative(
  { chain, receiver, fill, transaction: { to, value }, isClaim }: ReadDeliveryParameters,
  paidBefore: bigint,
): Promise<Delivered> {
  if (!isClaim && to !== null && isAddressEqual(to, receiver) && value < fill.amount) return { amount: value }
  const { recipient: address, blockNumber } = fill
  const [before, after] = await Promise.all([
    chain.readAccount({ address, blockNumber: blockNumber - 1n }),
    chain.readAccount({ address, blockNumber }),
  ])
  if (!before || !after) return { problem: 'the node no longer knows the balances of that block' }
  const amount = after.balance - before.balance - paidBefore
  const mayHaveSpent = after.hasCode || after.nonce !== before.nonce
  if (amount < fill.amount && mayHaveSpent) {
    return { problem: 'the recipient passed native currency on in the same block' }
  }
  return { amount }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
