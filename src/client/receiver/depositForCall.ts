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
import { findShown } from '../steps/followDeposit.js'
import { hashesOf } from '../steps/stepRun.js'
import { forgetNonce, hasCode, isPlanError, nodesOf, signsHere } from './depositState.js'
import { type DepositResult, endPaid } from './endPaid.js'
import { DepositPendingError, DepositUnknownError } from './errors.js'
import { countPending } from './findDeposit.js'
import type { HeldDeposit } from './holdCall.js'
import { toBounds } from './planCall.js'
import { settleDeposit } from './settleDeposit.js'
import { type CallDeposit, type DepositRecord, entryOf } from './stepDeposit.js'
import type { DepositClients } from './types.js'

/** The deepest reorganization to expect, in blocks. */
const deepest = 64n

/**
 * Deposits for a call or an inbox, unless the deposit was already made, and follows its request.
 *
 * - Before asking the wallet for the deposit, stores a note of that. A later run that finds the note looks for the deposit first,
 *   and asks again only if that can't make a second deposit.
 * - Asking again is safe if the account signs here and the nonce is unchanged, or if another transaction used the nonce. It is
 *   also allowed if the caller states that the first deposit was dropped.
 *
 * @param resend - The caller's statement that the earlier requested transaction can't be mined any more.
 */
export async function depositForCall(
  client: AnyServiceClient,
  parameters: DepositClients,
  held: HeldDeposit,
  resend: boolean,
): Promise<DepositResult> {
  const { quote, request, bounds } = held.call
  const { id: callHash } = held
  const paying = findPayingStep(quote)!
  const entry = () => entryOf(held.call)
  if (held.call.deposit && (resend || entry()?.state !== 'done')) {
    await settleDeposit(client, parameters, held, resend)
  }
  const before = held.call.deposit
  const { seen, ...reports } = keepSteps(parameters, held, { paying, before })
  const { walletClient, destinationClient, batch, timeoutMs, pollingIntervalMs, signal } = parameters
  const waits = { timeoutMs, pollingIntervalMs, ...(signal && { signal }) }
  try {
    if (entry()?.state === 'done') {
      const { run } = held.call
      const onStatus = (record: StatusRecord) =>
        parameters.onProgress?.({ type: 'status', step: paying.id, record, run })
      const outcome = await client.waitForRequest({ requestId: paying.requestId!, ...waits, onStatus })
      return { txHashes: hashesOf(run), outcome }
    }
    const { run } = held.call
    const steps = { quote, request, run, walletClient, destinationClient, batch, ...reports }
    const { txHashes, outcome } = await client.executeSteps({ ...toBounds(bounds), ...steps, ...waits })
    // The outcome is set: a call goes to another chain, and such a request is followed to its end.
    return { txHashes, outcome: outcome! }
  } catch (error) {
    // The wallet's refusal, or one block with a failed transaction, does not rule out a deposit: a later run looks for it first.
    if (seen.isRefused || (error instanceof StepTransactionError && error.step === paying.id)) {
      await held.save()
      throw error
    }
    // If the deposit was seen or the call paid, nothing is left to send: only follow the request.
    const { deposit } = held.call
    if (deposit && (await held.isPaid(parameters))) {
      const result = await endPaid(client, parameters, held, error)
      if (result) return { ...result, isPaid: true }
      await held.save()
      return depositForCall(client, parameters, held, false)
    }
    const known = deposit && { callHash, ...deposit, cause: error }
    if (entry()?.state === 'done') {
      const { txHash } = entry()!
      // A reorganization may have removed the deposit, or the payment that someone else made. A node that fails proves neither.
      const isGone = async () => !txHash || (await findShown(nodesOf(parameters), txHash)) === 'absent'
      if (known && error instanceof RequestTimeoutError && (await isGone()))
        throw new DepositUnknownError(known)
      throw error
    }
    const isHeld = before && entry()?.txHash && isPlanError(error)
    if (known && (isHeld || error instanceof StepPendingError)) throw new DepositPendingError(known)
    // Whether the deposit may still appear: this run asked the wallet and got no clear answer, or an earlier run asked it and a
    // check of this run failed before asking.
    const isOpen =
      error instanceof FillproofError && !(error instanceof StepPromptError)
        ? before && !resend && !seen.isAsked
        : seen.isAsked
    if (!known || !isOpen || entry()?.txHash) throw error
    forgetNonce(parameters, held.call)
    throw new DepositUnknownError(known)
  }
}

/** Stores the progress of the steps, and the request for the deposit before the wallet gets it. */
function keepSteps(
  parameters: DepositClients,
  held: HeldDeposit,
  { paying, before }: { paying: { id: string }; before: CallDeposit | undefined },
) {
  const seen = { isAsked: false, isSent: false, isRefused: false }
  return {
    seen,
    async onProgress(progress: StepProgress): Promise<void> {
      const { type, step } = progress
      const isPaying = step === paying.id
      held.tell({ type: 'ran', run: progress.run })
      seen.isSent ||= isPaying && type === 'transactionSent'
      if (isPaying && type === 'transactionFailed' && seen.isAsked && !seen.isSent) {
        seen.isRefused = true
        forgetNonce(parameters, held.call)
        held.tell(before ? { type: 'depositAsked', deposit: before } : { type: 'depositDropped' })
      }
      if (type === 'transactionRequested') await parameters.onProgress?.(progress)
      // Two events are stored elsewhere: the request for the deposit, together with the deposit's nonce, and the deposit's
      // failure, together with the consequence of the failure.
      const isKept = !isPaying || type === 'transactionSent' || type === 'transactionConfirmed'
      if (isKept && type !== 'status') await held.save()
      if (type !== 'transactionRequested') await parameters.onProgress?.(progress)
    },
    async chooseNonce(step: string): Promise<number | undefined> {
      if (step !== paying.id) return undefined
      await held.requireReady?.()
      const known = held.call.deposit
      const asked = known ?? (await prepareDeposit(parameters, held.call))
      // An external wallet chooses its nonce, even if the account signed here before.
      const deposit = { ...asked, isNonceFixed: asked.isNonceFixed && signsHere(parameters) }
      held.tell({ type: 'depositAsked', deposit })
      await held.save()
      const nonce = known ? deposit.nonce : await takeNonce(parameters, held, deposit)
      Object.assign(seen, { isAsked: true, isRefused: false })
      return deposit.isNonceFixed ? nonce : undefined
    },
  }
}

async function prepareDeposit(
  parameters: DepositClients,
  { request: { originChainId } }: DepositRecord,
): Promise<CallDeposit> {
  const { originClient, walletClient, timeoutMs, signal } = parameters
  const head = await getBlockNumber(originClient, { cacheTime: 0 })
  // After a reorganization, the deposit may be mined below the current head.
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

/**
 * Takes the stored nonce from the account's manager. If another transaction used it meanwhile, takes and stores the next nonce.
 */
async function takeNonce(
  { walletClient, timeoutMs, signal }: DepositClients,
  held: HeldDeposit,
  deposit: CallDeposit,
): Promise<number> {
  const { nonceManager, address } = walletClient.account as LocalAccount
  if (!nonceManager || !deposit.isNonceFixed) return deposit.nonce
  const client = inTime(walletClient, { timeoutMs, signal })
  const chainId = held.call.request.originChainId
  const nonce = await nonceManager.consume({ address, chainId, client })
  if (nonce === deposit.nonce) return nonce
  held.tell({ type: 'depositAsked', deposit: { ...deposit, nonce } })
  await held.save()
  return nonce
}
