import { BaseError } from 'viem'
import { FillproofError } from '../../base/FillproofError.js'
import { describeFault } from '../../contract/rpc/faults.js'

/** An error in words, and what to do. */
export function explainError(error: unknown): string[] {
  if (error instanceof FillproofError) return [error.shortMessage, ...error.metaMessages]
  if (error instanceof BaseError) return [`The node could not be read: ${describeFault(error)}`]
  return [`The page failed: ${error instanceof Error ? error.message : String(error)}`]
}
