import type { Address, Hex, TransactionReceipt } from 'viem'
import type { ReceiverClient, ReceiverParameters } from '../call.js'
import type { InboxEvidence } from '../evidence.js'
import { isPaused } from '../isPaused.js'
import { parseFillAccepted } from '../parseFillEvents.js'
import { readOptions } from '../readOptions.js'
import { isPassing } from '../rpc/faults.js'
import { type BatcherParameters, toBatches } from '../sendAggregated.js'
import type { ReadyClaim } from './askForClaims.js'
import { type ClaimResult, judgeClaim } from './judgeClaim.js'
import { type ClaimLimits, findClaimed, type SentClaims, sendClaims } from './sendClaims.js'

export type { ClaimResult } from './judgeClaim.js'

export type ClaimManyParameters = ReceiverParameters &
  BatcherParameters &
  ClaimLimits & {
    /** The terms of each inbox, with an order that pays it. */
    claims: readonly InboxEvidence[]
  }

type Entry = { evidence: InboxEvidence; judged: ClaimResult | ReadyClaim }

/** The default of `maxGas`. The first claim of an inbox takes about 160,000 gas, without the hook. */
const defaultMaxGas = 1_000_000n

/**
 * Claims many inboxes of one receiver in few transactions, and waits for their receipts.
 *
 * - The results are in the order of `claims`. Each result comes from the receiver: its events in the receipt, or else a
 *   simulation.
 * - Sends claims without a `claimer` through the batcher, where a claim that fails does not affect the others. Claims with a
 *   `claimer` are calls of that account: if its wallet offers batches (EIP-5792), asks for one batch, otherwise for one
 *   transaction after the other. If a batch ends without some of its claims, sends those one by one.
 * - The batch of a wallet has an id that follows from its claims. So a later run, after this one was killed, asks the same wallet
 *   for the same claims only once, and follows the earlier batch.
 * - Skips an inbox that is empty, and a claim that the receiver refuses or that needs more than `maxGas`. If two entries have the
 *   same inbox, one claim is enough, and both report it.
 * - Gas: a claim that is sent alone has a gas limit of at most `maxGas`. One hook can burn all gas of its batch, which is at most
 *   what the claims of the batch need. The batch then fails, and its claims are sent one by one.
 * - Trust: the batcher only sends the calls. It needs no role, and gets nothing.
 *
 * @param client - A wallet client of the receiver's chain.
 * @param parameters - {@link ClaimManyParameters}
 * @returns One result for each entry. {@link ClaimResult}
 * @throws {@link PaymentFieldError} if `batchSize` is not a whole number above 0; {@link FillRevertedError} or viem's error if no
 *   receiver answers; viem's error if the chain can't be read, or if the node refuses all transactions of a batch. Earlier
 *   transactions stay sent after an error: call the function again to send the rest.
 *
 * @example
 * import { claimMany } from 'fillproof/contract'
 * import { createWalletClient, custom, numberToHex } from 'viem'
 *
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async () => numberToHex(0n, { size: 32 }) }), // in place of custom(window.ethereum)
 * })
 *
 * claimMany(client, { receiver: '0x3333333333333333333333333333333333333333', claims: [] })
 * // []
 */
export async function claimMany(
  client: ReceiverClient,
  parameters: ClaimManyParameters,
): Promise<ClaimResult[]> {
  const options = readOptions({ ...parameters }, 'receiver', 'claims')
  const { receiver, claims, batchSize, maxGas = defaultMaxGas, account = client.account } = options
  const batches = toBatches(claims, batchSize)
  await isPaused(client, { receiver })
  const judge = (evidence: InboxEvidence) => judgeClaim(client, evidence, { receiver, account, maxGas })
  const results: ClaimResult[] = []
  const receipts: TransactionReceipt[] = []
  for (const part of batches) {
    const entries = await Promise.all(
      part.map(async (evidence): Promise<Entry> => ({ evidence, judged: await judge(evidence) })),
    )
    const ready = entries.flatMap(({ judged }) => ('status' in judged ? [] : judged))
    const own = [...new Map(ready.map((one) => [one.inboxHash, one])).values()]
    const sent = await sendClaims(client, own, { ...parameters, maxGas })
    receipts.unshift(...sent.receipts)
    results.push(...(await Promise.all(entries.map((entry) => settle(entry, sent)))))
  }
  return results

  async function settle({ evidence, judged }: Entry, sent: SentClaims): Promise<ClaimResult> {
    if ('status' in judged && judged.status === 'refused') return judged
    const { inboxHash } = judged
    const claimed = inboxHash && findResult(receipts, { receiver, inboxHash })
    if (claimed) return claimed
    if ('status' in judged) return judged
    const now = await judge(evidence).catch(keepSent)
    if (!now || !('status' in now)) return explainUnclaimed(sent, judged.inboxHash)
    const { transactionHash } = sent.failed.get(judged.inboxHash) ?? {}
    return { ...now, ...(transactionHash && { transaction: transactionHash }) }
  }

  /** A node that fails after a transaction does not take the results of its claims. */
  function keepSent(error: unknown): undefined {
    if (receipts.length === 0 || !isPassing(error)) throw error
  }
}

function findResult(
  receipts: readonly TransactionReceipt[],
  { receiver, inboxHash }: { receiver: Address; inboxHash: Hex },
): ClaimResult | undefined {
  for (const receipt of receipts) {
    const claimed = findClaimed(receipt, { receiver, inboxHash })
    if (!claimed) continue
    const { id } = claimed.args
    const accepted = parseFillAccepted({ receiver, receipt }).find(({ args }) => args.id === id)
    const transaction = receipt.transactionHash
    return { status: 'claimed', inboxHash, id, credited: accepted?.args.amount ?? 0n, transaction }
  }
  return undefined
}

/** Returns the result of a claim that the receiver still accepts, after all transactions. */
function explainUnclaimed({ asked, failed }: SentClaims, inboxHash: Hex): ClaimResult {
  if (asked.has(inboxHash)) {
    const reason = 'The wallet has the claim in a batch, and has not reported its end.'
    return { status: 'asked', inboxHash, reason, remedy: 'Look into the wallet, then claim again.' }
  }
  const { gasUsed, transactionHash } = failed.get(inboxHash) ?? {}
  const reason = transactionHash
    ? `The transaction of the claim reverted, and used ${gasUsed} gas.`
    : 'No transaction of this call claimed the inbox.'
  const transaction = transactionHash && { transaction: transactionHash }
  return { status: 'refused', inboxHash, reason, ...transaction, remedy: 'Claim it again.' }
}
