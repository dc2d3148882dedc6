import { InvalidResponseError, ServiceHttpError } from './errors.js'

/**
 * Whether something else than the service answered: a page for people, as of a captive portal or of a wrong path, or a
 * redirect. It says nothing about the request.
 */
export function isForeignAnswer(error: unknown): boolean {
  if (error instanceof InvalidResponseError) return error.path === '' && typeof error.value === 'string'
  if (!(error instanceof ServiceHttpError)) return false
  const { status, body } = error
  if (status < 400 || status === 511) return true
  return typeof body === 'string' && (status === 404 || body.trimStart().startsWith('<'))
}
