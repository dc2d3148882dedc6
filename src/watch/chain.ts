import {
  type Address,
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  type Hex,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { getAuthorization } from '../contract/getAuthorization.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { describeFault, isRateLimited, isTimeout, isUnanswered } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { orUndefined } from '../contract/rpc/orUndefined.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { readCalldata } from '../service/settlement/readCalldata.js'
import { createPeer, type PeerContext, type PeerFault } from './createPeer.js'

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

type Log = { address: Address; topics: readonly Hex[]; data: Hex; logIndex: number }

export type ChainTransaction = { to: Address | null; input: Hex; value: bigint }

export type Receipt = { blockHash: Hash; status: 'success' | 'reverted'; logs: Log[] }

/**
 * The chain as the watcher reads it. While the node does not answer, it is asked again. What it refuses again and again
 * ends with `ChainUnreachableError`.
 */
export type WatchChain = {
  id: number
  /** The URL of the node without its path. */
  origin: string
  readHead(): Promise<bigint>
  /** Null where the chain has no such block now. */
  readBlock(block: { number: bigint } | { hash: Hash }): Promise<Header | null>
  /** The receiver's events of a range, unless the node refuses so many blocks at once, or takes too long for them. */
  readEvents(range: { fromBlock: bigint; toBlock: bigint }): Promise<ReceiverLog[] | 'refused' | 'late'>
  /** Null where the chain has no such transaction now. */
  readTransaction(hash: Hash): Promise<ChainTransaction | null>
  readReceipt(hash: Hash): Promise<Receipt | null>
  /** An account at a block's end. Null where the node no longer keeps that state. */
  readAccount(at: {
    address: Address
    blockNumber: bigint
  }): Promise<{ balance: bigint; nonce: number; hasCode: boolean } | null>
  /** Whether the receiver remembers an authorization of a call. */
  isAuthorized(callHash: Hex): Promise<boolean>
  /** Whether an account is a registrar of the receiver now. */
  isRegistrar(account: Address): Promise<boolean>
}

export type ConnectChainParameters = PeerContext & {
  rpcUrl: string
  receiver: Address
  timeoutMs?: number
}

/**
 * Connects to the receiver's chain.
 *
 * - Trust: the node is believed. One that hides events hides fills.
 *
 * @throws {@link ChainUnreachableError} where nothing answers at all, as of a wrong URL.
 */
export async function connectChain(parameters: ConnectChainParameters): Promise<WatchChain> {
  const { rpcUrl, receiver, timeoutMs = 15_000 } = parameters
  const { origin } = new URL(rpcUrl)
  const explain = (error: unknown) => explainFault(error, origin)
  const { ask, fetch } = createPeer({ ...parameters, name: `The chain at ${origin}`, explain })
  const client = createPublicClient({
    transport: nodeHttp(rpcUrl, { retryCount: 0, timeout: timeoutMs, fetchFn: withoutBodyOf429(fetch) }),
    cacheTime: 0,
  })
  const id = await ask(() => client.getChainId())
  return {
    id,
    origin,
    readHead: () => ask(() => client.getBlockNumber()),
    readBlock: (block) =>
      ask(async () => {
        const which = 'number' in block ? { blockNumber: block.number } : { blockHash: block.hash }
        const found = await client.getBlock(which).catch(orUndefined(BlockNotFoundError))
        if (!found) return null
        const { number, hash, parentHash, timestamp } = found
        return { number: number!, hash: hash!, parentHash, timestamp: Number(timestamp) }
      }),
    readEvents: (range) =>
      ask(() =>
        readEvents(client, receiver, range).catch((error: unknown) => {
          if (range.fromBlock === range.toBlock) throw error
          // Too many blocks may also be why there is no answer in time.
          if (isTimeout(error)) return 'late'
          if (isUnanswered(error) || isRateLimited(error)) throw error
          return 'refused'
        }),
      ),
    readTransaction: (hash) =>
      ask(async () => {
        const found = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
        if (!found) return null
        const { to = null, value = 0n } = found as Partial<typeof found>
        return { to, value, input: readCalldata(found, 'tempo') ?? '0x' }
      }),
    readReceipt: (hash) =>
      ask(async () => {
        const found = await client
          .getTransactionReceipt({ hash })
          .catch(orUndefined(TransactionReceiptNotFoundError))
        return found ? { blockHash: found.blockHash, status: found.status, logs: found.logs } : null
      }),
    async readAccount(at) {
      const balance = await ask(() => client.getBalance(at).catch(orNullWhenRefused))
      const nonce = await ask(() => client.getTransactionCount(at).catch(orNullWhenRefused))
      const code = await ask(() => client.getCode(at).catch(orNullWhenRefused))
      if (balance === null || nonce === null || code === null) return null
      return { balance, nonce, hasCode: code !== undefined }
    },
    isAuthorized: (callHash) =>
      ask(async () => {
        return (await getAuthorization(client, { receiver, callHash }).catch(orNullWhenRefused)) !== null
      }),
    isRegistrar: (account) =>
      ask(async () => (await readRole(client, receiver, account).catch(orNullWhenRefused)) === true),
  }
}

async function readRole(client: PublicClient, address: Address, account: Address): Promise<boolean> {
  const receiver = { address, abi: registeredTermsReceiverAbi } as const
  const role = await client.readContract({ ...receiver, functionName: 'REGISTRAR_ROLE' })
  return client.readContract({ ...receiver, functionName: 'hasRole', args: [role, account] })
}

async function readEvents(
  client: PublicClient,
  address: Address,
  range: { fromBlock: bigint; toBlock: bigint },
): Promise<ReceiverLog[]> {
  const events = attestedOrderReceiverAbi.filter(
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

function explainFault(error: unknown, origin: string): PeerFault | undefined {
  if (!(error instanceof BaseError || error instanceof FillproofError)) return undefined
  const reason = error instanceof BaseError ? describeFault(error) : error.shortMessage
  return {
    error: new ChainUnreachableError({ origin, reason }),
    reason,
    isOutage: isUnanswered(error) || isRateLimited(error),
  }
}

/** viem would take a body for the node's answer to the request. */
function withoutBodyOf429(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 429) return response
    await response.body?.cancel()
    return new Response(null, response)
  }
}

/** A node that no longer keeps the state, or a contract without the function. */
function orNullWhenRefused(error: unknown): null {
  if (isUnanswered(error) || isRateLimited(error)) throw error
  return null
}
