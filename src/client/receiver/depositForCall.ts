import { BaseError, type Client, type Hash, type LocalAccount } from 'viem'
import { getBlockNumber, getCode, getTransaction } from 'viem/actions'
import { FillproofError } from '../../base/FillproofError.js'
import { sleep } from '../../base/sleep.js'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { describeFault } from '../../contract/rpc/faults.js'
import { inTime } from '../../contract/rpc/inTime.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import {
  StepMismatchError,
  StepOptionError,
  StepPendingError,
  StepPromptError,
  StepTransactionError,
  SweepRouterError,
  UnknownRouterError,
  UnverifiedStepError,
} from '../../service/steps/errors.js'
import type { ItemRun, PlannedTransaction, StepProgress } from '../../service/steps/types.js'
import { ServiceAbortedError, ServiceHttpError } from '../errors.js'
import { RequestTimeoutError } from '../follow/errors.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { findNamedDeposit, isDeposited, readReceipt, toHashes } from '../steps/followDeposit.js'
import { hashesOf, isHash } from '../steps/stepRun.js'
import { DepositPendingError, DepositUnknownError } from './errors.js'
import { countPending, findDeposit } from './findDeposit.js'
import { planCall, toBounds } from './planCall.js'
import type { ReceiverCall } from './receiverCall.js'
import type { RunningClients } from './types.js'

/** How long a deposit that no node shows is looked for, in milliseconds. */
const patienceMs = 15_000

/** No reorganization is deeper, in blocks. */
const deepest = 64n

/** Blocks that are searched in every look for a deposit; older ones in the first alone. */
const searchedAgain = 1_000n

/** What the plan of a quote is refused with. */
const planErrors = [
  StepMismatchError,
  StepOptionError,
  SweepRouterError,
  UnknownRouterError,
  UnverifiedStepError,
]

export type DepositResult = {
  txHashes: Hash[]
  outcome: StatusRecord
  /** Whether the receiver said so. */
  isPaid?: true
}

export type DepositOptions = {
  /** Keeps the call. */
  save: () => Promise<void>
  /** The caller's word that what the wallet was asked for before can't be mined any more. */
  resend: boolean
}

/**
 * Deposits for a call, unless that was done before, and follows its request.
 *
 * - Rule: what the wallet will be asked for is kept before it is asked. Who finds that looks for the deposit, and asks again
 *   only where that can't make two: the account signs here and the nonce is the same again, or another transaction has it,
 *   or the caller says that the first was dropped.
 */
export async function depositForCall(
  client: AnyServiceClient,
  parameters: RunningClients,
  call: ReceiverCall,
  { save, resend }: DepositOptions,
): Promise<DepositResult> {
  const { quote, request, bounds } = call
  const paying = findPayingStep(quote)!
  const entry = () => call.run[paying.path]
  if (call.deposit && (resend || entry()?.state !== 'done'))
    await settleDeposit(client, parameters, call, resend)
  const before = call.deposit
  const { seen, ...reports } = keepSteps(parameters, call, { save, paying })
  const { walletClient, destinationClient, timeoutMs, pollingIntervalMs, signal } = parameters
  const waits = { timeoutMs, pollingIntervalMs, ...(signal && { signal }) }
  try {
    if (entry()?.state === 'done') {
      const { run } = call
      const onStatus = (record: StatusRecord) =>
        parameters.onProgress?.({ type: 'status', step: paying.id, record, run })
      const outcome = await client.waitForRequest({ requestId: paying.requestId!, ...waits, onStatus })
      return { txHashes: hashesOf(run), outcome }
    }
    const { run } = call
    const steps = { quote, request, run, walletClient, destinationClient, ...reports }
    const { txHashes, outcome } = await client.executeSteps({ ...toBounds(bounds), ...steps, ...waits })
    // A request between two chains, as all of these are, is followed to its end.
    return { txHashes, outcome: outcome! }
  } catch (error) {
    const isRefused = seen.isAsked && !entry() && !(error instanceof StepTransactionError)
    // One block or one wallet's word ends no deposit: who goes on looks for it first.
    if (isRefused || (error instanceof StepTransactionError && error.step === paying.id)) {
      if (isRefused) {
        forgetNonce(parameters, call)
        call.deposit = before
      }
      if (!call.deposit) call.state = 'authorized'
      await save()
      throw error
    }
    // With the deposit seen, or the call paid, nothing is left to send: the request alone is followed.
    if (call.deposit && (await isPaid(parameters, call))) {
      const result = await endPaid(client, parameters, call, error)
      if (result) return { ...result, isPaid: true }
      await save()
      return depositForCall(client, parameters, call, { save, resend: false })
    }
    const known = call.deposit && { callHash: call.callHash, ...call.deposit, cause: error }
    // Paid by somebody else, until a reorganization took that back.
    const isNone = entry()?.state === 'done' && !entry()?.txHash
    if (known && isNone && error instanceof RequestTimeoutError) throw new DepositUnknownError(known)
    if (entry()?.state === 'done') throw error
    const isHeld = before && entry()?.txHash && planErrors.some((kind) => error instanceof kind)
    if (known && (isHeld || error instanceof StepPendingError)) throw new DepositPendingError(known)
    // Either the wallet failed, or what the deposit needs fell away after an earlier process asked for it.
    const isOpen =
      error instanceof FillproofError && !(error instanceof StepPromptError)
        ? before && !resend && !seen.isAsked
        : seen.isAsked
    if (!known || !isOpen || entry()?.txHash) throw error
    forgetNonce(parameters, call)
    throw new DepositUnknownError(known)
  }
}

/** Keeps how far the steps came, and what the wallet will be asked for. */
function keepSteps(
  parameters: RunningClients,
  call: ReceiverCall,
  { save, paying }: { save: () => Promise<void>; paying: { id: string } },
) {
  const seen = { isAsked: false, isMined: false }
  return {
    seen,
    async onProgress(progress: StepProgress): Promise<void> {
      const { type, step } = progress
      const isPaying = step === paying.id
      call.run = progress.run
      seen.isMined ||= isPaying && type === 'transactionConfirmed'
      if (type === 'transactionRequested') await parameters.onProgress?.(progress)
      // Of the payment the question is kept with its nonce, and a failure with what follows from it.
      const isKept = !isPaying || type === 'transactionSent' || type === 'transactionConfirmed'
      if (isKept && type !== 'status') await save()
      if (type !== 'transactionRequested') await parameters.onProgress?.(progress)
    },
    async chooseNonce(step: string): Promise<number | undefined> {
      if (step !== paying.id) return undefined
      const isNew = !call.deposit
      call.deposit ??= await prepareDeposit(parameters, call)
      // A wallet elsewhere chooses its nonce by itself, though the account signed here before.
      call.deposit.isNonceFixed &&= signsHere(parameters)
      call.state = 'depositing'
      await save()
      if (isNew) await takeNonce(parameters, call, save)
      seen.isAsked = true
      return call.deposit.isNonceFixed ? call.deposit.nonce : undefined
    },
  }
}

/**
 * Ends a call that the receiver says was paid, though following its request failed. Undefined where the deposit was seen just
 * now, and its request is still to be followed.
 *
 * - Rule: that the wallet made no deposit is told only where neither the service nor the chain shows one in all the time.
 */
async function endPaid(
  client: AnyServiceClient,
  parameters: RunningClients,
  call: ReceiverCall,
  error: unknown,
): Promise<DepositResult | undefined> {
  const { originClient, walletClient } = parameters
  const { path } = findPayingStep(call.quote)!
  const timeout = error instanceof StepPendingError ? error.cause : error
  const isTimeout = timeout instanceof RequestTimeoutError
  const status = (isTimeout && timeout.lastStatus) || 'unknown'
  if (call.run[path]?.state === 'done') {
    if (!isTimeout && !(error instanceof ServiceHttpError)) throw error
    return { txHashes: hashesOf(call.run), outcome: { status } }
  }
  const { txHash } = call.run[path] ?? {}
  const nodes = [originClient, inTime(walletClient, { timeoutMs: patienceMs })]
  const receipts = await Promise.all(nodes.map((node) => readReceipt(node, txHash)))
  const isMined = receipts.some((receipt) => receipt?.status === 'success')
  const finding = isMined ? undefined : await findNow(client, parameters, call)
  const isNone = finding && finding.state !== 'found' && !isDeposited(status)
  if (isNone && isTimeout && timeout.lastStatus) return { txHashes: [], outcome: { status } }
  const found = finding?.state === 'found' ? finding.txHash : txHash
  setEntry(call, { state: 'done', ...(found && { txHash: found }) })
  return undefined
}

/** Undefined where the node does not answer. */
async function findNow(client: AnyServiceClient, parameters: RunningClients, call: ReceiverCall) {
  const toBlock = await getBlockNumber(parameters.originClient, { cacheTime: 0 }).catch(() => undefined)
  if (toBlock === undefined) return undefined
  const range = { fromBlock: BigInt(call.deposit!.fromBlock), toBlock }
  return findDeposit(client.profile, parameters, call, range).catch(() => undefined)
}

/** Of the item that pays. Without one it may be asked for again. */
function setEntry(call: ReceiverCall, entry: ItemRun | undefined): void {
  const { [findPayingStep(call.quote)!.path]: _, ...others } = call.run
  call.run = { ...others, ...(entry && { [findPayingStep(call.quote)!.path]: entry }) }
}

/** A wallet elsewhere chooses the nonce by itself. */
function signsHere({ walletClient }: RunningClients): boolean {
  return walletClient.account!.type === 'local'
}

async function prepareDeposit(
  parameters: RunningClients,
  { request: { originChainId } }: ReceiverCall,
): Promise<ReceiverCall['deposit'] & object> {
  const { originClient, walletClient, timeoutMs, signal } = parameters
  const head = await getBlockNumber(originClient, { cacheTime: 0 })
  // A reorganization may mine it below what is the head now.
  const fromBlock = String(head > deepest ? head - deepest : 0n)
  const isNonceFixed = signsHere(parameters) && !(await hasCode(parameters))
  const { nonceManager, address } = walletClient.account as LocalAccount
  const client = inTime(walletClient, { timeoutMs, signal })
  const nonce =
    nonceManager && isNonceFixed
      ? await nonceManager.get({ address, chainId: originChainId, client })
      : await countPending({ originClient, walletClient: client }, originChainId)
  return { fromBlock, nonce, isNonceFixed }
}

/** Takes the nonce that was kept from the account's manager. If another transaction took it meanwhile, the next one is kept. */
async function takeNonce(
  { walletClient, timeoutMs, signal }: RunningClients,
  { deposit, request }: ReceiverCall,
  save: () => Promise<void>,
): Promise<void> {
  const { nonceManager, address } = walletClient.account as LocalAccount
  if (!nonceManager || !deposit!.isNonceFixed) return
  const client = inTime(walletClient, { timeoutMs, signal })
  const nonce = await nonceManager.consume({ address, chainId: request.originChainId, client })
  if (nonce === deposit!.nonce) return
  deposit!.nonce = nonce
  await save()
}

/** What the receiver says of the call; false where no node answers. */
function isPaid({ destinationClient }: RunningClients, call: ReceiverCall): Promise<boolean> {
  return isCallPaid(destinationClient, call).catch(() => false)
}

async function hasCode({ originClient, walletClient }: RunningClients): Promise<boolean> {
  return (await getCode(originClient, { address: walletClient.account!.address })) !== undefined
}

/**
 * Finds the deposit among the transactions that the status names; undefined where the service does not answer, or the profile
 * refuses the quote by now.
 */
async function findNamed(
  client: AnyServiceClient,
  { originClient, walletClient, signal }: RunningClients,
  call: ReceiverCall,
): Promise<Hash | undefined> {
  const { requestId } = findPayingStep(call.quote)!
  const record = await client.getStatus({ requestId: requestId! }, { signal }).catch(() => undefined)
  if (!record) return undefined
  try {
    const { plan } = planCall(client.profile, call, walletClient.account!.address)
    const { deposit } = plan.at(-1) as PlannedTransaction
    return deposit && (await findNamedDeposit(originClient, deposit, toHashes(record)))
  } catch (error) {
    if (planErrors.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

/**
 * Settles what became of a deposit that an earlier process asked the wallet for: its hash is in the item where it is known,
 * and the wallet may be asked where the hash is missing.
 *
 * @throws {@link DepositPendingError}, {@link DepositUnknownError} where a second deposit might be made.
 */
async function settleDeposit(
  client: AnyServiceClient,
  parameters: RunningClients,
  call: ReceiverCall,
  resend: boolean,
): Promise<void> {
  const { originClient, walletClient, timeoutMs, pollingIntervalMs, signal } = parameters
  const { callHash, deposit } = call
  const entry = call.run[findPayingStep(call.quote)!.path]
  const start = Date.now()
  // Asked for again where nodes that lag did not have it.
  let block: bigint | undefined
  let fromBlock = BigInt(deposit!.fromBlock)
  const look = async () => {
    // Of an account with code a nonce proves nothing, and one may have got its code since.
    if (deposit!.isNonceFixed && (await hasCode(parameters))) deposit!.isNonceFixed = false
    block ??= await getBlockNumber(originClient, { cacheTime: 0 })
    const range = { fromBlock, toBlock: block }
    // However few blocks a node gives at once.
    const end = AbortSignal.timeout(Math.max(timeoutMs, patienceMs))
    const ends = { timeoutMs, signal: signal ? AbortSignal.any([signal, end]) : end }
    const nodes = { originClient: inTime(originClient, ends), walletClient: inTime(walletClient, ends) }
    const finding = await findDeposit(client.profile, nodes, call, range)
    // A reorganization may move what was pending into blocks that were searched.
    if (block - fromBlock > searchedAgain) fromBlock = block - searchedAgain
    block = undefined
    return finding
  }
  for (;;) {
    const finding = await look().catch(
      (cause: unknown) => ({ state: 'unanswered', block: undefined, cause, unread: explain(cause) }) as const,
    )
    const txHash = finding.state === 'found' ? finding.txHash : await findNamed(client, parameters, call)
    if (txHash || (await isPaid(parameters, call))) {
      setEntry(call, { state: 'done', ...(txHash && { txHash }) })
      return
    }
    if (finding.state === 'none' || (resend && 'next' in finding)) {
      const isKnown = finding.state !== 'none' && (await isShown(originClient, entry?.txHash))
      if (finding.state === 'none') delete call.deposit
      else if (isKnown && !isNext(call, finding))
        throw new DepositPendingError({ callHash, ...deposit!, ...finding })
      else useNextNonce(parameters, call, finding)
      setEntry(call, undefined)
      return
    }
    // What has a hash is waited for by its receipt.
    if (entry?.txHash) return
    if (finding.state === 'unseen' && signsHere(parameters) && deposit!.isNonceFixed) {
      setEntry(call, undefined)
      return
    }
    if (signal?.aborted) throw new ServiceAbortedError({ operation: 'payReceiver' })
    const waited = Date.now() - start
    const known = { callHash, ...deposit!, ...finding }
    if (finding.state === 'pending' && waited >= timeoutMs) throw new DepositPendingError(known)
    if (finding.state !== 'pending' && waited >= Math.min(timeoutMs, patienceMs)) {
      throw new DepositUnknownError(known)
    }
    await sleep(pollingIntervalMs, signal).catch(() => {})
  }
}

/** What the account's manager took, and nobody used, may be taken again. */
function forgetNonce({ walletClient }: RunningClients, { request: { originChainId } }: ReceiverCall): void {
  const { nonceManager, address } = walletClient.account as LocalAccount
  nonceManager?.reset({ address, chainId: originChainId })
}

/** A nonce that others have used, or before which some are missing, would never be mined. */
function useNextNonce(parameters: RunningClients, call: ReceiverCall, counts: Counts): void {
  if (isNext(call, counts)) return
  forgetNonce(parameters, call)
  call.deposit!.nonce = counts.next
}

type Counts = { mined: number; next: number }

function isNext({ deposit }: ReceiverCall, { mined, next }: Counts): boolean {
  const { nonce, isNonceFixed } = deposit!
  return !isNonceFixed || (mined <= nonce && nonce <= next)
}

/** Whether the node still has a transaction that is not mined. */
async function isShown(client: Client, hash: Hash | undefined): Promise<boolean> {
  return isHash(hash) && (await getTransaction(client, { hash }).catch(() => undefined)) !== undefined
}

function explain(cause: unknown): string {
  return cause instanceof BaseError ? describeFault(cause) : String(cause)
}
