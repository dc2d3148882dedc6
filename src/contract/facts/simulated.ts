import { FillRevertedError } from '../errors.js'
import { throwRevert } from '../throwRevert.js'

/** Finds the revert of a simulated call. Undefined if the call succeeds. */
export async function findRevert(
  functionName: string,
  call: Promise<unknown>,
): Promise<FillRevertedError | undefined> {
  try {
    await throwRevert(functionName, call)
    return undefined
  } catch (error) {
    if (error instanceof FillRevertedError) return error
    throw error
  }
}

/** Explains a revert that no check explains. */
export function describeRevert({ errorName, args, shortMessage, remedy }: FillRevertedError) {
  return {
    name: errorName ?? 'unknown',
    args,
    message: shortMessage,
    remedy: remedy ?? 'Simulate the call with a node that traces it.',
  }
}
