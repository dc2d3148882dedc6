import { type Address, erc20Abi, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import type { Receipt, Transaction, WatchChain } from '../chain.js'
import type { FillEvent } from '../types.js'

/** What of a fill's payment can be seen on the chain. */
export type Delivery = { amount: bigint; isEnough: boolean } | { problem: string }

export type ReadDeliveryParameters = {
  chain: WatchChain
  receiver: Address
  fill: FillEvent
  /** The receiver's fills of the same transaction, this one among them. */
  siblings: readonly FillEvent[]
  transaction: Transaction
  receipt: Receipt
}

/**
 * Reads what a fill delivered: a token's Transfer logs, or the recipient's native balance before and after the block.
 *
 * - Rule: fills of one transaction to one recipient in one currency are paid one after the other.
 * - Warning: a token's logs are the token's word.
 */
export async function readDelivery(parameters: ReadDeliveryParameters): Promise<Delivery> {
  return parameters.fill.token === zeroAddress ? readNative(parameters) : readToken(parameters)
}

function readToken({ fill, siblings, receipt }: ReadDeliveryParameters): Delivery {
  const transfers = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: receipt.logs.filter(({ address }) => isAddressEqual(address, fill.token)) as never[],
  })
  const arrived = sum(
    transfers.map(({ args }) =>
      // Who sends to himself receives nothing.
      isAddressEqual(args.to, fill.recipient) && !isAddressEqual(args.from, fill.recipient) ? args.value : 0n,
    ),
  )
  const amount = arrived - sum(siblings.filter((other) => isBefore(other, fill)).map((other) => other.amount))
  const isEnough = amount >= fill.amount
  return { amount: amount < 0n ? 0n : amount, isEnough }
}

async function readNative({
  chain,
  receiver,
  fill,
  siblings,
  transaction,
}: ReadDeliveryParameters): Promise<Delivery> {
  const isDirect = transaction.to !== null && isAddressEqual(transaction.to, receiver)
  if (isDirect && transaction.value < fill.amount) return { amount: transaction.value, isEnough: false }
  const { recipient: address, blockNumber } = fill
  const [before, after] = await Promise.all([
    chain.readAccount({ address, blockNumber: blockNumber - 1n }),
    chain.readAccount({ address, blockNumber }),
  ])
  if (!before || !after) return { problem: 'the node does not know the balances of that block any more' }
  const gained = after.balance - before.balance
  const amount = gained - sum(siblings.filter((other) => isBefore(other, fill)).map((other) => other.amount))
  if (amount >= fill.amount) return { amount, isEnough: true }
  if (after.hasCode || after.nonce !== before.nonce) {
    return { problem: 'the recipient passed native currency on in the same block' }
  }
  return { amount: amount < 0n ? 0n : amount, isEnough: false }
}

function isBefore(other: FillEvent, fill: FillEvent): boolean {
  return (
    other.logIndex < fill.logIndex &&
    isAddressEqual(other.recipient, fill.recipient) &&
    isAddressEqual(other.token, fill.token)
  )
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
