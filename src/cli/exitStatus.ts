import { FillproofError } from '../base/FillproofError.js'
import { BatchWorkerError } from '../batch/errors.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import {
  DeployConfigError,
  DeployHistoryError,
  DeployRecordError,
  SourceVerificationError,
} from '../deploy/errors.js'
import { MockOptionError, MockRuntimeError } from '../mock/errors.js'
import {
  WatchFileError,
  WatchJobError,
  WatchSinkError,
  WatchStoreBusyError,
  WatchStoreError,
  WatchStoreUnreachableError,
  WatchUnfinishedError,
} from '../watch/errors.js'
import { UnreachableError, UsageError } from './errors.js'

/**
 * The exit status of a failure.
 * - 1: something is invalid or was refused.
 * - 2: wrong usage or unreadable input.
 * - 3: the service or a chain could not be reached, or fillproof failed.
 */
export type ErrorStatus = 1 | 2 | 3

/** The errors whose exit status is not 1. */
const statuses = new Map<unknown, ErrorStatus>([
  [UsageError, 2],
  [BatchWorkerError, 2],
  [DeployConfigError, 2],
  [DeployRecordError, 2],
  [MockOptionError, 2],
  [MockRuntimeError, 2],
  [WatchFileError, 2],
  [WatchJobError, 2],
  [WatchStoreBusyError, 2],
  [WatchStoreError, 2],
  [ChainUnreachableError, 3],
  [DeployHistoryError, 3],
  [UnreachableError, 3],
  [WatchSinkError, 3],
  [WatchStoreUnreachableError, 3],
  [WatchUnfinishedError, 3],
])

/** Returns the exit status for an error. A bug has 3, since it does not show that anything is invalid. */
export function exitStatusOf(error: unknown): ErrorStatus {
  if (!(error instanceof FillproofError)) return 3
  if (error instanceof SourceVerificationError) return error.isUnreachable ? 3 : 1
  return statuses.get(error.constructor) ?? 1
}
