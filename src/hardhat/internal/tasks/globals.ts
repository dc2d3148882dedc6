import type { GlobalOptions } from '../../../cli/options.js'

/** The options that every command takes. */
export function readGlobals({
  profile,
  json,
}: {
  profile?: string | undefined
  json: boolean
}): GlobalOptions {
  return { profile: profile ?? 'relay', profileGiven: profile !== undefined, json }
}
