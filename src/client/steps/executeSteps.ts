import type { Client, Hash, Hex } from 'viem'
import { signMessage, signTypedData } from 'viem/actions'
import * as z from 'zod'
import { inTime, leastNodeMs } from '../../contract/rpc/inTime.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import { StatusMismatchError, StepOptionError } from '../../service/steps/errors.js'
import { endsWithReceipt, isApproval, planClaim, planSteps } from '../../service/steps/planSteps.js'
import { readTerms, type StepTerms } from '../../service/steps/readTerms.js'
import type {
  PlannedItem,
  PlannedSignature,
  PlannedTransaction,
  StepProgress,
  StepRequest,
  Unverifiable,
} from '../../service/steps/types.js'
import type { Connection } from '../connection.js'
import { ServiceAbortedError } from '../errors.js'
import { followDefaults, readFollowParameters } from '../follow/followParameters.js'
import {
  type FinalStatusRecord,
  type WaitForRequestParameters,
  waitForRequest,
} from '../follow/waitForRequest.js'
import { getChains } from '../operations/chains.js'
import { getStatus } from '../operations/requests.js'
import { withdrawFromVenue } from '../venue/withdrawFromVenue.js'
import { answerInTime } from './answerInTime.js'
import { awaitApproval, awaitReceipt } from './awaitTransaction.js'
import { followDeposit } from './followDeposit.js'
import { planWithListing } from './planWithListing.js'
import { requireFunds } from './requireFunds.js'
import { requirePayable } from './requirePayable.js'
import {
  type SentItem,
  sendPlannedTransaction,
  useChain,
  type WalletClient,
} from './sendPlannedTransaction.js'

export type ExecuteStepsParameters = {
  /** The quote to run; items that are done are marked `complete` in it. Of a claim, its `steps` alone. */
  quote: Quote
  /** The caller's quote request, which the quote is checked against. Omit it for the steps of a claim. */
  request?: StepRequest
  walletClient: Client
  /** The most that may leave the wallet, smallest unit; required unless the trade type is EXACT_INPUT. */
  maximumAmountIn?: bigint
  /**
   * The least that must arrive, smallest unit. By default the minimum that the quote shows counts, which is the
   * service's word.
   */
  minimumAmountOut?: bigint
  /** Kinds of steps that can't be verified, and are run all the same. */
  allowUnverified?: readonly Unverifiable[]
  /**
   * By how much the order's payments in the token of a `payAuthorized` may exceed its minimum, smallest unit; 0 by
   * default. What lies between is the solver's to keep. The native currency leaves no difference.
   */
  maximumDifference?: bigint
  /**
   * A client of the destination chain; required where the request calls `payAuthorized`, to check that the call can be
   * paid.
   */
  destinationClient?: Client
  /** Awaited before the wallet is asked for a transaction; if it throws, the run stops. */
  onProgress?: (progress: StepProgress) => unknown
  /** How long to wait for each answer of the wallet, and for the fill, in milliseconds; 10 minutes by default. */
  timeoutMs?: number
  /** The interval between status requests, in milliseconds; 1000 by default, 50 for the mock's profile. */
  pollingIntervalMs?: number
  /** Ends the run between items, and ends the waiting. Sent transactions stay sent. */
  signal?: AbortSignal
}

export type ExecuteStepsReturnType = {
  /** The transactions of this run and of earlier ones, in the order of the steps. */
  txHashes: Hash[]
  /**
   * The final status: success, refund or failure. Absent for a claim, and for a swap and a send, which end with their
   * receipt.
   */
  outcome?: FinalStatusRecord
}

/** Runs the steps of a quote; see `ServiceClient.executeSteps`. */
export async function executeSteps(
  connection: Connection,
  parameters: ExecuteStepsParameters,
): Promise<ExecuteStepsReturnType> {
  const { request, timeoutMs = followDefaults.timeoutMs, signal, onProgress = () => {} } = parameters
  const { destinationClient: given } = parameters
  const destinationClient = given && inTime(given, { timeoutMs: Math.max(timeoutMs, leastNodeMs), signal })
  if (request?.originChainId === connection.profile.venue.chainId) {
    await requirePayable(request, destinationClient)
    const { requestId } = await withdrawFromVenue(connection, {
      ...parameters,
      request,
    })
    return { txHashes: [], outcome: await follow(connection, requestId, parameters) }
  }
  const walletClient = withAccount(parameters.walletClient)
  const { plan, terms } = await planWithListing(
    (listing) => makePlan(connection, { ...parameters, listing }, walletClient),
    (...rest) => getChains(connection, ...rest),
  )
  const requestId = requestToFollow(plan, request)
  // What it refuses is refused before anything is sent.
  if (requestId) readFollowParameters(connection, followed(requestId, parameters))
  // Only a claim has no request, and a claim has no transactions.
  const chainId = request?.originChainId ?? 0
  let outcome: FinalStatusRecord | undefined
  const onSent = async (planned: PlannedTransaction) => {
    if (!requestId || planned !== plan.at(-1)) {
      return confirm(walletClient, planned, { chainId, timeoutMs, signal, onProgress })
    }
    outcome = await followDeposit(walletClient, planned, {
      chainId,
      timeoutMs,
      signal,
      onProgress,
      follow: (changes) => follow(connection, requestId, { ...parameters, ...changes }),
    })
  }
  await runPlan(connection, { plan, terms }, walletClient, { ...parameters, destinationClient, onSent })
  if (requestId) outcome ??= await follow(connection, requestId, parameters)
  const txHashes = plan.flatMap(({ item }) => (item as SentItem).txHash ?? [])
  return { txHashes, ...(outcome && { outcome }) }
}

/** Waits until a transaction is mined after which no request is followed. */
async function confirm(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  {
    chainId,
    timeoutMs,
    signal,
    onProgress,
  }: Required<Pick<ExecuteStepsParameters, 'timeoutMs' | 'onProgress'>> & {
    chainId: number
    signal: AbortSignal | undefined
  },
): Promise<void> {
  const { item, step } = planned
  const over = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new ServiceAbortedError({ operation: 'executeSteps' }))
    signal?.addEventListener('abort', stop, { signal: over.signal })
    if (signal?.aborted) stop()
  })
  try {
    const wait = isApproval(step) ? awaitApproval : awaitReceipt
    const reader = inTime(walletClient, { timeoutMs, signal: over.signal })
    const mined = wait(reader, planned, { chainId, timeoutMs, signal: over.signal })
    const txHash = await Promise.race([mined, aborted])
    ;(item as SentItem).txHash = txHash
    await onProgress({ type: 'transactionConfirmed', step: step.id, txHash })
    item.status = 'complete'
  } finally {
    over.abort()
  }
}

async function runPlan(
  connection: Connection,
  { plan, terms }: Plan,
  walletClient: WalletClient,
  {
    request,
    destinationClient,
    signal,
    timeoutMs = followDefaults.timeoutMs,
    onProgress = () => {},
    onSent,
  }: ExecuteStepsParameters & { onSent: (planned: PlannedTransaction) => Promise<void> },
): Promise<void> {
  let isFunded = false
  for (const planned of plan) {
    if (signal?.aborted) throw new ServiceAbortedError({ operation: 'executeSteps' })
    const isComplete = planned.item.status === 'complete'
    if (terms && !isComplete && !(planned.item as SentItem).txHash) {
      // Asked before each item, as minutes may pass between an approval and the deposit.
      await requirePayable(request as StepRequest, destinationClient)
      if (!isFunded) {
        // Only there can the wallet's node be asked.
        const step = planned.step.id
        if (planned.kind === 'transaction')
          await answerInTime(useChain(walletClient, terms.origin.id), { step, timeoutMs })
        await requireFunds(walletClient, { plan, terms, owner: walletClient.account.address })
        isFunded = true
      }
    }
    if (planned.kind === 'signature') {
      const isTaken = isComplete || (await wasTaken(connection, planned, signal))
      if (!isTaken) await postSignature(connection, walletClient, planned, { signal, timeoutMs, onProgress })
      planned.item.status = 'complete'
    } else if (!isComplete) {
      // Only a claim has no request, and a claim has no transactions.
      const { originChainId } = request as StepRequest
      await sendPlannedTransaction(walletClient, planned, { chainId: originChainId, timeoutMs, onProgress })
      await onSent(planned)
    }
  }
}

async function follow(
  connection: Connection,
  requestId: Hex,
  {
    quote,
    request,
    timeoutMs,
    pollingIntervalMs,
    signal,
    onProgress,
    onStatus = (record) => onProgress?.({ type: 'status', step: quote.steps.at(-1)?.id ?? '', record }),
  }: ExecuteStepsParameters & Pick<WaitForRequestParameters, 'onStatus'>,
): Promise<FinalStatusRecord> {
  const options = followed(requestId, { timeoutMs, pollingIntervalMs, signal })
  const outcome = await waitForRequest(connection, { ...options, onStatus })
  for (const field of ['originChainId', 'destinationChainId'] as const) {
    const [found, required] = [outcome[field], request?.[field]]
    const isOther = typeof found === 'number' && required !== undefined && found !== required
    if (isOther && outcome.status === 'success') {
      throw new StatusMismatchError({ requestId, field, found, required })
    }
  }
  return outcome
}

type Waits = Pick<ExecuteStepsParameters, 'timeoutMs' | 'pollingIntervalMs' | 'signal'>

function followed(requestId: Hex, { timeoutMs, pollingIntervalMs, signal }: Waits) {
  return { requestId, timeoutMs, pollingIntervalMs, signal }
}

/** A claim has no terms. */
type Plan = { plan: readonly PlannedItem[]; terms: StepTerms | undefined }

function makePlan(
  { profile }: Connection,
  parameters: ExecuteStepsParameters & { listing?: readonly ChainRecord[] | undefined },
  walletClient: WalletClient,
): Plan {
  const { quote, request, allowUnverified } = parameters
  if (!request) return { plan: planClaim(quote, profile, allowUnverified), terms: undefined }
  const terms = readTerms({ ...parameters, request, profile, account: walletClient.account.address })
  return { plan: planSteps(quote, terms, allowUnverified), terms }
}

function withAccount(client: Client): WalletClient {
  if (client.account) return client as WalletClient
  throw new StepOptionError({ option: 'walletClient', requirement: 'a viem client with an account' })
}

/** Marks an item whose signature went out; the answer may be lost. */
type Posted = { isPosted?: boolean }

/** Whether the service goes on with a signature of an earlier run, whose answer was lost. */
async function wasTaken(
  connection: Connection,
  { item, step: { requestId } }: PlannedSignature,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!requestId || !(item as Posted).isPosted) return false
  const { status } = await getStatus(connection, { requestId }, { signal })
  return status !== 'waiting' && status !== 'unknown'
}

async function postSignature(
  connection: Connection,
  walletClient: WalletClient,
  { item, message, post, step }: PlannedSignature,
  {
    signal,
    timeoutMs,
    onProgress,
  }: Required<Pick<ExecuteStepsParameters, 'timeoutMs' | 'onProgress'>> & { signal: AbortSignal | undefined },
): Promise<void> {
  await onProgress({ type: 'signatureRequested', step: step.id })
  const { account } = walletClient
  const asked =
    'raw' in message
      ? signMessage(walletClient, { account, message: { raw: message.raw } })
      : signTypedData(walletClient, { account, ...message.typedData })
  const signature = await answerInTime(asked, { step: step.id, timeoutMs })
  // Once it is posted the money may leave. So nothing in the answer is judged, and steps in it are not run: they could only
  // pay again.
  ;(item as Posted).isPosted = true
  await connection.request(
    { method: 'POST', path: post.path, query: { signature }, body: post.body, response: z.unknown() },
    { signal },
  )
  item.status = 'complete'
  await onProgress({ type: 'signaturePosted', step: step.id })
}

/** Returns the request that a solver fills after the last step; a claim, a swap and a send have none. */
function requestToFollow(plan: readonly PlannedItem[], request: StepRequest | undefined): Hex | undefined {
  const last = plan.at(-1)
  if (!request || !last || endsWithReceipt(last.step)) return undefined
  return last.step.requestId ?? undefined
}
