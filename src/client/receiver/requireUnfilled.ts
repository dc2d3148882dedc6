import { type Client, getAbiItem, type Hash } from 'viem'
import { getBlock, getBlockNumber, getLogs } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { type BlockRange, readPages } from '../../contract/rpc/readPages.js'
import { attestedOrderReceiverAbi as abi } from '../../generated/abi/attestedOrderReceiver.js'
import { CallNotPayableError } from '../../service/steps/errors.js'
import { CallFilledEarlyError } from './errors.js'
import { mostLag } from './findDeposit.js'
import type { ReceiverCall } from './receiverCall.js'

const pauseMs = 250
/** How long a node may lag, in milliseconds. */
const patienceMs = 10_000

const events = [
  getAbiItem({ abi, name: 'PaymentReturned' }),
  getAbiItem({ abi, name: 'FillAuthorized' }),
] as const

/**
 * Looks for a fill of a call that was made before its authorization, which the receiver returned: the solver could settle with it
 * what is deposited now. Only after the authorization is confirmed, since no later fill is returned.
 *
 * - Rule: a node that lags leaves logs out without a word, so that only an answer with the authorization shows what was before it.
 *   Blocks that are not in that answer are asked for by their hashes, as far back as a node may lag.
 *
 * @param confirmations - So many blocks before the call was opened may have been replaced since.
 * @throws {@link CallFilledEarlyError}, {@link CallNotPayableError} where no answer has the authorization, viem's error where the
 * node gives no logs.
 */
export async function requireUnfilled(
  client: Client,
  { receiver, callHash, openedAtBlock }: ReceiverCall,
  confirmations: number,
): Promise<void> {
  const [opened, depth] = [BigInt(openedAtBlock), BigInt(confirmations)]
  const fromBlock = opened > depth ? opened - depth : 0n
  const end = Date.now() + patienceMs
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
      const oldest = first > mostLag.blocks ? first - mostLag.blocks : 0n
      await readEach({ fromBlock: oldest > fromBlock ? oldest : fromBlock, toBlock: first - 1n })
      return
    }
    if (Date.now() >= end) throw new CallNotPayableError({ state: 'unauthorized', receiver, callHash })
    await sleep(pauseMs)
  }

  /** A node that lacks a block can't answer for its hash. */
  async function readEach({ fromBlock: first, toBlock: last }: BlockRange): Promise<void> {
    for (let blockNumber = first; blockNumber <= last; ) {
      try {
        const { hash } = await getBlock(client, { blockNumber })
        await read(client, { blockHash: hash })
        blockNumber++
      } catch (error) {
        if (error instanceof CallFilledEarlyError || Date.now() >= end) throw error
        await sleep(pauseMs)
      }
    }
  }
}
