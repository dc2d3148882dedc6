import type { Client } from 'viem'
import { signMessage, signTypedData } from 'viem/actions'
import * as z from 'zod'
import type { StepTerms } from '../../service/steps/readTerms.js'
import type {
  PlannedItem,
  PlannedSignature,
  PlannedTransaction,
  StepRequest,
} from '../../service/steps/types.js'
import type { Connection } from '../connection.js'
import { ServiceAbortedError, ServiceHttpError } from '../errors.js'
import { getStatus } from '../operations/requests.js'
import { answerInTime } from './answerInTime.js'
import { toBatch } from './batch.js'
import { requireFunds } from './requireFunds.js'
import { requirePayable } from './requirePayable.js'
import { sendPlanned, useChain, type WalletClient } from './sendPlanned.js'
import type { Runner } from './stepRun.js'

/** A claim has no terms. */
export type Plan = { plan: readonly PlannedItem[]; terms: StepTerms | undefined }

type RunOptions = {
  request?: StepRequest | undefined
  destinationClient?: Client | undefined
  signal?: AbortSignal | undefined
  timeoutMs: number
  chooseNonce?: ((step: string) => Promise<number | undefined>) | undefined
  batch?: boolean | undefined
  runner: Runner
  /** Called after a transaction was sent. Waits until it is mined. */
  onSent: (planned: PlannedTransaction) => Promise<void>
}

/** Runs the open items of a plan in order. @throws Each item's errors. */
export async function runPlan(
  connection: Connection,
  { plan, terms }: Plan,
  walletClient: WalletClient,
  {
    request,
    destinationClient,
    signal,
    timeoutMs,
    chooseNonce,
    batch: mayBatch = true,
    runner,
    onSent,
  }: RunOptions,
): Promise<void> {
  let isBatching = mayBatch
  let isFunded = false
  for (const [index, planned] of plan.entries()) {
    if (signal?.aborted) throw new ServiceAbortedError({ operation: 'executeSteps' })
    const { state } = runner.of(planned) ?? {}
    if (terms && !state) {
      // Checked before each item, since minutes may pass between an approval and the deposit.
      await requirePayable(request as StepRequest, destinationClient)
      if (!isFunded) {
        // Switches first: the wallet's node can be read only on the chain that the wallet is on.
        const step = planned.step.id
        if (planned.kind === 'transaction')
          await answerInTime(useChain(walletClient, terms.origin.id), { step, timeoutMs, signal })
        await requireFunds(walletClient, {
          plan,
          terms,
          owner: walletClient.account.address,
          run: runner.run,
        })
        isFunded = true
      }
    }
    if (planned.kind === 'signature') {
      const isTaken =
        state === 'done' || (state === 'posted' && (await wasTaken(connection, planned, signal)))
      if (!isTaken) await postSignature(connection, walletClient, planned, { signal, timeoutMs, runner })
      runner.set(planned, { state: 'done' })
    } else if (state !== 'done') {
      // Only a claim has no request, and a claim has no transactions.
      const { originChainId: chainId } = request as StepRequest
      const send = (items: readonly PlannedTransaction[]) =>
        sendPlanned(walletClient, items, { chainId, timeoutMs, signal, runner, chooseNonce })
      if (!state) {
        const open = plan.slice(index)
        const isWhole = isBatching && !open.some((one) => runner.of(one))
        const batch = isWhole ? await toBatch(walletClient, open, { chainId, timeoutMs, signal }) : undefined
        isBatching = batch !== undefined && (await send(batch))
        if (!isBatching) await send([planned])
      }
      // In a batch, only the last item is awaited.
      if (!runner.of(planned)?.batch || planned === plan.at(-1)) await onSent(planned)
    }
  }
}

/** Whether the service accepted an earlier run's signature, although its answer was lost. */
async function wasTaken(
  connection: Connection,
  { step: { requestId } }: PlannedSignature,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!requestId) return false
  try {
    const { status } = await getStatus(connection, { requestId }, { signal })
    return status !== 'waiting' && status !== 'unknown'
  } catch (error) {
    // The service does not know the request.
    if (error instanceof ServiceHttpError && (error.status === 404 || error.status === 400)) return false
    throw error
  }
}

async function postSignature(
  connection: Connection,
  walletClient: WalletClient,
  planned: PlannedSignature,
  { signal, timeoutMs, runner }: { signal: AbortSignal | undefined; timeoutMs: number; runner: Runner },
): Promise<void> {
  const { message, post, step } = planned
  await runner.report({ type: 'signatureRequested', step: step.id })
  const { account } = walletClient
  const asked =
    'raw' in message
      ? signMessage(walletClient, { account, message: { raw: message.raw } })
      : signTypedData(walletClient, { account, ...message.typedData })
  const signature = await answerInTime(asked, { step: step.id, timeoutMs, signal })
  // Once the signature is posted, the money may leave. So the answer is not judged, and steps in it are not run: they could only
  // pay a second time.
  runner.set(planned, { state: 'posted' })
  await runner.report({ type: 'signaturePosting', step: step.id })
  await connection.request(
    { method: 'POST', path: post.path, query: { signature }, body: post.body, response: z.unknown() },
    { signal },
  )
  runner.set(planned, { state: 'done' })
  await runner.report({ type: 'signaturePosted', step: step.id })
}
