import type { StatusRecord } from '../../service/resources/status.js'
import type { Connection } from '../connection.js'
import type { FollowParameters } from './followParameters.js'
import { watchRequest } from './watchRequest.js'

export type WaitForRequestParameters = FollowParameters & {
  /** Called with each change, the last one included, before the next one; what it throws ends the waiting. */
  onStatus?: ((record: StatusRecord) => unknown) | undefined
}

type Ended<status extends string> = Omit<StatusRecord, 'status'> & { status: status }

/** How a request ended. */
export type FinalStatusRecord = Ended<'success'> | Ended<'refund'> | Ended<'failure'>

export type WaitForRequestReturnType = FinalStatusRecord

/**
 * Waits until a request is over, and returns its last status record.
 *
 * - Rule: it ends at once on `success` and `refund`, and on `failure` after `failureGraceMs`, since a refund may follow.
 *   `delayed`, `unknown`, `received` and words that are not known here are not the end. See `watchRequest` for what is
 *   tried again.
 * - Units: milliseconds. It waits 10 minutes at most by default.
 * - Trust: the service's word. What a success delivered is known onchain alone.
 * - Warning: a failure and a refund are returned, not thrown: look at `status`. A fresh `success` may lack `txHashes`.
 *
 * @param parameters - {@link WaitForRequestParameters}
 * @returns The last record. {@link WaitForRequestReturnType}
 * @throws {@link RequestTimeoutError} when the request was not over within `timeoutMs`.
 * @throws {@link ServiceAbortedError} when the signal ended it.
 * @throws {@link ServiceHttpError} when the service's answer can't mend.
 * @throws {@link InvalidRequestError} when a parameter is not what it must be.
 */
export async function waitForRequest(
  connection: Connection,
  parameters: WaitForRequestParameters,
): Promise<WaitForRequestReturnType> {
  let last: StatusRecord | undefined
  for await (const record of watchRequest(connection, parameters)) {
    last = record
    await parameters.onStatus?.(record)
  }
  // The watch ends without an error after a final status alone.
  return last as FinalStatusRecord
}
