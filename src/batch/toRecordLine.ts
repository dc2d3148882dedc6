import { toRecord } from '../base/values.js'

const fields = [
  'originChainId',
  'originUser',
  'originCurrency',
  'originAmount',
  'destinationChainId',
  'destinationUser',
  'destinationCurrency',
]

/**
 * Writes the fields of a record as JSON, for another thread.
 *
 * Returns undefined if JSON would change the record, such as an object with a `toJSON`. This thread verifies such a
 * record.
 */
export function toRecordLine(input: unknown): string | undefined {
  try {
    const record = toRecord(input)
    const requestData = toRecord(record?.requestData)
    if (!record || !requestData) return undefined
    const { requestId, signature } = record
    const own = { ...requestData }
    const data = Object.fromEntries(fields.map((name) => [name, toPlain(own[name])]))
    return JSON.stringify({
      requestId: toPlain(requestId),
      signature: toPlain(signature),
      requestData: data,
    })
  } catch {
    return undefined
  }
}

/** Returns a value that JSON does not change. Amounts become decimal strings. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint' && value >= 0n) return String(value)
  if (typeof value === 'string' || value === undefined || Number.isSafeInteger(value)) return value
  throw new TypeError('JSON would change this value.')
}
