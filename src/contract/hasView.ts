import { BaseError, ContractFunctionZeroDataError } from 'viem'
import { FillRevertedError } from './errors.js'
import { throwRevert } from './throwRevert.js'

/**
 * Whether the call of a view returns a value. False if the contract reverts or there is no contract. Rethrows any other error,
 * such as a network failure.
 */
export async function hasView(call: Promise<unknown>): Promise<boolean> {
  try {
    await throwRevert('the view', call)
    return true
  } catch (error) {
    if (error instanceof FillRevertedError || isEmptyAnswer(error)) return false
    throw error
  }
}

/** Whether the call returned no data, which is what an address without a contract returns. */
export function isEmptyAnswer(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionZeroDataError) !== null
  )
}
