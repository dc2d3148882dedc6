import { type Address, encodeFunctionData, type Hash } from 'viem'
import { encodeDirectFill } from '../../contract/evidence.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import { isNative } from '../chains/chain.js'
import type { RequestRecord } from '../ledger.js'
import { tag } from './createPayment.js'
import { type SubmitParameters, submit } from './submit.js'
import { createApproval } from './transfer.js'

const failReason = 'EXECUTION_REVERTED'

export type FillParameters = Omit<SubmitParameters, 'transaction' | 'failReason'> & {
  record: RequestRecord
  /** What is delivered, in the output's smallest unit. */
  amount: bigint
}

/**
 * Fills as a solver that knows receivers of attested orders does: it presents the attestation and the order, and pays.
 */
export async function fillThroughReceiver(
  { record: { id, orderId, terms, attestation }, amount, ...rest }: FillParameters,
  receiver: Address,
): Promise<Hash> {
  const { destinationCurrency: currency, orderData } = terms
  const { abi, args } = encodeDirectFill({
    attestation: parseAttestation({ requestId: id, ...attestation }),
    orderData,
  })
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
