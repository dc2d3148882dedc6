import { FillRevertedError } from '../../src/contract/errors.js'
import { throwRevert } from '../../src/contract/throwRevert.js'

/** Returns the name of the error with which a call reverts, or the data of an unknown error. Null if the call succeeds. */
export async function findRevert(call: Promise<unknown>): Promise<string | null> {
  try {
    await throwRevert('call', call)
    return null
  } catch (error) {
    if (error instanceof FillRevertedError) return error.errorName ?? error.data
    throw error
  }
}
