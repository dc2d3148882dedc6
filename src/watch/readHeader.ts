import { BlockNotFoundError, type Hash, type Hex, isHash, type PublicClient } from 'viem'
import { orUndefined } from '../contract/rpc/orUndefined.js'
import { unreadable } from './readReceiverEvents.js'

export type Header = {
  number: bigint
  hash: Hash
  parentHash: Hash
  timestamp: number
  /** Undefined on a chain whose blocks have no bloom. */
  bloom?: Hex | undefined
}

/** Reads a block's header. Null if the node currently has no such block. */
export async function readHeader(
  client: PublicClient,
  block: { number: bigint } | { hash: Hash },
): Promise<Header | null> {
  const which = 'number' in block ? { blockNumber: block.number } : { blockHash: block.hash }
  const found = await client.getBlock(which).catch(orUndefined(BlockNotFoundError))
  if (!found) return null
  const { number, timestamp, logsBloom } = found
  const [hash, parentHash] = [lower(found.hash), lower(found.parentHash)]
  const isAsked = 'number' in block ? number === block.number : hash === block.hash
  if (!isAsked || !isHash(hash) || number === null || !isSafe(timestamp)) throw unreadable('eth_getBlock')
  return {
    number,
    hash,
    parentHash,
    timestamp: Number(timestamp),
    bloom: isBloom(logsBloom) ? logsBloom : undefined,
  }
}

export async function readNumber(client: PublicClient): Promise<bigint> {
  const number = await client.getBlockNumber()
  if (isSafe(number)) return number
  throw unreadable('eth_blockNumber')
}

/** Whether the database can store a number. */
function isSafe(number: bigint): boolean {
  return number <= BigInt(Number.MAX_SAFE_INTEGER)
}

function isBloom(text: Hex | null): text is Hex {
  return /^0x[0-9a-f]{512}$/i.test(String(text))
}

function lower<text extends string | null>(text: text): text {
  return (text?.toLowerCase() ?? null) as text
}
