import { readFileSync } from 'node:fs'

/** Reads the package's version. */
export function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
