import { readFileSync } from 'node:fs'

/** Reads a known answer of test/vectors by its name. */
export function readVector(name: string) {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))
}
