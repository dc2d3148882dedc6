import { BaseError, type Client, ContractFunctionRevertedError } from 'viem'
import { getBlock } from 'viem/actions'
import { sleep } from '../../base/sleep.js'

const pauseMs = 250
const patienceMs = 3000

type Block = { number: bigint; timestamp: bigint }

/**
 * Reads at the latest block, through a URL whose nodes may lag each other.
 *
 * - Repeats a failed read at the same block for a few seconds, until the nodes have the block. Repeats a result that may be out
 *   of date at a later block. A revert is an answer.
 */
export async function readAtOneBlock<result>(
  client: Client,
  { read, mayMend }: { read: (block: Block) => Promise<result>; mayMend: (result: result) => boolean },
): Promise<result> {
  const end = Date.now() + patienceMs
  let block: Block | undefined
  let isRead = true
  for (;;) {
    try {
      const latest: Block | undefined = isRead ? await getBlock(client) : undefined
      if (latest && latest.number > (block?.number ?? -1n)) block = latest
      isRead = false
      const result = await read(block!)
      isRead = true
      if (!mayMend(result) || Date.now() >= end) return result
    } catch (error) {
      if (isRevert(error) || Date.now() >= end) throw error
    }
    await sleep(pauseMs)
  }
}

function isRevert(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
  )
}
