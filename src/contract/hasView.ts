import { BaseError, ContractFunctionZeroDataError } from 'viem'
import { FillRevertedError } from './errors.js'
import { throwRevert } from './throwRevert.js'

/** Whether a contract answers the call of a view. Rethrows an error that does not come from a contract. */
export async function hasView(call: Promise<unknown>): Promise<boolean> {
  try {
    await throwRevert('the view', call)
    return true
  } catch (error) {
    if (error instanceof FillRevertedError || isEmpty(error)) return false
    throw error
  }
}

/** Whether the address returned no data, as an address without a contract does. */
function isEmpty(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionZeroDataError) !== null
  )
}
