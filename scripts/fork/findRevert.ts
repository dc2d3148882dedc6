import { BaseError, decodeErrorResult, type Hex } from 'viem'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'

/** The name of the receiver's error with which a call reverts, its bytes for another's, null where it doesn't revert. */
export async function findRevert(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    const data = findData(error)
    if (data === undefined) throw error
    return nameError(data)
  }
}

function nameError(data: Hex): string {
  try {
    return decodeErrorResult({ abi: signedOrderReceiverAbi, data }).errorName
  } catch {
    return data
  }
}

function findData(error: unknown): Hex | undefined {
  if (!(error instanceof BaseError)) return undefined
  const found = error.walk((cause) => typeof (cause as { data?: unknown }).data === 'string')
  return (found as { data?: Hex } | null)?.data
}
