import { type Address, type TransactionReceipt, zeroAddress } from 'viem'
import { getChainId } from 'viem/actions'
import { authorizeFill } from './authorizeFill.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { FillRevertedError } from './errors.js'
import { encodeEvidence, type FillEvidence } from './evidence.js'
import { getAuthorization } from './getAuthorization.js'
import { isPaused } from './isPaused.js'
import { type AuthorizationResult, type JudgedCall, judgeCall } from './judgeCall.js'
import { parseFillAuthorized } from './parseFillEvents.js'
import { readOptions } from './readOptions.js'
import { orUndefined } from './rpc/orUndefined.js'
import { waitForReceipt } from './rpc/waitForReceipt.js'
import { type AggregatedCalls, type BatcherParameters, sendAggregated, toBatches } from './sendAggregated.js'

export type { AuthorizationResult } from './judgeCall.js'

export type AuthorizeManyParameters = ReceiverParameters &
  BatcherParameters & {
    /** The evidence of each call. */
    calls: readonly FillEvidence[]
  }

type Entry = { evidence: FillEvidence; judged: JudgedCall }

/**
 * Presents the evidence of many calls of one receiver, in few transactions, and waits for their receipts.
 *
 * - The results are in the order of `calls`. Each result comes from the receiver: its event in the receipt, or else its state.
 *   The batcher's return value is ignored.
 * - Skips a call that is already paid, or has an authorization that lasts until its deadline, or whose evidence the receiver
 *   refuses. If two entries have evidence for the same call, one of them is sent.
 * - A call that fails in its transaction does not affect the others. Without `gas`, the calls are estimated one by one. An
 *   estimate of the whole batch may be too low, since a batch succeeds even if its calls run out of gas.
 * - Trust: the batcher only sends the calls. It needs no role on the receiver, and the receiver checks each evidence.
 *
 * @param client - A wallet client of the destination chain.
 * @returns One result for each call. {@link AuthorizationResult}
 * @throws {@link PaymentFieldError} if `batchSize` is not a whole number above 0; {@link FillRevertedError} or viem's error if no
 *   receiver answers; viem's error if the chain can't be read, if no contract answers at the batcher, or if the node refuses a
 *   transaction. Earlier transactions stay sent after an error: call the function again to send the rest.
 *
 * @example
 * import { authorizeMany } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData, orderSignature } = quote.protocol.v2
 *
 * authorizeMany(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   calls: [{ orderData, orderSignature }],
 * })
 * // [{ status: 'noCall' }]
 */
export async function authorizeMany(
  client: ReceiverClient,
  parameters: AuthorizeManyParameters,
): Promise<AuthorizationResult[]> {
  const {
    receiver,
    calls,
    batchSize,
    account = client.account ?? zeroAddress,
  } = readOptions(parameters, 'receiver', 'calls')
  const batches = toBatches(calls, batchSize)
  await isPaused(client, { receiver })
  const chainId = await getChainId(client)
  const judge = (evidence: FillEvidence) => judgeCall(client, chainId, { receiver, ...evidence, account })
  const results: AuthorizationResult[] = []
  for (const part of batches) {
    const entries = await Promise.all(
      part.map(async (evidence): Promise<Entry> => ({ evidence, judged: await judge(evidence) })),
    )
    const provable = entries.filter(({ judged }) => judged.status === 'provable')
    const sent = new Map(provable.map(({ judged, evidence }) => [judged.callHash, evidence]))
    const receipt = await present(client, [...sent.values()], parameters)
    results.push(...(await Promise.all(entries.map((entry) => settle(entry, receipt)))))
  }
  return results

  async function settle({ evidence, judged }: Entry, receipt?: TransactionReceipt) {
    const { status, callHash } = judged
    if (status !== 'provable' || !callHash) return judged as AuthorizationResult
    const transaction = receipt?.transactionHash
    const events = receipt ? parseFillAuthorized({ receiver, receipt }) : []
    if (events.some(({ args }) => args.callHash === callHash)) {
      const solver = (await getAuthorization(client, { receiver, callHash }))?.solver
      return { status: 'authorized', callHash, ...(solver && { solver }), transaction } as const
    }
    const now = { ...(await judge(evidence)), transaction }
    if (now.status !== 'provable') return now as AuthorizationResult
    const reason = 'The transaction was mined and the call is not authorized.'
    return { ...now, status: 'refused', reason } as const
  }
}

/**
 * Sends one transaction and waits for its receipt. Undefined if there is no call, or if the only call reverts in the simulation.
 */
async function present(
  client: ReceiverClient,
  calls: readonly FillEvidence[],
  { receiver, onSent, ...options }: AuthorizeManyParameters,
): Promise<TransactionReceipt | undefined> {
  const [first] = calls
  if (!first) return undefined
  const hash = await (calls.length === 1
    ? authorizeFill(client, { receiver, ...first, ...options }).catch(orUndefined(FillRevertedError))
    : sendAggregated(client, aggregate(receiver, calls), options))
  if (!hash) return undefined
  onSent?.(hash)
  return waitForReceipt(client, { hash })
}

/** Encodes the calls of one receiver. All have the same ABI, so the ABI of the first evidence is used. */
function aggregate(receiver: Address, calls: readonly FillEvidence[]): AggregatedCalls {
  const encoded = calls.map((evidence) => encodeEvidence(evidence))
  const { abi } = encoded[0]!
  return { receiver, abi, functionName: 'authorizeFill', calls: encoded.map(({ args }) => args) }
}
