import { InvalidResponseError, ServiceHttpError } from './errors.js'

/**
 * Whether something other than the service answered: a page for people, such as a captive portal's or a wrong path's, or a
 * redirect. Such an answer says nothing about the request.
 */
export function isForeignAnswer(error: unknown): boolean {
  if (error instanceof InvalidResponseError) return error.path === '' && typeof error.value === 'string'
  if (!(error instanceof ServiceHttpError)) return false
  const { status, body } = error
  if (status < 400 || status === 511) return true
  return typeof body === 'string' && (status === 404 || body.trimStart().startsWith('<'))
}
