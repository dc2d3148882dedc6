import { readFile } from 'node:fs/promises'
import type { KindName } from '../config/kindConfigs.js'
import { SourceVerificationError } from '../errors.js'

export type StandardInput = {
  /** The source path and the contract's name, as explorers expect them. */
  contract: string
  /** The compiler's full version. */
  compiler: string
  input: {
    language: 'Solidity'
    sources: Readonly<Record<string, { content: string }>>
    settings: Readonly<Record<string, unknown>>
  }
}

/** The contracts whose sources can be published. */
export type PublishedName = KindName | 'receiverFactory' | 'inbox'

/** Returns the location of the file that the build writes. The relative path is the same from `src` and from `dist`. */
export function locateStandardInput(name: PublishedName): URL {
  return new URL(`../../../dist/generated/standardInput/${name}.json`, import.meta.url)
}

/**
 * Reads the standard JSON input of a contract, as compiled by the build.
 *
 * @throws {@link SourceVerificationError} if it is missing.
 */
export async function readStandardInput(name: PublishedName): Promise<StandardInput> {
  const text = await readFile(locateStandardInput(name), 'utf8').catch(() => {
    const problem = 'the standard input is missing. Reinstall fillproof, or run `npm run build` in a clone.'
    throw new SourceVerificationError({ contract: name, problem, isUnreachable: false })
  })
  return JSON.parse(text)
}
