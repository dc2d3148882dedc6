import { type OperationName, operationNames, operationOf } from '../service/profile/operations.js'
import { relayProfile } from '../service/profile/relayProfile.js'
import { type IdForm, isPublic } from './forms.js'

const names = operationNames.filter((name) => operationOf(relayProfile, name).successor !== undefined)

/** The operations that can be retired: those with a successor, by their paths without the first slash. */
export const retirable: readonly string[] = names.map((name) => operationOf(relayProfile, name).path.slice(1))

/** Their paths are unknown to the public service since they ended. */
const withdrawn: readonly OperationName[] = ['attestation', 'attestationV2']

export type Retirement = {
  /** Nothing knows the path: it is answered as any other unknown one. */
  isWithdrawn?: true
  /** It ended: 410, unless nothing knows the path. */
  isRetired?: true
  /** It is throttled until it ends: a 429 names the successor, and no time. */
  isThrottled?: true
  /** What its answers announce of its end. */
  headers?: { deprecation: string; sunset: string; link: string[] }
  /** The same dates, in ISO 8601. */
  dates?: { deprecatedAt: string; sunsetAt: string }
  /** The successor and a guide to it, as the answers name them. */
  fields: { successor: string; migrationGuide: string }
}

const migrationGuide = '/documentation/json'

/**
 * Says of each operation, by its path, whether it ends or has ended.
 *
 * - Rule: the public form announces what the `relay` profile says; the specification's has no end. Either retires what
 *   `retired` names. No date turns an operation off.
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
