import { findProfile, namedProfiles } from '../../service/profile/namedProfiles.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { ClientOptionError } from '../errors.js'
import type { ConnectionOptions } from './options.js'

const http = ['http:', 'https:']

const urlOptions = [
  ['baseUrl', http],
  ['wsUrl', ['ws:', 'wss:']],
  ['venueInfoUrl', http],
  ['venueExchangeUrl', http],
] as const

/**
 * Returns the profile, with the options' URLs in place of its own.
 *
 * A profile's URLs belong together. With another `baseUrl`, the other URLs come only from the options. So no key and no signature
 * goes to the service that the caller replaced.
 *
 * @throws {@link ClientOptionError}
 */
export function resolveProfile(options: ConnectionOptions): ServiceProfile & { baseUrl: string } {
  const { profile = 'relay' } = options
  const defaults = findProfile(profile)
  if (!defaults) {
    const requirement = `${Object.keys(namedProfiles).join(', ')}, or a profile`
    throw new ClientOptionError({ option: 'profile', value: profile, requirement })
  }
  const isMoved = options.baseUrl !== undefined && options.baseUrl !== defaults.baseUrl
  const resolved = { ...defaults }
  for (const [option, protocols] of urlOptions) {
    const url = options[option] ?? (isMoved ? undefined : defaults[option])
    delete resolved[option]
    if (url === undefined) continue
    checkUrl(option, url, protocols)
    resolved[option] = url
  }
  const { baseUrl } = resolved
  if (baseUrl === undefined) {
    const requirement = `the service's URL, since the profile ${resolved.name} has none`
    throw new ClientOptionError({ option: 'baseUrl', value: baseUrl, requirement })
  }
  const { quoteVersion = resolved.quoteVersion } = options
  return {
    ...resolved,
    baseUrl,
    ...(quoteVersion !== undefined && { quoteVersion: checkVersion(quoteVersion) }),
  }
}

function checkVersion(value: unknown): 'v2' | 'v3' {
  if (value === 'v2' || value === 'v3') return value
  throw new ClientOptionError({ option: 'quoteVersion', value, requirement: 'v2 or v3' })
}

function checkUrl(option: string, value: unknown, protocols: readonly string[]): void {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url && protocols.includes(url.protocol) && !url.username && !url.password && !/[?#]/.test(url.href)) {
    return
  }
  const requirement = `a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}, without credentials, query and fragment`
  throw new ClientOptionError({ option, value: hideSecrets(value), requirement })
}

/** Hides what may be secret in a URL: credentials, which come before an @, and the query, which often contains a key. */
function hideSecrets(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.replace(/^.*@/s, '[hidden]@').replace(/[?#].*$/s, '?[hidden]')
}
