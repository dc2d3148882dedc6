import { cleanText } from '../../base/cleanText.js'

/** The service's announcement that it ends an operation. The client disables nothing because of it, and never follows a link. */
export type RetirementNotice = {
  /** Method and path, such as `POST /quote/v2`; a name in braces stands for a parameter. */
  operation: string
  /** Unix seconds: the operation is deprecated since this time. Absent if the service gives no time. */
  deprecatedAt?: number
  /** Unix seconds: the operation may be gone from this time on. */
  endsAt?: number
  /** Further links from the service, such as `successor-version`. */
  links: { rel: string; url: string }[]
}

/** Reports each operation once, from the headers of its answers. */
export function createRetirementReporter(
  onRetirement: ((notice: RetirementNotice) => unknown) | undefined,
): (operation: string, headers: Headers) => void {
  const reported = new Set<string>()
  return (operation, headers) => {
    const notice = onRetirement && readRetirement(headers)
    if (!notice || reported.has(operation)) return
    reported.add(operation)
    // An error of the callback must not fail the request, so it is ignored.
    Promise.resolve({ operation, ...notice })
      .then(onRetirement)
      .catch(() => {})
  }
}

/**
 * Reads the announcement in an answer's headers.
 *
 * - `Deprecation` follows RFC 9745, `Sunset` RFC 8594, `Link` RFC 8288. An answer without the first two announces nothing. An
 *   unreadable value counts as no time.
 */
function readRetirement(
  headers: Headers,
  maximumLinks = 10,
): Omit<RetirementNotice, 'operation'> | undefined {
  const [deprecation, sunset] = [headers.get('deprecation'), headers.get('sunset')]
  if (deprecation === null && sunset === null) return undefined
  const [, seconds] = /^@(\d{1,12})$/.exec(deprecation?.trim() ?? '') ?? []
  const endsAt = /^[a-z]{3}, .* GMT$/i.test(sunset ?? '') ? Date.parse(sunset!) / 1000 : Number.NaN
  const links = (headers.get('link') ?? '').matchAll(/<([^<>]*)>[^<]*?;\s*rel="?([^";,]+)"?/gi)
  return {
    ...(seconds !== undefined && { deprecatedAt: Number(seconds) }),
    ...(Number.isFinite(endsAt) && { endsAt }),
    links: [...links]
      .slice(0, maximumLinks)
      .map(([, url, rel]) => ({ rel: cleanText(rel!), url: cleanText(url!) })),
  }
}
