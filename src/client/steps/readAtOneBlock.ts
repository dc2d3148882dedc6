import { BaseError, type Client, ContractFunctionRevertedError } from 'viem'
import { getBlock } from 'viem/actions'
import { sleep } from '../../base/sleep.js'

const pauseMs = 250
const patienceMs = 3000

type Block = { number: bigint; timestamp: bigint }

/**
 * Reads at the latest block, even if the nodes at the client's URL lag each other.
 *
 * - Repeats a failed read at the same block for a few seconds, until the node that answers has the block. A revert is not
 *   repeated: it is an answer.
 * - Repeats a read at a later block if the result may be out of date.
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
