import { operationNames, operationOf, type ServiceOperation } from '../profile/operations.js'
import type { ServiceProfile } from '../profile/types.js'
import { describeOperation, keyMeaning } from './compareOperations.js'
import type { DoctorRow } from './rows.js'

/** The meaning of a 403, which does not say what is missing. */
const refusalMeaning =
  'The service refused the call: it may require an API key or one with more rights, or may block this network.'

/** The end of an operation as its answer announced it, or the status with which the service refused the call. */
export type RetirementFacts = {
  /** Method and path, such as `POST /price`. */
  operation: string
  /** The status of a refusal. 401 requests a key, 403 gives no reason, and any other status means that the operation ended. */
  refusedWith?: number
  /** Unix seconds. */
  deprecatedAt?: number
  /** Unix seconds. */
  endsAt?: number
  links?: readonly { rel: string; url: string }[]
}

/**
 * Compares the ends of operations, as answers announced them, with the ends that the profile knows.
 *
 * - An answer without an announcement is not compared. An operation that has ended, or that refused the call, gets its own row.
 */
export function compareRetirement(
  facts: readonly RetirementFacts[],
  { profile, nowMs }: { profile: ServiceProfile; nowMs: number },
): DoctorRow[] {
  return facts.flatMap((fact) => compareOne(findOperation(fact.operation, profile), fact, nowMs))
}

/** Whether a status refuses the caller, which does not mean that the operation ended. */
export function isRefusal(status: number | undefined): boolean {
  return status === 401 || status === 403
}

function findOperation(line: string, profile: ServiceProfile): Partial<ServiceOperation> {
  const path = line.replace(/^\w+ /, '')
  const name = operationNames.find((each) => operationOf(profile, each).path === path)
  return name ? operationOf(profile, name) : {}
}

function compareOne(known: Partial<ServiceOperation>, fact: RetirementFacts, nowMs: number): DoctorRow[] {
  const subject = `end of ${fact.operation}`
  const own = describeOperation(known)
  const successor = fact.links?.find(({ rel }) => rel === 'successor-version')?.url ?? known.successor
  const instead = successor === undefined ? '' : ` Use ${successor}.`
  if (isRefusal(fact.refusedWith)) {
    const row = { status: 'changed', subject: fact.operation } as const
    if (fact.refusedWith === 403)
      return [{ ...row, known: own, found: 'answers 403', meaning: refusalMeaning }]
    return [{ ...row, known: 'no key', found: 'answers 401 without a key', meaning: keyMeaning }]
  }
  if (fact.refusedWith !== undefined) {
    const found = `ended: it answers ${fact.refusedWith}`
    if (known.ends !== undefined && Date.parse(known.ends) <= nowMs) {
      return [{ status: 'same', subject, known: own, found }]
    }
    return [
      { status: 'gone', subject, known: own, found, meaning: `Calls of this operation fail.${instead}` },
    ]
  }
  const said = { deprecated: toDay(fact.deprecatedAt), ends: toDay(fact.endsAt) }
  const found = describeOperation(said)
  const isSame = (['deprecated', 'ends'] as const).every(
    (field) => said[field] === undefined || said[field] === known[field],
  )
  if (isSame && own !== 'in use') return [{ status: 'same', subject, known: own, found }]
  const until =
    said.ends === undefined ? 'The service announces its end' : `The operation works until ${said.ends}`
  const meaning = `${until}, by the headers of its answer.${instead}`
  return [
    { status: 'changed', subject, known: own, found: found === 'in use' ? 'announced' : found, meaning },
  ]
}

/** Returns the day of a time, in ISO 8601. */
function toDay(seconds: number | undefined): string | undefined {
  if (seconds === undefined || Math.abs(seconds) > 8.64e12) return undefined
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
