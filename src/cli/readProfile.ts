import { readFile } from 'node:fs/promises'
import { findProfile, namedProfiles, type ProfileName } from '../service/profile/namedProfiles.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'
import { suggest } from './suggest.js'

/** The profiles that ship. */
export const profileNames: readonly string[] = Object.keys(namedProfiles)

/** The profile that `--profile` names: one that ships, or a JSON file. @throws {@link UsageError} */
export async function readProfile(name: string): Promise<ServiceProfile> {
  const profile = findProfile(name as ProfileName)
  if (profile) return profile
  const { parseProfile } = await import('./parseProfile.js')
  return parseProfile(await readJson(name), name)
}

async function readJson(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new UsageError(
      `--profile must be relay, mock, or a file that can be read, found "${printable(path)}".`,
      { cause, metaMessages: suggest(path, profileNames) },
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The profile ${printable(path)} is not JSON.`)
  }
}
