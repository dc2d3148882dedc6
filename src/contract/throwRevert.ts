import { FillRevertedError } from './errors.js'
import { explainRevert } from './revert/explainRevert.js'
import { findRevert } from './rpc/findRevert.js'

/**
 * Awaits a call and throws an explained error for a revert. Rethrows other errors, such as network failures.
 *
 * @throws {@link FillRevertedError}
 */
export async function throwRevert<result>(functionName: string, call: Promise<result>): Promise<result> {
  try {
    return await call
  } catch (error) {
    const data = findRevert(error)
    if (data === undefined) throw error
    throw new FillRevertedError({ functionName, data, explanation: explainRevert(data) })
  }
}
