import { type Client, getAbiItem, type Hash } from 'viem'
import { getBlock, getBlockNumber, getLogs } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { getAuthorization } from '../../contract/getAuthorization.js'
import { type BlockRange, readPages } from '../../contract/rpc/readPages.js'
import { attestedOrderReceiverAbi as abi } from '../../generated/abi/attestedOrderReceiver.js'
import { CallNotPayableError } from '../../service/steps/errors.js'
import { CallFilledEarlyError } from './errors.js'
import { mostLag } from './findDeposit.js'
import type { ReceiverCall } from './receiverCall.js'

const pauseMs = 250
/** How long a node may lag, in milliseconds. */
const patienceMs = 10_000
/** The number of blocks that are read at once. */
const atOnce = 16n

const events = [
  getAbiItem({ abi, name: 'PaymentReturned' }),
  getAbiItem({ abi, name: 'FillAuthorized' }),
] as const

/**
 * Rejects a call that was filled before its authorization, so that the receiver returned the payment. A solver could settle a new
 * deposit with such a fill. Use only after the authorization is confirmed: later fills are not returned.
 *
 * - A lagging node silently leaves out logs. So only an answer that contains the authorization is trusted for its range of
 *   blocks. The blocks before that range are read by their hashes, as far back as a node may lag.
 *
 * @param confirmations - How many blocks before `openedAtBlock` may have been replaced since.
 * @throws {@link CallFilledEarlyError}, {@link CallNotPayableError} if no answer has the authorization, viem's error if the node
 *   returns no logs.
 */
export async function requireUnfilled(
  client: Client,
  { receiver, callHash, openedAtBlock }: ReceiverCall,
  confirmations: number,
): Promise<void> {
  const [opened, depth] = [BigInt(openedAtBlock), BigInt(confirmations)]
  const fromBlock = opened > depth ? opened - depth : 0n
  const end = performance.now() + patienceMs
  // The call was authorized before, so nothing can have been returned: the receiver pays an authorized call, or reverts.
  const known = await getAuthorization(client, { receiver, callHash, blockNumber: fromBlock }).catch(
    () => undefined,
  )
  if (known) return
  const read = async (once: Client, blocks: BlockRange | { blockHash: Hash }) => {
    const logs = await getLogs(once, { address: receiver, events, strict: true, ...blocks })
    const own = logs.filter(({ args }) => args.callHash === callHash)
    for (const { eventName, args, transactionHash } of own) {
      if (eventName !== 'PaymentReturned') continue
      const { refundTo, token, amount } = args
      throw new CallFilledEarlyError({ callHash, refundTo, token, amount, transaction: transactionHash })
    }
    return own.length > 0
  }
  for (;;) {
    const toBlock = await getBlockNumber(client, { cacheTime: 0 })
    for await (const { found, fromBlock: first } of readPages(client, { fromBlock, toBlock }, read)) {
      if (!found) continue
      await readBack(first - 1n)
      return
    }
    if (performance.now() >= end) throw new CallNotPayableError({ state: 'unauthorized', receiver, callHash })
    await sleep(pauseMs)
  }

  /**
   * Reads blocks by their hashes, from `last` backwards. Stops at a block that is older than a lag can be, in blocks and in
   * seconds.
   */
  async function readBack(last: bigint): Promise<void> {
    let newest: bigint | undefined
    for (let high = last; high >= fromBlock; high -= atOnce) {
      const low = high - atOnce + 1n > fromBlock ? high - atOnce + 1n : fromBlock
      const numbers = Array.from({ length: Number(high - low) + 1 }, (_, index) => high - BigInt(index))
      const times = await Promise.all(numbers.map(readBlock))
      newest ??= times[0]!
      const isFar = last - low >= mostLag.blocks && newest - times.at(-1)! >= mostLag.seconds
      if (isFar) return
    }
  }

  /**
   * Reads a block by its hash, since a node that lacks the block can't answer for its hash. Returns the block's time in Unix
   * seconds.
   */
  async function readBlock(blockNumber: bigint): Promise<bigint> {
    for (;;) {
      try {
        const { hash, timestamp } = await getBlock(client, { blockNumber })
        await read(client, { blockHash: hash })
        return timestamp
      } catch (error) {
        if (error instanceof CallFilledEarlyError || performance.now() >= end) throw error
        await sleep(pauseMs)
      }
    }
  }
}
