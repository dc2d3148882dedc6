import { InvalidResponseError, ServiceHttpError } from './errors.js'

/**
 * Whether something other than the service answered, such as a captive portal, a web server with no service at that path, or a
 * redirect. The answer is then a page or a text, and says nothing about the request.
 */
export function isForeignAnswer(error: unknown): boolean {
  if (error instanceof InvalidResponseError) return error.path === '' && typeof error.value === 'string'
  if (!(error instanceof ServiceHttpError)) return false
  const { status, body } = error
  if (status < 400 || status === 511) return true
  return typeof body === 'string' && (status === 404 || body.trimStart().startsWith('<'))
}
