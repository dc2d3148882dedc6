import { type Address, type Hash, type PublicClient, zeroAddress } from 'viem'
import { authorizeFill } from '../../contract/authorizeFill.js'
import { FillRevertedError } from '../../contract/errors.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { getAuthorization } from '../../contract/getAuthorization.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import { simulateAuthorizeFill } from '../../contract/simulateAuthorizeFill.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { Sender } from '../readSender.js'
import type { FoundCall } from './findCall.js'

/** The state of a call at its receiver, and what was sent. */
export type Authorization = {
  status: 'paid' | 'authorized' | 'provable' | 'refused'
  /** The transaction that authorized it. */
  transaction?: Hash
  /** The solver that attested it. */
  solver?: Address
  /** The failing checks of a refused call. */
  failing?: FillCheck[]
  reason?: string
  remedy?: string
}

export type PresentEvidenceParameters = {
  client: PublicClient
  receiver: Address
  evidence: FillEvidence
  call: FoundCall
  /** Undefined for a dry run. */
  sender: Sender | undefined
  onSent: (transaction: Hash) => void
}

/**
 * Presents the evidence of a call, unless its receiver has some that lasts until the call's deadline.
 *
 * - Rule: a paused receiver still takes evidence, and the payer's funds are not checked.
 */
export async function presentEvidence(parameters: PresentEvidenceParameters): Promise<Authorization> {
  const { client, receiver, evidence, call, sender, onSent } = parameters
  const { callHash, payment } = call
  if (await isCallPaid(client, { receiver, callHash })) return { status: 'paid' }
  const place = { receiver, callHash, deadline: payment.deadline }
  const known = await getAuthorization(client, place)
  if (known?.isUsable) return { status: 'authorized', solver: known.solver }

  const asked = { receiver, ...evidence, amount: payment.minimum }
  const failing = (await inspectFill(client, asked)).checks.filter((check) => check !== 'paused')
  try {
    await simulateAuthorizeFill(client, { receiver, ...evidence, account: sender?.address ?? zeroAddress })
  } catch (error) {
    if (!(error instanceof FillRevertedError)) throw error
    const { shortMessage: reason, remedy } = error
    return { status: 'refused', failing, reason, ...(remedy && { remedy }) }
  }
  if (!sender) return { status: 'provable' }

  const transaction = await authorizeFill(sender.wallet, { receiver, ...evidence, account: sender.account })
  onSent(transaction)
  await waitForReceipt(client, { hash: transaction })
  const stored = await getAuthorization(client, place)
  if (stored && !stored.isStale) return { status: 'authorized', solver: stored.solver, transaction }
  return {
    status: 'refused',
    transaction,
    reason: 'The transaction was mined and the call is not authorized.',
  }
}
