import { toRecord, toText } from '../../base/values.js'
import { mockProfile } from './mockProfile.js'
import { relayProfile } from './relayProfile.js'
import { relayTestnetProfile } from './relayTestnetProfile.js'
import type { ServiceProfile } from './types.js'

/** The profiles that the package ships, by name. */
export const namedProfiles = {
  relay: relayProfile,
  'relay-testnet': relayTestnetProfile,
  mock: mockProfile,
} as const satisfies Readonly<Record<string, ServiceProfile>>

/** The name of a profile that the package ships. */
export type ProfileName = keyof typeof namedProfiles

/** Returns the profile with the given name, or the profile that is given in full. Undefined for anything else. */
export function findProfile(profile: ProfileName | ServiceProfile): ServiceProfile | undefined {
  if (typeof profile === 'string') {
    return Object.hasOwn(namedProfiles, profile) ? namedProfiles[profile] : undefined
  }
  const isProfile = toText(toRecord(profile)?.name) && toRecord(toRecord(profile)?.venue)
  return isProfile ? profile : undefined
}
