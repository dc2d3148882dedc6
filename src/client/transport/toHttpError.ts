import { cleanText } from '../../base/cleanText.js'
import { parseJson } from '../../base/parseJson.js'
import { toRecord, toText } from '../../base/values.js'
import { ServiceHttpError, ServiceRateLimitError } from '../errors.js'

/** Creates the error for an answer other than 2xx. */
export function toHttpError({
  operation,
  status,
  text,
  retryAfterMs,
}: {
  operation: string
  /** The HTTP status. 0 for a redirect, whose status a browser hides. */
  status: number
  text: string
  retryAfterMs: number | undefined
}): ServiceHttpError {
  const json = parseJson(text)
  const body = json === undefined ? text : json
  const record = toRecord(body)
  const parameters = {
    operation,
    status,
    body,
    code: sayShortly(record?.errorCode) ?? sayShortly(record?.code),
    serviceMessage: sayShortly(record?.message) ?? sayShortly(record?.error),
    requestId: toText(record?.requestId),
    errorData: toText(record?.errorData) ?? toRecord(record?.errorData),
  }
  if (status === 429) return new ServiceRateLimitError({ ...parameters, retryAfterMs })
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  return new ServiceHttpError({
    ...parameters,
    ...(isRedirect && {
      metaMessages: [
        'Redirects are not followed, so that the API key goes to one server alone: set the URL to its final address.',
      ],
    }),
  })
}

/** Returns a short text from the service. Undefined for markup, which is a web page and not a message of the service. */
function sayShortly(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = cleanText(String(value))
  return text === '' || text.startsWith('<') ? undefined : text
}
