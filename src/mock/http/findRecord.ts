import { isHex } from 'viem'
import type { Ledger, RequestRecord } from '../ledger.js'
import { ServiceError } from './serviceError.js'

/** The record of the request that a caller names. @throws {@link ServiceError} */
export function findRecord(ledger: Ledger, requestId: unknown): RequestRecord {
  if (!isHex(requestId) || requestId.length !== 66) {
    throw new ServiceError('INVALID_REQUEST', 'requestId: must be hex of 32 bytes.')
  }
  const record = ledger.find(requestId)
  if (!record) throw new ServiceError('REQUEST_NOT_FOUND', `No request ${requestId}.`)
  return record
}
