import { BaseError, type Client, type Hash } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { describeFault } from '../../contract/rpc/faults.js'
import { findPayingStep } from '../../service/quote/normalizeQuote.js'
import type { PlannedTransaction } from '../../service/steps/types.js'
import { ServiceAbortedError } from '../errors.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { readBatch } from '../steps/batch.js'
import { findShown, isThere, toHashes } from '../steps/followDeposit.js'
import { findNamedDeposit } from '../steps/hasDeposit.js'
import { isHash } from '../steps/stepRun.js'
import { forgetNonce, hasCode, isPlanError, nodesOf, patienceMs, signsHere } from './depositState.js'
import { DepositPendingError, DepositUnknownError } from './errors.js'
import { findDeposit } from './findDeposit.js'
import type { HeldDeposit } from './holdCall.js'
import { planCall } from './planCall.js'
import { type DepositRecord, entryOf } from './stepDeposit.js'
import type { DepositClients } from './types.js'

/** The number of newest blocks that every search for a deposit covers. Only the first search covers older blocks. */
const searchedAgain = 1_000n

/**
 * Finds out whether a deposit that an earlier process requested from the wallet was made. Stores the deposit's hash in the item
 * if the hash is known. Allows another wallet request if that can't make a second deposit.
 *
 * @throws {@link DepositPendingError}, {@link DepositUnknownError} if a second deposit might be made.
 */
export async function settleDeposit(
  client: AnyServiceClient,
  parameters: DepositClients,
  held: HeldDeposit,
  resend: boolean,
): Promise<void> {
  const { originClient, walletClient, timeoutMs, pollingIntervalMs, signal } = parameters
  const nodes = nodesOf(parameters)
  const { id: callHash } = held
  const entry = entryOf(held.call)
  const batch = () => readBatch(walletClient, entry?.batch)
  const deposit = () => held.call.deposit!
  const start = performance.now()
  // Kept if a search fails, so that the next try reads the same block: a lagging node may have it by then.
  let block: bigint | undefined
  let fromBlock = BigInt(deposit().fromBlock)
  const look = async () => {
    // The account may have gained code since the wallet request. For an account with code, a nonce proves nothing.
    if (deposit().isNonceFixed && (await hasCode(parameters))) {
      held.tell({ type: 'depositAsked', deposit: { ...deposit(), isNonceFixed: false } })
    }
    block ??= await getBlockNumber(originClient, { cacheTime: 0 })
    const finding = await findDeposit(client.profile, parameters, held, { fromBlock, toBlock: block })
    // A reorganization may move a pending deposit into blocks that were already searched.
    if (block - fromBlock > searchedAgain) fromBlock = block - searchedAgain
    block = undefined
    return finding
  }
  for (;;) {
    const finding = await look().catch(
      (cause: unknown) => ({ state: 'unanswered', block: undefined, cause, unread: explain(cause) }) as const,
    )
    const txHash =
      finding.state === 'found'
        ? finding.txHash
        : await findNamed(client, parameters, { call: held.call, nodes })
    if (txHash || (await held.isPaid(parameters))) {
      held.tell({ type: 'depositFound', txHash: txHash ?? entry?.txHash })
      return
    }
    if (finding.state === 'none' || (resend && 'next' in finding)) {
      if (finding.state === 'none') {
        held.tell({ type: 'depositDropped' })
        return
      }
      // A transaction with this nonce would never be mined: another transaction used the nonce, or lower nonces are missing.
      const isLost = !isNext(held.call, finding)
      // With the same nonce, a second deposit is impossible. With another nonce it is possible, so `resend` is refused while a
      // node or the wallet shows the first transaction as pending.
      const isSame = deposit().isNonceFixed && !isLost
      const isPending = async () =>
        (await findShown(nodes, entry?.txHash)) === 'pending' || (await batch())?.status === 'pending'
      if (!isSame && (await isPending()))
        throw new DepositPendingError({ callHash, ...deposit(), ...finding })
      if (isLost) forgetNonce(parameters, held.call)
      held.tell({ type: 'depositFreed', ...(isLost && { nonce: finding.next }) })
      return
    }
    const isFree = finding.state === 'unseen' && signsHere(parameters) && deposit().isNonceFixed
    if (isFree && !isThere(await findShown(nodes, entry?.txHash))) {
      held.tell({ type: 'depositFreed' })
      return
    }
    // If the deposit has a hash, its receipt is awaited later. If the wallet knows the batch, its status is awaited later.
    if (entry?.txHash || (await batch())) return
    if (signal?.aborted) throw new ServiceAbortedError({ operation: 'payReceiver' })
    const waited = performance.now() - start
    const known = { callHash, ...deposit(), ...finding }
    if (finding.state === 'pending' && waited >= timeoutMs) throw new DepositPendingError(known)
    if (finding.state !== 'pending' && waited >= Math.min(timeoutMs, patienceMs)) {
      throw new DepositUnknownError(known)
    }
    await sleep(pollingIntervalMs, signal).catch(() => {})
  }
}

/**
 * Finds the deposit among the transactions that the wallet and the service's status name. Undefined if the profile no longer
 * accepts the quote.
 */
async function findNamed(
  client: AnyServiceClient,
  { walletClient, signal }: DepositClients,
  { call, nodes }: { call: DepositRecord; nodes: readonly Client[] },
): Promise<Hash | undefined> {
  const { requestId } = findPayingStep(call.quote)!
  const record = await client.getStatus({ requestId: requestId! }, { signal }).catch(() => undefined)
  const hashes = [entryOf(call)?.txHash, ...(record ? toHashes(record) : [])].filter(isHash)
  try {
    const { plan } = planCall(client.profile, call, walletClient.account!.address)
    const { deposit } = plan.at(-1) as PlannedTransaction
    const found = nodes.map((node) => deposit && findNamedDeposit(node, deposit, hashes))
    return (await Promise.all(found)).find((hash) => hash !== undefined)
  } catch (error) {
    if (isPlanError(error)) return undefined
    throw error
  }
}

function isNext({ deposit }: DepositRecord, { mined, next }: { mined: number; next: number }): boolean {
  const { nonce, isNonceFixed } = deposit!
  return !isNonceFixed || (mined <= nonce && nonce <= next)
}

function explain(cause: unknown): string {
  return cause instanceof BaseError ? describeFault(cause) : String(cause)
}
