import type { Client } from 'viem'
import { sleep } from '../../base/sleep.js'

const pauseMs = 100
const patienceMs = 10_000

/**
 * Returns a client whose latest block is never below `blockNumber`, even if the nodes behind its URL lag one another.
 *
 * - Rule: it asks again for a few seconds, and then takes what it gets.
 */
export function notBehind<client extends Client>(client: client, blockNumber: bigint): client {
  return {
    ...client,
    async request(args: { method: string; params?: unknown }, options: never) {
      const end = Date.now() + patienceMs
      for (;;) {
        const answer: unknown = await client.request(args as never, options)
        const found = readLatest(args, answer)
        if (found === undefined || found >= blockNumber || Date.now() >= end) return answer
        await sleep(pauseMs)
      }
    },
  }
}

function readLatest(
  { method, params }: { method: string; params?: unknown },
  answer: unknown,
): bigint | undefined {
  if (method === 'eth_blockNumber') return BigInt(answer as string)
  if (method !== 'eth_getBlockByNumber' || (params as unknown[])[0] !== 'latest') return undefined
  return BigInt((answer as { number: string }).number)
}
