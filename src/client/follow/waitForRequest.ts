import type { StatusRecord } from '../../service/resources/status.js'
import type { Connection } from '../connection.js'
import type { FollowParameters } from './followParameters.js'
import { watchRequest } from './watchRequest.js'

export type WaitForRequestParameters = FollowParameters & {
  /** Called with each change, including the last, and awaited before the next. An error that it throws ends the wait. */
  onStatus?: ((record: StatusRecord) => unknown) | undefined
}

type Ended<status extends string> = Omit<StatusRecord, 'status'> & { status: status }

/** How a request ended. */
export type FinalStatusRecord = Ended<'success'> | Ended<'refund'> | Ended<'failure'>

export type WaitForRequestReturnType = FinalStatusRecord

/**
 * Waits until a request is over, and returns its last status record.
 *
 * - Ends at once on `success` and `refund`, and on `failure` after `failureGraceMs`, since a refund may follow. `delayed`,
 *   `unknown`, `received` and unknown statuses don't end the wait. Retries the same faults as `watchRequest`.
 * - Units: milliseconds. The wait defaults to at most 10 minutes.
 * - Trust: the service reports the status. Only the chain shows what a success delivered.
 * - Warning: a failure and a refund are returned, not thrown: check `status`. A fresh `success` may lack `txHashes`.
 *
 * @param parameters - {@link WaitForRequestParameters}
 * @returns The last record. {@link WaitForRequestReturnType}
 * @throws {@link RequestTimeoutError} if the request was not over within `timeoutMs`.
 * @throws {@link ServiceAbortedError} if the signal ended the wait.
 * @throws {@link ServiceHttpError} if a retry can't mend the service's answer.
 * @throws {@link InvalidRequestError} if a parameter is invalid.
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
  // Without an error, the watch ends only after a final status.
  return last as FinalStatusRecord
}
