import { suggest } from '../base/suggest.js'
import { findProfile, namedProfiles, type ProfileName } from '../service/profile/namedProfiles.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'
import { readJsonFile } from './readJsonFile.js'

const profileNames: readonly string[] = Object.keys(namedProfiles)

/** Reads `--profile`: the name of a built-in profile, or a JSON file. @throws {@link UsageError} */
export async function readProfile(name: string): Promise<ServiceProfile> {
  const profile = findProfile(name as ProfileName)
  if (profile) return profile
  const { parseProfile } = await import('./parseProfile.js')
  return parseProfile(await readProfileFile(name), name)
}

async function readProfileFile(path: string): Promise<unknown> {
  const value = await readJsonFile('--profile', path).catch((error: Error) => {
    const { cause } = error
    if (cause === undefined) throw error
    throw new UsageError(
      `--profile must be ${profileNames.join(', ')}, or a file that can be read, found "${printable(path)}".`,
      { cause, metaMessages: suggest(path, profileNames) },
    )
  })
  if (value !== undefined) return value
  throw new UsageError(`The profile ${printable(path)} is not JSON.`)
}
