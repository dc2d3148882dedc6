import { authorizeFill } from '../../contract/authorizeFill.js'
import { getAuthorization } from '../../contract/getAuthorization.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { CallNotPayableError, StepTransactionError } from '../../service/steps/errors.js'
import { waitForReceipt } from '../steps/waitForReceipt.js'
import { notBehind } from './notBehind.js'
import { type ReceiverCall, readCallEvidence, readCallPayment } from './receiverCall.js'
import type { PayReceiverClients } from './types.js'

/**
 * Presents the evidence of a call, unless the receiver has it, and waits until that is confirmed.
 *
 * After the deposit it is presented again where the policy was narrowed since; a failure changes nothing then.
 *
 * @returns The clients, of which none reads the destination chain as it was before the confirmation.
 */
export async function authorizeCall(
  clients: PayReceiverClients,
  call: ReceiverCall,
): Promise<PayReceiverClients> {
  const { destinationClient, onProgress = () => {} } = clients
  const { receiver, callHash } = call
  let current = clients
  const known = await getAuthorization(destinationClient, { receiver, callHash })
  if (!known || known.isStale) {
    try {
      const blockNumber = await sendAuthorization(clients, call)
      current = { ...clients, destinationClient: notBehind(destinationClient, blockNumber) }
    } catch (error) {
      if (!call.deposit) throw error
    }
  }
  if (!call.deposit) await requireEvidence(current, call)
  if (call.state === 'quoted') call.state = 'authorized'
  await onProgress({ type: 'authorized', callHash })
  return current
}

/** What the receiver finds wrong with the evidence itself, such as an order id that was paid by another call. */
async function requireEvidence({ destinationClient }: PayReceiverClients, call: ReceiverCall): Promise<void> {
  const { receiver, callHash } = call
  const { minimum, refundTo } = readCallPayment(call)
  const evidence = readCallEvidence(call)
  const { checks } = await inspectFill(destinationClient, {
    receiver,
    ...evidence,
    payer: refundTo,
    amount: minimum,
  })
  // The money is not there yet. The check before the deposit reports a pause.
  const failed = checks.filter((check) => check !== 'payment' && check !== 'paused')
  if (failed.length > 0)
    throw new CallNotPayableError({ state: 'refused', receiver, callHash, checks: failed })
}

async function sendAuthorization(
  { authorizer, destinationClient, onProgress = () => {} }: PayReceiverClients,
  call: ReceiverCall,
): Promise<bigint> {
  const { receiver, callHash } = call
  const hash = await authorizeFill(authorizer, { receiver, ...readCallEvidence(call) })
  await onProgress({ type: 'authorizationSent', callHash, txHash: hash })
  const { status, transactionHash, blockNumber } = await waitForReceipt(destinationClient, {
    hash,
  })
  if (status !== 'success') {
    throw new StepTransactionError({ step: 'authorizeFill', txHash: transactionHash, reason: 'reverted' })
  }
  return blockNumber
}
