import { operationNames, operationOf, type ServiceOperation } from '../profile/operations.js'
import type { ServiceProfile } from '../profile/types.js'
import type { DocumentedOperation } from './readDocument.js'
import { type DoctorRow, sameRow } from './rows.js'

/** The known facts about each operation of the specification, by its method and path. */
export type KnownOperations = Readonly<Record<string, { needsKey?: boolean; isDeprecated?: boolean }>>

/** Operations that work, but that the published document omits. Source: the OpenAPI types of the service's SDK 7.0.3. */
const undocumented = ['POST /authorize', 'GET /documentation/json', 'GET /openapi.json']

/**
 * Compares the known operations with those of the service's OpenAPI document: which exist, which are deprecated, and which
 * headers they need.
 *
 * - An unknown operation is a difference only if it is a later version of a known one.
 *
 * @param nowMs - The current time in Unix milliseconds, which decides whether an announced end has passed.
 */
export function compareOperations(parameters: {
  known: KnownOperations
  profile: ServiceProfile
  documented: readonly DocumentedOperation[]
  nowMs: number
}): DoctorRow[] {
  const { known, profile, documented, nowMs } = parameters
  const own = Object.entries(known).map(([line, facts]) => describeKnown(line, facts, profile))
  const found = new Map(documented.map((operation) => [shapeOf(operation), operation]))
  const compared = own
    .filter(({ line }) => !undocumented.includes(line))
    .map((operation) => compareOperation(operation, found.get(shapeOf(operation)), nowMs))
  const rows = compared.flat()
  const same = compared.filter((each) => each.length === 0).length
  return [...sameRow('operations', same, 'operation'), ...rows, ...findVersions(own, documented, profile)]
}

type Known = { line: string; method: string; path: string; needsKey?: boolean; isDeprecated?: boolean } & {
  operation: ServiceOperation
}

/** Describes a known operation. Its path comes from the profile, or from the specification if the profile has none. */
function describeKnown(specified: string, facts: KnownOperations[string], profile: ServiceProfile): Known {
  const [method, at] = specified.split(' ') as [string, string]
  const name = operationNames.find((each) => operationOf({}, each).path === at)
  const operation = name ? operationOf(profile, name) : { path: at }
  return { ...facts, line: `${method} ${operation.path}`, method, path: operation.path, operation }
}

function compareOperation(own: Known, found: DocumentedOperation | undefined, nowMs: number): DoctorRow[] {
  const { line: subject, operation, needsKey } = own
  const { deprecated, ends, successor, throttled } = operation
  const hasEnded = ends !== undefined && Date.parse(ends) <= nowMs
  const instead = successor === undefined ? '' : ` Use ${successor}.`
  const known = describeOperation(operation)
  if (!found) {
    if (hasEnded) return []
    return [{ status: 'gone', subject, known, meaning: `Expect calls of this operation to fail.${instead}` }]
  }
  if (hasEnded && !throttled && !found.isDeprecated) {
    const meaning = 'The service documents this operation again: the end that fillproof knows may be wrong.'
    return [{ status: 'new', subject, known, found: 'documented', meaning }]
  }
  const isRetiring =
    own.isDeprecated || deprecated !== undefined || ends !== undefined || successor !== undefined
  const rows: DoctorRow[] = []
  if (found.isDeprecated && !isRetiring) {
    const meaning =
      "The operation works until the service ends it: look for the date and the successor in the service's changelog."
    rows.push({ status: 'changed', subject, known, found: 'deprecated', meaning })
  }
  for (const need of found.needs) {
    const ways = need.split(' or ')
    if (ways.some((way) => sent.includes(way)) || (needsKey && ways.includes(keyHeader))) continue
    const meaning = ways.includes(keyHeader)
      ? keyMeaning
      : 'fillproof does not send this header, so expect calls to be refused.'
    rows.push({
      status: 'changed',
      subject,
      known: needsKey ? keyHeader : 'no header',
      found: `needs ${need}`,
      meaning,
    })
  }
  return rows
}

export const keyMeaning =
  'Calls without an API key are refused: give the client an apiKey, and the commands FILLPROOF_API_KEY.'

const keyHeader = 'x-api-key'
const sent = ['accept', 'content-type']

/** Describes what is known about the end of an operation. */
export function describeOperation({
  deprecated,
  ends,
}: Pick<ServiceOperation, 'deprecated' | 'ends'>): string {
  const parts = [deprecated && `deprecated ${deprecated}`, ends && `ends ${ends}`].filter((part) => part)
  return parts.length === 0 ? 'in use' : parts.join(', ')
}

/**
 * Finds later versions of known operations. Skips versions that the client can request, or that the profile names as a successor.
 */
function findVersions(
  own: readonly Known[],
  documented: readonly DocumentedOperation[],
  profile: ServiceProfile,
): DoctorRow[] {
  const usable = operationNames.map((name) => operationOf(profile, name).path)
  return documented.flatMap((operation): DoctorRow[] => {
    const line = `${operation.method} ${operation.path}`
    const { base, version } = splitVersion(operation)
    const siblings = own.filter((each) => splitVersion(each).base === base)
    const isLater = siblings.length > 0 && siblings.every((each) => splitVersion(each).version < version)
    const isKnown = usable.includes(operation.path) || own.some((each) => each.operation.successor === line)
    if (!isLater || isKnown) return []
    const meaning = `fillproof does not use this version yet, and still calls ${siblings.map((each) => each.line).join(', ')}. Check whether an end of that was announced.`
    return [{ status: 'new', subject: line, found: 'documented', meaning }]
  })
}

function splitVersion(operation: { method: string; path: string }): { base: string; version: number } {
  const [, base, version = '1'] = /^(.*?)(?:\/v(\d+))?$/s.exec(shapeOf(operation))!
  return { base: base!, version: Number(version) }
}

/** Returns a method and path in which the names of parameters don't matter. */
function shapeOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}
