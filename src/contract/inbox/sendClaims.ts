import {
  type Address,
  BaseError,
  type Hash,
  type Hex,
  isAddressEqual,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import type { ReceiverClient, ReceiverParameters } from '../call.js'
import { FillRevertedError } from '../errors.js'
import { isPassing } from '../rpc/faults.js'
import { orUndefined } from '../rpc/orUndefined.js'
import { waitForReceipt } from '../rpc/waitForReceipt.js'
import { type BatcherParameters, batcherGas, sendAggregated } from '../sendAggregated.js'
import { askForClaims, type ReadyClaim } from './askForClaims.js'
import { claim } from './claim.js'
import { type InboxClaimedEvent, parseInboxClaimed } from './parseInboxEvents.js'

export type SentClaims = {
  receipts: TransactionReceipt[]
  /** The receipts of claims that reverted in a transaction of their own, by inbox hash. */
  failed: Map<Hex, TransactionReceipt>
  /** The inboxes whose claims a wallet may still send. */
  asked: Set<Hex>
}

export type ClaimLimits = {
  /** The most gas that one claim may use. Defaults to 1000000. A hook decides how much gas its claim uses. */
  maxGas?: bigint | undefined
  /** How long to wait for a wallet to answer and to report a batch of its own. Defaults to 180000 (three minutes). */
  timeoutMs?: number | undefined
}

/** Finds the claim of an inbox in a receipt. */
export function findClaimed(
  receipt: TransactionReceipt,
  { receiver, inboxHash }: { receiver: Address; inboxHash: Hex },
): InboxClaimedEvent | undefined {
  return parseInboxClaimed({ receiver, receipt }).find(({ args }) => args.inboxHash === inboxHash)
}

/**
 * Sends claims of different inboxes, and waits for the receipts: in one transaction of the batcher, in one batch of the claimer's
 * wallet, and the rest one by one. Leaves out a claim that reverts before it is sent.
 */
export async function sendClaims(
  client: ReceiverClient,
  claims: readonly ReadyClaim[],
  {
    receiver,
    onSent,
    batcher,
    batchSize: _,
    maxGas,
    timeoutMs = 180_000,
    ...options
  }: ReceiverParameters & BatcherParameters & ClaimLimits & { maxGas: bigint },
): Promise<SentClaims> {
  const account = options.account ?? client.account
  const sent: SentClaims = { receipts: [], failed: new Map(), asked: new Set() }
  let refusal: BaseError | undefined
  const isOpen = ({ evidence }: ReadyClaim) =>
    isAddressEqual(evidence.inboxTerms.claimer as Address, zeroAddress)
  const open = claims.filter(isOpen)
  let own = claims.filter((one) => !isOpen(one))
  if (open.length > 1) {
    const calls = open.map(({ args }) => args)
    const gas = options.gas ?? open.reduce((sum, one) => sum + one.gas + batcherGas, 0n)
    const aggregated = { receiver, abi: inboxReceiverAbi, functionName: 'claim', calls }
    await wait(await sendAggregated(client, aggregated, { ...options, gas, batcher }).catch(keepRefusal))
  }
  if (own.length > 1 && account) {
    const parameters = { receiver, account, timeoutMs }
    const batch = await askForClaims(client, own, parameters).catch((error: unknown) => {
      // The user declined. Asking for each claim would ask the same again.
      own = []
      return keepRefusal(error)
    })
    for (const receipt of batch?.receipts ?? []) keep(receipt)
    if (batch?.isAsked) for (const { inboxHash } of own) sent.asked.add(inboxHash)
  }
  for (const one of [...open, ...own]) {
    const { evidence, inboxHash, gas: needed } = one
    const isOver = sent.receipts.some((receipt) => findClaimed(receipt, { receiver, inboxHash }))
    if (isOver || sent.asked.has(inboxHash)) continue
    // Leaves room for a state that changed since the estimate.
    const roomy = needed + needed / 4n
    const gas = options.gas ?? (roomy < maxGas ? roomy : maxGas)
    const sending = claim(client, { ...evidence, receiver, ...options, gas })
    const receipt = await wait(await sending.catch(orUndefined(FillRevertedError)).catch(keepRefusal))
    if (receipt?.status === 'reverted') sent.failed.set(inboxHash, receipt)
  }
  if (refusal && sent.receipts.length === 0) throw refusal
  return sent

  function keepRefusal(error: unknown): undefined {
    // What was sent is reported, also if the node fails behind it.
    const mayThrow = isPassing(error) && sent.receipts.length === 0
    if (mayThrow || !(error instanceof BaseError)) throw error
    refusal ??= error
  }

  function keep(receipt: TransactionReceipt): void {
    onSent?.(receipt.transactionHash)
    sent.receipts.push(receipt)
  }

  async function wait(hash: Hash | undefined): Promise<TransactionReceipt | undefined> {
    if (!hash) return undefined
    onSent?.(hash)
    const receipt = await waitForReceipt(client, { hash })
    sent.receipts.push(receipt)
    return receipt
  }
}
