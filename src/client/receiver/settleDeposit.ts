import { BaseError, type Client, type Hash } from 'viem'
import { getBlockNumber, getTransaction } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { describeFault } from '../../contract/rpc/faults.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { PlannedTransaction } from '../../service/steps/types.js'
import { ServiceAbortedError } from '../errors.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { findNamedDeposit, toHashes } from '../steps/followDeposit.js'
import { isHash } from '../steps/stepRun.js'
import { forgetNonce, hasCode, isPaid, isPlanError, patienceMs, signsHere } from './depositState.js'
import { DepositPendingError, DepositUnknownError } from './errors.js'
import { findDeposit } from './findDeposit.js'
import type { HeldCall } from './holdCall.js'
import { planCall } from './planCall.js'
import type { ReceiverCall } from './receiverCall.js'
import { entryOf } from './stepCall.js'
import type { RunningClients } from './types.js'

/** Blocks that are searched in every look for a deposit; older ones in the first alone. */
const searchedAgain = 1_000n

/**
 * Settles what became of a deposit that an earlier process asked the wallet for: its hash is in the item where it is known,
 * and the wallet may be asked where the hash is missing.
 *
 * @throws {@link DepositPendingError}, {@link DepositUnknownError} where a second deposit might be made.
 */
export async function settleDeposit(
  client: AnyServiceClient,
  parameters: RunningClients,
  held: HeldCall,
  resend: boolean,
): Promise<void> {
  const { originClient, timeoutMs, pollingIntervalMs, signal } = parameters
  const { callHash } = held.call
  const entry = entryOf(held.call)
  const deposit = () => held.call.deposit!
  const start = Date.now()
  // Asked for again where nodes that lag did not have it.
  let block: bigint | undefined
  let fromBlock = BigInt(deposit().fromBlock)
  const look = async () => {
    // Of an account with code a nonce proves nothing, and one may have got its code since.
    if (deposit().isNonceFixed && (await hasCode(parameters))) {
      held.tell({ type: 'depositAsked', deposit: { ...deposit(), isNonceFixed: false } })
    }
    block ??= await getBlockNumber(originClient, { cacheTime: 0 })
    const finding = await findDeposit(client.profile, parameters, held, { fromBlock, toBlock: block })
    // A reorganization may move what was pending into blocks that were searched.
    if (block - fromBlock > searchedAgain) fromBlock = block - searchedAgain
    block = undefined
    return finding
  }
  for (;;) {
    const finding = await look().catch(
      (cause: unknown) => ({ state: 'unanswered', block: undefined, cause, unread: explain(cause) }) as const,
    )
    const txHash = finding.state === 'found' ? finding.txHash : await findNamed(client, parameters, held.call)
    if (txHash || (await isPaid(parameters, held.call))) {
      held.tell({ type: 'depositFound', txHash })
      return
    }
    if (finding.state === 'none' || (resend && 'next' in finding)) {
      const isKnown = finding.state !== 'none' && (await isShown(originClient, entry?.txHash))
      if (finding.state === 'none') {
        held.tell({ type: 'depositDropped' })
        return
      }
      // A nonce that others have used, or before which some are missing, would never be mined.
      const isLost = !isNext(held.call, finding)
      if (isKnown && isLost) throw new DepositPendingError({ callHash, ...deposit(), ...finding })
      if (isLost) forgetNonce(parameters, held.call)
      held.tell({ type: 'depositFreed', ...(isLost && { nonce: finding.next }) })
      return
    }
    // What has a hash is waited for by its receipt.
    if (entry?.txHash) return
    if (finding.state === 'unseen' && signsHere(parameters) && deposit().isNonceFixed) {
      held.tell({ type: 'depositFreed' })
      return
    }
    if (signal?.aborted) throw new ServiceAbortedError({ operation: 'payReceiver' })
    const waited = Date.now() - start
    const known = { callHash, ...deposit(), ...finding }
    if (finding.state === 'pending' && waited >= timeoutMs) throw new DepositPendingError(known)
    if (finding.state !== 'pending' && waited >= Math.min(timeoutMs, patienceMs)) {
      throw new DepositUnknownError(known)
    }
    await sleep(pollingIntervalMs, signal).catch(() => {})
  }
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
    if (isPlanError(error)) return undefined
    throw error
  }
}

function isNext({ deposit }: ReceiverCall, { mined, next }: { mined: number; next: number }): boolean {
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
