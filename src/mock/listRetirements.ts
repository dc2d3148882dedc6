import { type OperationName, operationNames, operationOf } from '../service/profile/operations.js'
import { relayProfile } from '../service/profile/relayProfile.js'
import { type IdForm, isPublic } from './forms.js'

const names = operationNames.filter((name) => operationOf(relayProfile, name).successor !== undefined)

/** The paths of the operations that can be retired, without the first slash: those with a successor. */
export const retirable: readonly string[] = names.map((name) => operationOf(relayProfile, name).path.slice(1))

/** Operations that have ended. Since then the public service answers their paths as unknown. */
const withdrawn: readonly OperationName[] = ['attestation', 'attestationV2']

export type Retirement = {
  /** The path is answered as any other unknown path. */
  isWithdrawn?: true
  /** The operation has ended. It answers 410, unless its path is unknown. */
  isRetired?: true
  /** The operation is throttled until its end. A 429 names the successor, and no time. */
  isThrottled?: true
  /** The announcement of the end in the answers' headers. */
  headers?: { deprecation: string; sunset: string; link: string[] }
  /** The dates of the headers, in ISO 8601. */
  dates?: { deprecatedAt: string; sunsetAt: string }
  /** The successor and a migration guide, as the answers name them. */
  fields: { successor: string; migrationGuide: string }
}

const migrationGuide = '/documentation/json'

/**
 * Lists the operations that end or have ended, by path.
 *
 * The public form announces the ends of the `relay` profile; the specification's form announces none. Both retire the
 * operations in `retired`. No date turns an operation off.
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
