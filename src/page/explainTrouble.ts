import { BaseError } from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { ServiceError, ServiceNetworkError } from '../client/errors.js'
import { describeFault, remedyOf } from '../contract/rpc/faults.js'
import { EvidenceTextError, ReceiverNotFoundError } from '../report/errors.js'

/** Explains an error: a heading, the problem, and the remedy. */
export function explainTrouble(error: unknown): string[] {
  if (error instanceof ServiceError) {
    const { kind, operation, shortMessage, details, metaMessages } = error
    const isThere = kind === 'http' || kind === 'rateLimited' || kind === 'invalidResponse'
    const headline = isThere ? 'The service does not answer this' : "Can't reach the service"
    const why = error instanceof ServiceNetworkError && details ? `${operation}: ${details}` : shortMessage
    return [headline, why, ...metaMessages]
  }
  if (error instanceof FillproofError) {
    const { shortMessage, metaMessages } = error
    const isEmpty = error instanceof EvidenceTextError
    const isElsewhere = error instanceof ReceiverNotFoundError
    const headline = isElsewhere ? 'No receiver there' : isEmpty ? 'Nothing found' : "Can't read this"
    return [headline, shortMessage, ...metaMessages]
  }
  if (error instanceof BaseError) return ["Can't reach the node", describeFault(error), remedyOf(error)]
  return ['The page failed', error instanceof Error ? error.message : String(error)]
}
