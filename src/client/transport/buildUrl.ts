import type { ServiceProfile } from '../../service/profile/types.js'
import type { ServiceRequest } from '../connection.js'
import { ClientOptionError, InvalidRequestError } from '../errors.js'

const urlOptions = {
  service: 'baseUrl',
  venueInfo: 'venueInfoUrl',
  venueExchange: 'venueExchangeUrl',
} as const

type Target = Pick<ServiceRequest<never>, 'method' | 'path' | 'target' | 'query'>

/** Returns the URL of the profile that the request's path is appended to. */
export function findBase(
  profile: ServiceProfile,
  { target = 'service' }: Pick<Target, 'target'>,
): string | undefined {
  return profile[urlOptions[target]]
}

/** Names a request for errors: method and path, without host and query. */
export function nameOperation({ method, path, target = 'service' }: Target): string {
  return `${method} ${path.replace(/[?#].*$/s, '') || urlOptions[target]}`
}

/**
 * Builds the URL of a request.
 *
 * - The path can neither name another host nor leave the base URL.
 *
 * @throws {@link ClientOptionError} if the target has no URL.
 * @throws {@link InvalidRequestError} if the path does not stay below the target's URL.
 */
export function buildUrl(profile: ServiceProfile, request: Target): URL {
  const { path, target = 'service', query = {} } = request
  const option = urlOptions[target]
  const base = findBase(profile, request)
  if (base === undefined) {
    const requirement = `a URL for this call, since the profile ${profile.name} has none`
    throw new ClientOptionError({ option, value: base, requirement })
  }
  const [pathname = '', ...queryParts] = path.split('?')
  const isBelow = path === '' || path.startsWith('/')
  // Spaces are rejected as well: URL parsing removes tabs and line ends before it resolves dots.
  if (!isBelow || /[\s\\]|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(pathname) || path.includes('#')) {
    throw new InvalidRequestError({
      operation: nameOperation(request),
      path: 'path',
      value: path,
      requirement: 'must begin with /, be percent-encoded, and not contain . or .. as a part',
    })
  }
  const url = new URL(base)
  if (pathname !== '') url.pathname = url.pathname.replace(/\/+$/, '') + pathname
  url.search = queryParts.join('?')
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined) url.searchParams.append(name, String(entry))
    }
  }
  return url
}
