import type { LocalAccount } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { FillproofError } from '../../base/FillproofError.js'
import { inTime } from '../../contract/rpc/inTime.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { StatusRecord } from '../../service/resources/status.js'
import { StepPendingError, StepPromptError, StepTransactionError } from '../../service/steps/errors.js'
import type { StepProgress } from '../../service/steps/types.js'
import { RequestTimeoutError } from '../follow/errors.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { hashesOf } from '../steps/stepRun.js'
import { forgetNonce, hasCode, isPaid, isPlanError, signsHere } from './depositState.js'
import { type DepositResult, endPaid } from './endPaid.js'
import { DepositPendingError, DepositUnknownError } from './errors.js'
import { countPending } from './findDeposit.js'
import { toBounds } from './planCall.js'
import type { ReceiverCall } from './receiverCall.js'
import { settleDeposit } from './settleDeposit.js'
import type { RunningClients } from './types.js'

/** No reorganization is deeper, in blocks. */
const deepest = 64n

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
    const isHeld = before && entry()?.txHash && isPlanError(error)
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
