import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  type Hex,
  http,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { getAuthorization } from '../contract/getAuthorization.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { describeFault, isTimeout, isUnanswered } from '../contract/rpc/faults.js'
import { fillReceiverAbi } from '../generated/abi/fillReceiver.js'

export type Header = { number: bigint; hash: Hash; parentHash: Hash; timestamp: number }

const eventNames = ['FillAccepted', 'FillAuthorized', 'PaymentReturned'] as const

export type ReceiverLog = {
  name: (typeof eventNames)[number]
  args: Record<string, unknown>
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
}

export type Log = { address: Address; topics: readonly Hex[]; data: Hex; logIndex: number }

export type Transaction = { to: Address | null; input: Hex; value: bigint }

export type Receipt = { blockHash: Hash; status: 'success' | 'reverted'; logs: Log[] }

/** The chain as the watcher reads it. What fails is tried again, and ends with `ChainUnreachableError`. */
export type WatchChain = {
  id: number
  readHead(): Promise<bigint>
  /** Null where the chain has no such block now. */
  readBlock(block: { number: bigint } | { hash: Hash }): Promise<Header | null>
  /** The receiver's events of a range, or null where the node refuses so many blocks at once. */
  readEvents(range: { fromBlock: bigint; toBlock: bigint }): Promise<ReceiverLog[] | null>
  /** Null where the chain has no such transaction now. */
  readTransaction(hash: Hash): Promise<Transaction | null>
  readReceipt(hash: Hash): Promise<Receipt | null>
  /** An account at a block's end. Null where the node no longer keeps that state. */
  readAccount(at: {
    address: Address
    blockNumber: bigint
  }): Promise<{ balance: bigint; nonce: number; hasCode: boolean } | null>
  /** Whether the receiver remembers an authorization of a call. */
  isAuthorized(callHash: Hex): Promise<boolean>
}

export type ConnectChainParameters = {
  rpcUrl: string
  receiver: Address
  /** Before each repetition of what failed, in milliseconds. */
  retryDelaysMs: readonly number[]
  timeoutMs?: number
  signal: AbortSignal
  /** Called before each repetition. */
  onRetry(reason: string): void
}

/**
 * Connects to the receiver's chain.
 *
 * - Trust: the node is believed. One that hides events hides fills.
 *
 * @throws {@link ChainUnreachableError}
 */
export async function connectChain(parameters: ConnectChainParameters): Promise<WatchChain> {
  const { rpcUrl, receiver, timeoutMs = 15_000 } = parameters
  const client = createPublicClient({
    transport: http(rpcUrl, { retryCount: 0, timeout: timeoutMs }),
    cacheTime: 0,
  })
  // A wrong URL is reported soon: there is nothing to lose yet.
  const id = await createReach({ ...parameters, retryDelaysMs: parameters.retryDelaysMs.slice(0, 1) })(() =>
    client.getChainId(),
  )
  const reach = createReach(parameters)
  return {
    id,
    readHead: () => reach(() => client.getBlockNumber()),
    readBlock: (block) =>
      reach(async () => {
        const which = 'number' in block ? { blockNumber: block.number } : { blockHash: block.hash }
        const found = await client.getBlock(which).catch(orNull(BlockNotFoundError))
        if (!found) return null
        const { number, hash, parentHash, timestamp } = found
        return { number: number!, hash: hash!, parentHash, timestamp: Number(timestamp) }
      }),
    readEvents: (range) =>
      reach(() =>
        readEvents(client, receiver, range).catch((error: unknown) => {
          const isSingle = range.fromBlock === range.toBlock
          // Too many blocks may also be why there is no answer in time.
          if (isSingle || (isUnanswered(error) && !isTimeout(error))) throw error
          return null
        }),
      ),
    readTransaction: (hash) =>
      reach(async () => {
        const found = await client.getTransaction({ hash }).catch(orNull(TransactionNotFoundError))
        return found && { to: found.to, input: found.input, value: found.value }
      }),
    readReceipt: (hash) =>
      reach(async () => {
        const found = await client
          .getTransactionReceipt({ hash })
          .catch(orNull(TransactionReceiptNotFoundError))
        return found && { blockHash: found.blockHash, status: found.status, logs: found.logs }
      }),
    readAccount: (at) =>
      reach(async () => {
        const reads = [client.getBalance(at), client.getTransactionCount(at), client.getCode(at)] as const
        const found = await Promise.all(reads).catch(orNullWhenRefused)
        return found && { balance: found[0], nonce: found[1], hasCode: found[2] !== undefined }
      }),
    isAuthorized: (callHash) =>
      reach(async () => {
        return (await getAuthorization(client, { receiver, callHash }).catch(orNullWhenRefused)) !== null
      }),
  }
}

async function readEvents(
  client: PublicClient,
  address: Address,
  range: { fromBlock: bigint; toBlock: bigint },
): Promise<ReceiverLog[]> {
  const events = fillReceiverAbi.filter(
    (item) => item.type === 'event' && (eventNames as readonly string[]).includes(item.name),
  )
  const logs = await client.getLogs({ address, events, ...range })
  return parseEventLogs({ abi: events, logs, strict: true }).map(
    ({ eventName, args, blockNumber, blockHash, transactionHash, logIndex }) => ({
      name: eventName as ReceiverLog['name'],
      args: args as Record<string, unknown>,
      blockNumber,
      blockHash,
      transactionHash,
      logIndex,
    }),
  )
}

function createReach({ rpcUrl, retryDelaysMs, signal, onRetry }: ConnectChainParameters) {
  const { origin } = new URL(rpcUrl)
  return async <result>(call: () => Promise<result>): Promise<result> => {
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof BaseError || error instanceof FillproofError)) throw error
        const reason = error instanceof BaseError ? describeFault(error) : error.shortMessage
        signal.throwIfAborted()
        if (delayMs === null) throw new ChainUnreachableError({ origin, reason })
        onRetry(`The chain at ${origin}: ${reason}`)
        await sleep(delayMs, undefined, { signal })
      }
    }
    throw new Error('unreachable')
  }
}

function orNull(kind: new (...parameters: never[]) => Error) {
  return (error: unknown): null => {
    if (error instanceof kind) return null
    throw error
  }
}

/** A node that no longer keeps the state, or a contract without the function. */
function orNullWhenRefused(error: unknown): null {
  if (isUnanswered(error)) throw error
  return null
}
