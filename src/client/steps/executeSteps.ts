import type { Client, Hash, Hex } from 'viem'
import { inTime, leastNodeMs } from '../../contract/rpc/inTime.js'
import { endsWithReceipt, isApproval } from '../../rules/paysFor/stepRules.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import { StatusMismatchError, StepOptionError, StepPendingError } from '../../service/steps/errors.js'
import { planClaim } from '../../service/steps/planClaim.js'
import { planSteps } from '../../service/steps/planSteps.js'
import { readStepOptions } from '../../service/steps/readStepOptions.js'
import { readTerms } from '../../service/steps/readTerms.js'
import type {
  PlannedItem,
  PlannedTransaction,
  StepProgress,
  StepRequest,
  StepRun,
  Unverifiable,
} from '../../service/steps/types.js'
import type { Connection } from '../connection.js'
import { ServiceAbortedError } from '../errors.js'
import { readFollowParameters, readWaits } from '../follow/followParameters.js'
import {
  type FinalStatusRecord,
  type WaitForRequestParameters,
  waitForRequest,
} from '../follow/waitForRequest.js'
import { getChains } from '../operations/chains.js'
import { withdrawFromVenue } from '../venue/withdrawFromVenue.js'
import { awaitApproval, awaitReceipt } from './awaitTransaction.js'
import { findShown, followDeposit, isThere } from './followDeposit.js'
import { planWithListing } from './planWithListing.js'
import { requirePayable } from './requirePayable.js'
import { type Plan, runPlan } from './runPlan.js'
import type { WalletClient } from './sendPlanned.js'
import { forget, hashesOf, type Runner, startRun } from './stepRun.js'

export type ExecuteStepsParameters = {
  /** The quote to run. For a claim, only its `steps`. */
  quote: Quote
  /**
   * The progress of an earlier run of the same quote, as `onProgress` reported it last. Recorded items are not requested again.
   * Warning: without `run`, all steps run, even if they were already done.
   */
  run?: StepRun | undefined
  /** The caller's quote request, against which the quote is checked. Omit it for the steps of a claim. */
  request?: StepRequest
  walletClient: Client
  /** The most that may leave the wallet, smallest unit; required unless the trade type is EXACT_INPUT. */
  maximumAmountIn?: bigint
  /**
   * The least that must arrive, smallest unit. Defaults to the minimum that the quote shows, which the service alone decides.
   */
  minimumAmountOut?: bigint
  /** Kinds of steps to run even though they can't be verified. */
  allowUnverified?: readonly Unverifiable[]
  /**
   * The most by which the order's payments may exceed the minimum of the `payAuthorized` call, in the call's token and its
   * smallest unit. Defaults to 0. The solver may keep the difference. In native currency, the order must pay the exact amount.
   */
  maximumDifference?: bigint
  /**
   * A client of the destination chain. Required if the request calls `payAuthorized`, to check that the call can be paid.
   */
  destinationClient?: Client
  /**
   * Awaited before the wallet is asked for a transaction. If it throws, the run stops. Store `run` where it survives this
   * process. After the run has ended, only a late hash of its last transaction is reported, so that an older `run` never
   * overwrites a later one.
   */
  onProgress?: (progress: StepProgress) => unknown
  /** Chooses the nonce of a step's transaction before the wallet is asked. Without it, the wallet chooses. */
  chooseNonce?: ((step: string) => Promise<number | undefined>) | undefined
  /**
   * Whether to send approvals and deposit as one batch (EIP-5792), if the wallet reports that it makes them in one transaction.
   * Defaults to true. A swap, and any step without an order, is sent alone.
   */
  batch?: boolean | undefined
  /** How long to wait for each answer of the wallet, and for the fill, in milliseconds. Defaults to 10 minutes. */
  timeoutMs?: number
  /** The interval between status requests, in milliseconds. Defaults to 1000, or 50 with the mock's profile. */
  pollingIntervalMs?: number
  /** Ends the run between items, and ends the waits. Sent transactions stay sent. */
  signal?: AbortSignal
}

export type ExecuteStepsReturnType = {
  /** The transactions of this run and of earlier runs, in the order of the steps. */
  txHashes: Hash[]
  /**
   * The final status: success, refund or failure. Absent for a claim. Also absent for a swap and a send, which end with their
   * receipts.
   */
  outcome?: FinalStatusRecord
  run: StepRun
}

/** Runs the steps of a quote; see `ServiceClient.executeSteps`. */
export async function executeSteps(
  connection: Connection,
  parameters: ExecuteStepsParameters,
): Promise<ExecuteStepsReturnType> {
  const { request, signal } = readStepOptions(parameters, 'quote', 'walletClient')
  const { timeoutMs } = readWaits(connection.profile, parameters, 'executeSteps')
  const { destinationClient: given } = parameters
  const destinationClient = given && inTime(given, { timeoutMs: Math.max(timeoutMs, leastNodeMs), signal })
  if (request?.originChainId === connection.profile.venue.chainId) {
    await requirePayable(request, destinationClient)
    const runner = startRun(parameters.run, [], parameters.onProgress)
    const { requestId } = await withdrawFromVenue(connection, {
      ...parameters,
      request,
      onProgress: runner.report,
    })
    return { txHashes: [], outcome: await follow(connection, requestId, { ...parameters, runner }), run: {} }
  }
  const walletClient = withAccount(parameters.walletClient)
  const { plan, terms } = await planWithListing(
    (listing) => makePlan(connection, { ...parameters, listing }, walletClient),
    (...rest) => getChains(connection, ...rest),
  )
  const runner = startRun(parameters.run, plan, parameters.onProgress)
  const requestId = requestToFollow(plan, request)
  // Rejects an invalid option before anything is sent.
  if (requestId) readFollowParameters(connection, followed(requestId, parameters))
  // Only a claim has no request, and a claim has no transactions.
  const chainId = request?.originChainId ?? 0
  let outcome: FinalStatusRecord | undefined
  const onSent = async (planned: PlannedTransaction) => {
    if (!requestId || planned !== plan.at(-1)) {
      return confirm(walletClient, planned, { chainId, timeoutMs, signal, runner })
    }
    outcome = await followDeposit(walletClient, planned, {
      chainId,
      timeoutMs,
      signal,
      runner,
      follow: (changes) => follow(connection, requestId, { ...parameters, runner, ...changes }),
    })
  }
  try {
    await runPlan(connection, { plan, terms }, walletClient, {
      ...parameters,
      timeoutMs,
      destinationClient,
      runner,
      onSent,
    })
    if (requestId) outcome ??= await follow(connection, requestId, { ...parameters, runner })
    return { txHashes: hashesOf(runner.run), ...(outcome && { outcome }), run: runner.run }
  } finally {
    runner.end()
  }
}

/** Waits until a transaction without a request to follow is mined. */
async function confirm(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  {
    chainId,
    timeoutMs,
    signal,
    runner,
  }: { chainId: number; timeoutMs: number; signal: AbortSignal | undefined; runner: Runner },
): Promise<void> {
  const { step } = planned
  const over = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new ServiceAbortedError({ operation: 'executeSteps' }))
    signal?.addEventListener('abort', stop, { signal: over.signal })
    if (signal?.aborted) stop()
  })
  try {
    const wait = isApproval(step) ? awaitApproval : awaitReceipt
    const reader = inTime(walletClient, { timeoutMs, signal: over.signal })
    const mined = wait(reader, planned, { chainId, timeoutMs, signal: over.signal, runner })
    const txHash = await Promise.race([mined, aborted]).catch(async (error: unknown) => {
      // A second approval is harmless, so an approval that no node shows is requested again.
      const isLost =
        error instanceof StepPendingError &&
        isApproval(step) &&
        !isThere(await findShown([reader], error.txHash))
      return forget(runner, planned, error, isLost)
    })
    runner.set(planned, { state: 'done', txHash })
    await runner.report({ type: 'transactionConfirmed', step: step.id, txHash })
  } finally {
    over.abort()
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
    runner,
    onStatus = (record) => runner.report({ type: 'status', step: quote.steps.at(-1)?.id ?? '', record }),
  }: ExecuteStepsParameters & { runner: Runner } & Pick<WaitForRequestParameters, 'onStatus'>,
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

/** Returns the request that a solver fills after the last step; a claim, a swap and a send have none. */
function requestToFollow(plan: readonly PlannedItem[], request: StepRequest | undefined): Hex | undefined {
  const last = plan.at(-1)
  if (!request || !last || endsWithReceipt(last.step)) return undefined
  return last.step.requestId ?? undefined
}
