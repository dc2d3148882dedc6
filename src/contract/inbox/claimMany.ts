import {
  type Address,
  BaseError,
  type Hash,
  type Hex,
  isAddressEqual,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import { hashInboxTerms } from '../../protocol/inbox/hashInboxTerms.js'
import type { ReceiverClient, ReceiverParameters } from '../call.js'
import { FillRevertedError } from '../errors.js'
import { encodeClaim, type InboxEvidence } from '../evidence.js'
import { isPaused } from '../isPaused.js'
import { parseFillAccepted } from '../parseFillEvents.js'
import { readOptions } from '../readOptions.js'
import { describeFault, isPassing } from '../rpc/faults.js'
import { orUndefined } from '../rpc/orUndefined.js'
import { waitForReceipt } from '../rpc/waitForReceipt.js'
import { type BatcherParameters, sendAggregated, toBatches } from '../sendAggregated.js'
import { claim } from './claim.js'
import { getInbox } from './getInbox.js'
import { parseInboxClaimed } from './parseInboxEvents.js'
import { simulateClaim } from './simulateClaim.js'

export type ClaimManyParameters = ReceiverParameters &
  BatcherParameters & {
    /** The terms of each inbox, with an order that pays it. */
    claims: readonly InboxEvidence[]
  }

/** The result for one inbox. */
export type ClaimResult = {
  /**
   * `empty`: the inbox has no balance of its token. `refused`: the receiver refuses the claim, or the evidence can't be read, or the
   * node can't simulate the claim.
   */
  status: 'claimed' | 'empty' | 'refused'
  /** Absent if the terms can't be read. */
  inboxHash?: Hex
  /** The claim's id, as in `FillAccepted` and in the hook. */
  id?: Hex
  /** The amount that was credited, in the smallest unit. */
  credited?: bigint
  /** The transaction of the claim. Absent if none was sent. */
  transaction?: Hash
  /** Why the claim is refused. */
  reason?: string
  /** The advice for a refused claim. */
  remedy?: string
}

type Entry = { evidence: InboxEvidence; judged: ClaimResult | undefined }

/**
 * Claims many inboxes of one receiver in few transactions, and waits for their receipts.
 *
 * - The results are in the order of `claims`. Each result comes from the receiver: its events in the receipt, or else a
 *   simulation.
 * - Sends claims without a `claimer` through the batcher, where a claim that fails does not affect the others. Sends a claim
 *   with a `claimer` in a transaction of its own, since a batcher would be the wrong caller. Sends all in such transactions if no
 *   contract answers at the batcher.
 * - Skips an inbox that is empty, and a claim that the receiver refuses. If two entries have the same inbox, one claim is enough,
 *   and both report it.
 * - Trust: the batcher only sends the calls. It needs no role, and gets nothing.
 *
 * @param client - A wallet client of the receiver's chain.
 * @param parameters - {@link ClaimManyParameters}
 * @returns One result for each inbox. {@link ClaimResult}
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
  const { receiver, claims, batchSize } = readOptions(parameters, 'receiver', 'claims')
  const batches = toBatches(claims, batchSize)
  await isPaused(client, { receiver })
  const results: ClaimResult[] = []
  const receipts: TransactionReceipt[] = []
  for (const part of batches) {
    const entries = await Promise.all(
      part.map(async (evidence): Promise<Entry> => ({ evidence, judged: await judge(evidence) })),
    )
    const ready = entries.filter(({ judged }) => !judged).map(({ evidence }) => evidence)
    const own = [
      ...new Map(ready.map((evidence) => [hashInboxTerms(evidence.inboxTerms), evidence])).values(),
    ]
    receipts.unshift(...(await present(client, own, parameters)))
    results.push(...(await Promise.all(entries.map(settle))))
  }
  return results

  /** Returns the result of an inbox that can't be claimed; undefined if the receiver accepts the claim. */
  async function judge(evidence: InboxEvidence): Promise<ClaimResult | undefined> {
    let known: { inboxHash?: Hex } = {}
    const { account } = parameters
    try {
      const { inboxTerms: terms, recipientProof } = evidence
      encodeClaim(evidence, receiver)
      known = { inboxHash: hashInboxTerms(terms) }
      const { balance } = await getInbox(client, { receiver, terms, recipientProof })
      if (balance === 0n) return { status: 'empty', ...known }
      await simulateClaim(client, { ...evidence, receiver, ...(account && { account }) })
      return undefined
    } catch (error) {
      // One hostile token or hook must not stop the others.
      const isOurs = error instanceof FillproofError
      if (isPassing(error) || !(isOurs || error instanceof BaseError)) throw error
      const reason = isOurs
        ? error.shortMessage
        : `The node can not simulate the claim: ${describeFault(error)}`
      const remedy = error instanceof FillRevertedError ? error.remedy : null
      return { status: 'refused', ...known, reason, ...(remedy && { remedy }) }
    }
  }

  async function settle({ evidence, judged }: Entry): Promise<ClaimResult> {
    if (judged?.status === 'refused') return judged
    const inboxHash = hashInboxTerms(evidence.inboxTerms)
    for (const receipt of receipts) {
      const claimed = parseInboxClaimed({ receiver, receipt }).find(
        ({ args }) => args.inboxHash === inboxHash,
      )
      if (!claimed) continue
      const { id } = claimed.args
      const accepted = parseFillAccepted({ receiver, receipt }).find(({ args }) => args.id === id)
      const transaction = receipt.transactionHash
      return { status: 'claimed', inboxHash, id, credited: accepted?.args.amount ?? 0n, transaction }
    }
    const reason = 'No transaction of this call claimed the inbox.'
    return (
      judged ?? (await judge(evidence)) ?? { status: 'refused', inboxHash, reason, remedy: 'Claim it again.' }
    )
  }
}

/**
 * Sends the claims, and waits for the receipts. Leaves out a claim that reverts before it is sent. If the node refuses the batch,
 * sends its claims one by one: a recipient that takes too much gas must not stop the others.
 */
async function present(
  client: ReceiverClient,
  claims: readonly InboxEvidence[],
  { receiver, claims: _, onSent, batcher, batchSize: __, ...options }: ClaimManyParameters,
): Promise<TransactionReceipt[]> {
  const isOpen = ({ inboxTerms }: InboxEvidence) => isAddressEqual(inboxTerms.claimer as Address, zeroAddress)
  const [open, bound] = [claims.filter(isOpen), claims.filter((evidence) => !isOpen(evidence))]
  const receipts: TransactionReceipt[] = []
  let refusal: BaseError | undefined
  if (open.length > 1) {
    const calls = open.map((evidence) => encodeClaim(evidence, receiver))
    const aggregated = { receiver, abi: inboxReceiverAbi, functionName: 'claim', calls }
    const hash = await sendAggregated(client, aggregated, { ...options, batcher }).catch(keepRefusal)
    if (!hash) bound.unshift(...open)
    await wait(hash)
  } else bound.unshift(...open)
  for (const evidence of bound) {
    const sending = claim(client, { ...evidence, receiver, ...options })
    await wait(await sending.catch(orUndefined(FillRevertedError)).catch(keepRefusal))
  }
  if (refusal && receipts.length === 0) throw refusal
  return receipts

  function keepRefusal(error: unknown): undefined {
    if (isPassing(error) || !(error instanceof BaseError)) throw error
    refusal ??= error
  }

  async function wait(hash: Hash | undefined): Promise<void> {
    if (!hash) return
    onSent?.(hash)
    receipts.push(await waitForReceipt(client, { hash }))
  }
}
