import { parseJson } from '../../../base/parseJson.js'
import { toChainId, toRecord } from '../../../base/values.js'
import type { RecordVerifier } from '../../../batch/createRecordVerifier.js'
import { decodeUtf8 } from '../../../batch/decodeUtf8.js'
import type { RecordResult } from '../../../batch/types.js'

/** Lines of one pair of chains. */
export type RouteCount = { name: string; valid: number; notValid: number }

/** A hostile file may name any number of them. */
const mostRoutes = 500
const otherRoutes = 'other routes'
export const noRoute = 'no route'

export type RouteTally = ReturnType<typeof createRouteTally>

export function createRouteTally() {
  const routes = new Map<string, RouteCount>()

  function find(name: string): RouteCount {
    const key = routes.has(name) || routes.size < mostRoutes ? name : otherRoutes
    const route = routes.get(key) ?? { name: key, valid: 0, notValid: 0 }
    routes.set(key, route)
    return route
  }

  return {
    add({ name, valid, notValid }: RouteCount): void {
      const route = find(name)
      route.valid += valid
      route.notValid += notValid
    },
    list: (): RouteCount[] => [...routes.values()],
  }
}

/** The route that a line names, such as `8453 → 10`. Nothing of it is verified. */
function readRoute(line: string): string {
  const data = toRecord(toRecord(parseJson(line))?.requestData)
  const [origin, destination] = [toChainId(data?.originChainId), toChainId(data?.destinationChainId)]
  return origin === undefined || destination === undefined ? noRoute : `${origin} → ${destination}`
}

/** Verifies lines, and counts them by their route. */
export function countRoutes(
  { verifyRecord, verifyText, verifyBytes }: RecordVerifier,
  tally: RouteTally,
): RecordVerifier {
  const count = (name: string, result: RecordResult) => {
    const valid = Number(result.status === 'valid')
    tally.add({ name, valid, notValid: 1 - valid })
    return result
  }
  return {
    verifyRecord,
    verifyText: (text) => count(readRoute(text), verifyText(text)),
    verifyBytes: (bytes) => count(readRoute(decodeUtf8(bytes) ?? ''), verifyBytes(bytes)),
  }
}
