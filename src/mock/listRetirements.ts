import { type OperationName, operationNames, operationOf } from '../service/profile/operations.js'
import { relayProfile } from '../service/profile/relayProfile.js'
import { type IdForm, isPublic } from './forms.js'

const names = operationNames.filter((name) => operationOf(relayProfile, name).successor !== undefined)

/** The operations that can be retired, because they have a successor. Each is a path without the first slash. */
export const retirable: readonly string[] = names.map((name) => operationOf(relayProfile, name).path.slice(1))

/** Operations that have ended, and whose paths the public service answers like unknown paths. */
const withdrawn: readonly OperationName[] = ['attestation', 'attestationV2']

export type Retirement = {
  /** The operation has ended, and the path is answered like an unknown path. */
  isWithdrawn?: true
  /** The operation has ended. The answer is 410, unless `isWithdrawn` is set. */
  isRetired?: true
  /** The operation is throttled until its end. An answer of 429 names the successor, but no time to wait. */
  isThrottled?: true
  /** The headers with which each answer announces the end. */
  headers?: { deprecation: string; sunset: string; link: string[] }
  /** The same dates as in `headers`, in ISO 8601. */
  dates?: { deprecatedAt: string; sunsetAt: string }
  /** The successor and a migration guide, as the answers name them. */
  fields: { successor: string; migrationGuide: string }
}

const migrationGuide = '/documentation/json'

/**
 * Lists the operations that end or have ended, by path.
 *
 * The public form announces the ends that the `relay` profile lists. The specification's form announces no ends. In both
 * forms the operations in `retired` have ended. An announced date alone does not end an operation.
 */
export function listRetirements({
  idForm,
  retired,
}: {
  idForm: IdForm
  retired: readonly string[]
}): ReadonlyMap<string, Retirement> {
  return new Map(
    names.map((name) => {
      const { path, deprecated, ends, successor = '', throttled } = operationOf(relayProfile, name)
      const isNamed = retired.includes(path.slice(1))
      const fields = { successor: successor.replace(/^[A-Z]+ /, ''), migrationGuide }
      return [
        path,
        {
          fields,
          ...((isPublic(idForm, 'attestation') || isNamed) &&
            withdrawn.includes(name) && { isWithdrawn: true }),
          ...(isNamed && { isRetired: true }),
          ...(isPublic(idForm, 'announcements') && throttled && { isThrottled: true }),
          ...(isPublic(idForm, 'announcements') && deprecated && ends
            ? announce(deprecated, ends, fields.successor)
            : {}),
        },
      ]
    }),
  )
}

function announce(deprecated: string, ends: string, successor: string) {
  const [deprecatedAt, sunsetAt] = [new Date(deprecated), new Date(ends)]
  return {
    headers: {
      deprecation: `@${deprecatedAt.getTime() / 1000}`,
      sunset: sunsetAt.toUTCString(),
      link: [
        `<${migrationGuide}>; rel="deprecation"`,
        `<${migrationGuide}>; rel="sunset"`,
        `<${successor}>; rel="successor-version"`,
      ],
    },
    dates: { deprecatedAt: deprecatedAt.toISOString(), sunsetAt: sunsetAt.toISOString() },
  }
}
