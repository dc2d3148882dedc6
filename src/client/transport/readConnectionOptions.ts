import { toRecord } from '../../base/values.js'
import { publishedRateLimits, type RateLimits, rateLimitNames } from '../../service/profile/rateLimits.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { ClientOptionError } from '../errors.js'
import type { ConnectionOptions } from './options.js'

/** The longest delay that a timer accepts. A longer delay fires at once. */
const longestTimer = 2 ** 31 - 1

/** The timeouts, retries and limits of a connection: the options with their defaults. */
export type Behavior = {
  timeoutMs: number
  retry: { limit: number; delayMs: number; maxDelayMs: number }
  rateLimit: false | Required<RateLimits>
}

/** Checks the options that are not URLs. @throws {@link ClientOptionError} */
export function readConnectionOptions(options: ConnectionOptions, profile: ServiceProfile): Behavior {
  const { apiKey, accessToken, fetch, onRetirement, timeoutMs = 10_000 } = options
  if (apiKey !== undefined) checkSecret('apiKey', apiKey)
  if (accessToken !== undefined && typeof accessToken !== 'function') checkSecret('accessToken', accessToken)
  if (apiKey !== undefined && accessToken !== undefined) {
    const requirement = 'absent if apiKey is given, since the service refuses both at once'
    throw new ClientOptionError({ option: 'accessToken', value: '[hidden]', requirement })
  }
  if (fetch !== undefined && typeof fetch !== 'function') {
    throw new ClientOptionError({ option: 'fetch', value: fetch, requirement: 'a function' })
  }
  if (onRetirement !== undefined && typeof onRetirement !== 'function') {
    throw new ClientOptionError({ option: 'onRetirement', value: onRetirement, requirement: 'a function' })
  }
  checkTimeout(timeoutMs)
  return { timeoutMs, retry: readRetry(options.retry), rateLimit: readRateLimit(options.rateLimit, profile) }
}

/** Checks that a header can carry a key or a token. @throws {@link ClientOptionError} */
export function checkSecret(option: 'apiKey' | 'accessToken', value: unknown): asserts value is string {
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return
  throw new ClientOptionError({
    option,
    value: '[hidden]',
    requirement: 'printable ASCII text without spaces',
  })
}

/** @throws {@link ClientOptionError} if the value is not a valid limit for an attempt. */
export function checkTimeout(timeoutMs: number): void {
  checkNumber('timeoutMs', timeoutMs, { least: 1, most: longestTimer, unit: 'milliseconds' })
}

/** @throws {@link ClientOptionError} if the value is not a signal, which would otherwise look like a network fault. */
export function checkSignal(signal: unknown): void {
  if (signal instanceof AbortSignal) return
  throw new ClientOptionError({ option: 'signal', value: signal, requirement: 'an AbortSignal' })
}

function readRetry(retry: unknown = {}): Behavior['retry'] {
  checkObject('retry', retry, 'an object')
  const { limit = 3, delayMs = 300, maxDelayMs = 30_000 } = retry as Partial<Behavior['retry']>
  checkNumber('retry.limit', limit, { least: 0, most: Number.MAX_SAFE_INTEGER, isWhole: true })
  checkNumber('retry.delayMs', delayMs, { least: 0, most: longestTimer, unit: 'milliseconds' })
  checkNumber('retry.maxDelayMs', maxDelayMs, { least: 0, most: longestTimer, unit: 'milliseconds' })
  return { limit, delayMs, maxDelayMs }
}

function readRateLimit(rateLimit: unknown, profile: ServiceProfile): Behavior['rateLimit'] {
  if (rateLimit === false || (rateLimit === undefined && !isPublicService(profile))) return false
  const given = rateLimit ?? {}
  checkObject('rateLimit', given, 'false or an object')
  const bounds = { least: 1, most: Number.MAX_SAFE_INTEGER, isWhole: true }
  const limits = { ...publishedRateLimits }
  for (const name of rateLimitNames) {
    const { [name]: value = publishedRateLimits[name] } = given as RateLimits
    checkNumber(`rateLimit.${name}`, value, bounds)
    limits[name] = value
  }
  return limits
}

function isPublicService({ name, baseUrl = '' }: ServiceProfile): boolean {
  return name === 'relay' && !/^(localhost|127\..*|\[::1\])$/.test(new URL(baseUrl).hostname)
}

function checkObject(option: string, value: unknown, requirement: string): void {
  if (!toRecord(value)) throw new ClientOptionError({ option, value, requirement })
}

function checkNumber(
  option: string,
  value: unknown,
  bounds: { least: number; most: number; isWhole?: boolean; unit?: string },
): void {
  const { least, most, isWhole = false, unit } = bounds
  if (typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) {
    return
  }
  const kind = isWhole ? 'a whole number' : `a number of ${unit}`
  throw new ClientOptionError({ option, value, requirement: `${kind} from ${least} to ${most}` })
}
