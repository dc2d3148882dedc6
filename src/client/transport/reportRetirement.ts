import { cleanText } from '../../base/cleanText.js'

/** The service's announcement that it ends an operation. Nothing is turned off by it, and a link is never followed. */
export type RetirementNotice = {
  /** Method and path, such as `POST /quote/v2`; a name in braces stands for a parameter. */
  operation: string
  /** Unix seconds: since when the operation is deprecated. Absent where the service gives no time. */
  deprecatedAt?: number
  /** Unix seconds: from when on the operation may be gone. */
  endsAt?: number
  /** What the service says more of it, such as `successor-version`. */
  links: { rel: string; url: string }[]
}

/** Reports each operation once, by the headers of its answers. */
export function createRetirementReporter(
  onRetirement: ((notice: RetirementNotice) => unknown) | undefined,
): (operation: string, headers: Headers) => void {
  const reported = new Set<string>()
  return (operation, headers) => {
    const notice = onRetirement && readRetirement(headers)
    if (!notice || reported.has(operation)) return
    reported.add(operation)
    // Whatever becomes of the report, the answer counts.
    Promise.resolve({ operation, ...notice })
      .then(onRetirement)
      .catch(() => {})
  }
}

/**
 * Reads what the headers of an answer announce.
 *
 * - Rule: `Deprecation` is that of RFC 9745, `Sunset` of RFC 8594, `Link` of RFC 8288. An answer without the first two
 *   announces nothing; a value that can't be read announces no time.
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
