import { FillRevertedError } from '../../src/contract/errors.js'
import { throwRevert } from '../../src/contract/throwRevert.js'

/** The name of the error that a call reverts with, or its data if it is unknown; null if the call succeeds. */
export async function findRevert(call: Promise<unknown>): Promise<string | null> {
  try {
    await throwRevert('call', call)
    return null
  } catch (error) {
    if (error instanceof FillRevertedError) return error.errorName ?? error.data
    throw error
  }
}
