import type { Client } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { authorizeFill } from '../../contract/authorizeFill.js'
import { getAuthorization } from '../../contract/getAuthorization.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { readFault } from '../../contract/rpc/faults.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import { isOfPayment } from '../../rules/accepts/checks.js'
import { confirmationsOf } from '../../service/profile/finalityOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { CallNotPayableError, StepTransactionError } from '../../service/steps/errors.js'
import { answerInTime } from '../steps/answerInTime.js'
import { readAtOneBlock } from '../steps/readAtOneBlock.js'
import type { HeldCall } from './holdCall.js'
import { type ReceiverCall, readCallPayment } from './receiverCall.js'
import { requireUnfilled } from './requireUnfilled.js'
import type { RunningClients } from './types.js'

/**
 * Presents the evidence of a call to the receiver, unless it already has a usable authorization, and waits for the confirmations
 * of the authorization.
 *
 * - Before the deposit, also checks that the receiver still accepts the evidence, and that nobody filled the call before its
 *   authorization.
 * - After the deposit, presents the evidence again if the authorization is no longer usable. If that fails, the call goes on.
 */
export async function authorizeCall(
  profile: ServiceProfile,
  clients: RunningClients,
  held: HeldCall,
): Promise<void> {
  const { call } = held
  const { destinationClient, onProgress = () => {} } = clients
  const { receiver, callHash } = call
  const confirmations = clients.confirmations ?? confirmationsOf(profile, call.chainId)
  const { deadline } = readCallPayment(call)
  const known = await getAuthorization(destinationClient, { receiver, callHash, deadline })
  if (!known?.isUsable) {
    try {
      await sendAuthorization(clients, held, confirmations)
    } catch (error) {
      if (call.deposit) return
      throw error
    }
  } else if (!call.deposit && confirmations > 1) {
    await waitUntilDeep(clients, call, confirmations)
  }
  if (!call.deposit) {
    await requireEvidence(clients, held)
    await requireUnfilled(destinationClient, call, confirmations)
  }
  held.tell({ type: 'authorized' })
  await onProgress({ type: 'authorized', callHash })
}

/** Throws if the receiver rejects the evidence itself, such as an order id that another call already paid. */
async function requireEvidence(
  { destinationClient }: RunningClients,
  { call, evidence }: HeldCall,
): Promise<void> {
  const { receiver, callHash } = call
  const { minimum } = readCallPayment(call)
  const parameters = { receiver, ...evidence, amount: minimum }
  const { failures } = await readAtOneBlock(destinationClient, {
    read: ({ number }) => inspectFill(destinationClient, { ...parameters, blockNumber: number }),
    mayMend: () => false,
  })
  // The money has not arrived yet, and a pause is reported by the check just before the deposit.
  const open = failures.filter(({ check }) => !isOfPayment(check))
  if (open.length > 0) throw new CallNotPayableError({ state: 'refused', receiver, callHash, failures: open })
}

async function sendAuthorization(
  clients: RunningClients,
  { call, evidence }: HeldCall,
  confirmations: number,
): Promise<void> {
  const { authorizer, destinationClient, onProgress = () => {} } = clients
  const { receiver, callHash } = call
  const { timeoutMs } = clients
  const asked = authorizeFill(authorizer, { receiver, ...evidence })
  const hash = await answerInTime(asked, { step: 'authorizeFill', timeoutMs })
  await onProgress({ type: 'authorizationSent', callHash, txHash: hash })
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, ...(clients.signal ? [clients.signal] : [])])
  const wait = { ...clients, signal }
  // A wallet may return an id of its own, which never gets a receipt.
  const shown = waitUntilDeep(wait, call, confirmations)
  const mined = waitForReceipt(destinationClient, { hash, confirmations, timeout: timeoutMs, signal }).then(
    ({ status, transactionHash }) => {
      // A reorganization may move the transaction to a later block, so the receiver's own answer at the required depth decides.
      if (status === 'success') return shown
      throw new StepTransactionError({ step: 'authorizeFill', txHash: transactionHash, reason: 'reverted' })
    },
    () => shown,
  )
  try {
    return await Promise.race([shown, mined])
  } finally {
    over.abort()
    for (const one of [shown, mined]) one.catch(() => {})
  }
}

/** Waits until the receiver has a usable authorization with enough confirmations, whoever sent it. */
async function waitUntilDeep(
  { destinationClient, pollingIntervalMs, ...options }: RunningClients,
  call: ReceiverCall,
  confirmations: number,
): Promise<void> {
  const { receiver, callHash } = call
  const { deadline } = readCallPayment(call)
  const end = performance.now() + options.timeoutMs
  let blockNumber: bigint | undefined
  for (;;) {
    let fault: unknown
    try {
      blockNumber ??= await deepBlock(destinationClient, confirmations)
      const found = await getAuthorization(destinationClient, { receiver, callHash, deadline, blockNumber })
      if (found?.isUsable) return
      blockNumber = undefined
    } catch (error) {
      const meaning = readFault(error)
      if (meaning === 'refused') throw error
      // A node that fails or lacks the block is asked again. A revert may mean that the block is older than the receiver, so a
      // later block is read.
      if (meaning !== 'reverted') fault = error
      blockNumber = meaning === 'reverted' ? undefined : blockNumber
    }
    if (performance.now() >= end)
      throw fault ?? new CallNotPayableError({ state: 'unauthorized', receiver, callHash })
    await sleep(pollingIntervalMs, options.signal)
  }
}

async function deepBlock(client: Client, confirmations: number): Promise<bigint> {
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const depth = BigInt(confirmations - 1)
  return head > depth ? head - depth : 0n
}
