import type { Hash } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { StatusRecord } from '../../service/resources/status.js'
import { StatusMismatchError, StepPendingError } from '../../service/steps/errors.js'
import { ServiceHttpError } from '../errors.js'
import { RequestTimeoutError } from '../follow/errors.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { findShown, isDeposited } from '../steps/followDeposit.js'
import { readReceipt } from '../steps/hasDeposit.js'
import { hashesOf, isHash } from '../steps/stepRun.js'
import { nodesOf } from './depositState.js'
import { findDeposit } from './findDeposit.js'
import type { HeldDeposit } from './holdCall.js'
import { entryOf } from './stepDeposit.js'
import type { DepositClients } from './types.js'

export type DepositResult = {
  txHashes: Hash[]
  outcome: StatusRecord
  /** Whether the receiver reported the call as paid. */
  isPaid?: true
}

/**
 * Ends a call that the receiver reports as paid although following its request failed. Returns undefined if the request must
 * still be followed, for example because the deposit was just seen.
 *
 * - Reports that the wallet made no deposit only if neither the service nor the chain showed a deposit during the whole wait.
 */
export async function endPaid(
  client: AnyServiceClient,
  parameters: DepositClients,
  held: HeldDeposit,
  error: unknown,
): Promise<DepositResult | undefined> {
  const entry = entryOf(held.call)
  const timeout = error instanceof StepPendingError ? error.cause : error
  const isTimeout = timeout instanceof RequestTimeoutError
  const status = (isTimeout && timeout.lastStatus) || 'unknown'
  if (entry?.state === 'done') {
    const isSaid = error instanceof ServiceHttpError || error instanceof StatusMismatchError
    if (!isTimeout && !isSaid) throw error
    return { txHashes: hashesOf(held.call.run), outcome: { status } }
  }
  const { txHash } = entry ?? {}
  const nodes = nodesOf(parameters)
  const receipts = await Promise.all(nodes.map((node) => readReceipt(node, txHash)))
  const isMined = receipts.some((receipt) => receipt?.status === 'success')
  const finding = isMined ? undefined : await findNow(client, parameters, held)
  // A node that fails does not prove that the deposit is absent.
  const isDenied = !isHash(txHash) || (await findShown(nodes, txHash)) === 'absent'
  const isNone = finding && finding.state !== 'found' && !isDeposited(status) && isDenied
  if (isNone && isTimeout && timeout.lastStatus) return { txHashes: [], outcome: { status } }
  const found = finding?.state === 'found' ? finding.txHash : txHash
  held.tell({ type: 'depositFound', txHash: found })
  return undefined
}

/** Looks once for the deposit. Returns undefined if a node does not answer. */
async function findNow(client: AnyServiceClient, parameters: DepositClients, held: HeldDeposit) {
  try {
    const toBlock = await getBlockNumber(parameters.originClient, { cacheTime: 0 })
    return await findDeposit(client.profile, parameters, held, {
      fromBlock: BigInt(held.call.deposit!.fromBlock),
      toBlock,
    })
  } catch {
    return undefined
  }
}
