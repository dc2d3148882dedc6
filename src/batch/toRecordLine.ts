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
 * Writes what is read of a record as JSON, for another thread.
 *
 * - Rule: undefined where JSON would say something else than the record, as of an object with a `toJSON`. Such a record
 *   is verified as it is.
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

/** What JSON keeps; amounts are decimal strings there. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint' && value >= 0n) return String(value)
  if (typeof value === 'string' || value === undefined || Number.isSafeInteger(value)) return value
  throw new TypeError('This value has no JSON of its own.')
}
