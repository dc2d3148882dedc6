import { type Address, encodeFunctionData, type Hash } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { parseAttestation } from '../../attestation/parseAttestation.js'
import { toContractAttestation } from '../../attestation/toContractAttestation.js'
import { proveOrderOutput } from '../../order/proveOrderOutput.js'
import { isNative } from '../chains/chain.js'
import type { FillParameters } from './fillParameters.js'
import { submit } from './submit.js'
import { createApproval } from './transfer.js'

const failReason = 'EXECUTION_REVERTED'

/** Fills as a solver does that knows receivers: it presents its attestation and the order, and brings the funds. */
export async function fillThroughReceiver(
  { record: { id, terms, attestation }, amount, ...rest }: FillParameters,
  receiver: Address,
): Promise<Hash> {
  const { destinationCurrency: currency, orderData } = terms
  const data = encodeFunctionData({
    abi: fillReceiverAbi,
    functionName: 'fill',
    args: [
      toContractAttestation(parseAttestation({ requestId: id, ...attestation })),
      attestation.signature,
      proveOrderOutput(orderData),
      [],
      amount,
    ],
  })
  if (isNative(currency)) {
    return submit({ ...rest, transaction: { to: receiver, data, value: amount }, failReason })
  }
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
    return await submit({ ...rest, transaction: { to: receiver, data }, failReason })
  } catch (error) {
    await approve(0n)
    throw error
  }
}
