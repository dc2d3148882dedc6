import { type Address, encodeFunctionData, type Hash } from 'viem'
import { encodeEvidence } from '../../contract/evidence.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import { isNative } from '../chains/chain.js'
import { tag } from './createPayment.js'
import type { FillParameters } from './fillParameters.js'
import { submit } from './submit.js'
import { createApproval } from './transfer.js'

const failReason = 'EXECUTION_REVERTED'

/**
 * Fills as a solver does that knows receivers: it presents the evidence that the receiver takes, and brings the funds.
 *
 * - Rule: where request ids are order ids, that is the attestation and the order; else the order that it signed.
 */
export async function fillThroughReceiver(
  { record: { id, orderId, terms, attestation }, amount, ...rest }: FillParameters,
  receiver: Address,
): Promise<Hash> {
  const { destinationCurrency: currency, orderData, orderSignature } = terms
  const { abi, args } = encodeEvidence(
    id === orderId
      ? { attestation: parseAttestation({ requestId: id, ...attestation }), orderData }
      : { orderData, orderSignature: orderSignature! },
  )
  const data = encodeFunctionData({ abi, functionName: 'fill', args: [...args, amount] })
  const transaction = tag({ to: receiver, data, value: isNative(currency) ? amount : 0n }, orderId)
  if (isNative(currency)) return submit({ ...rest, transaction, failReason })
  const approve = (allowance: bigint) =>
    submit({
      ...rest,
      onSent: undefined,
      isBlind: false,
      transaction: createApproval(currency, receiver, allowance),
      failReason,
    })
  await approve(amount)
  try {
    return await submit({ ...rest, transaction, failReason })
  } catch (error) {
    await approve(0n)
    throw error
  }
}
