import { readFile } from 'node:fs/promises'
import type { KindName } from '../config/kindConfigs.js'
import { SourceVerificationError } from '../errors.js'

/** What a compiler has to be given to make a contract again. */
export type StandardInput = {
  /** Source and name, as explorers want it. */
  contract: string
  /** The compiler's whole version. */
  compiler: string
  input: {
    language: 'Solidity'
    sources: Readonly<Record<string, { content: string }>>
    settings: Readonly<Record<string, unknown>>
  }
}

/** The contracts whose sources can be published. */
export type PublishedName = KindName | 'fillReceiverFactory'

/** Where the build puts a contract's input. It is the same for `src` and for `dist`. */
export function locateStandardInput(name: PublishedName): URL {
  return new URL(`../../../dist/generated/standardInput/${name}.json`, import.meta.url)
}

/**
 * Reads a contract's standard JSON input, which the build made from what it compiled.
 *
 * @throws {@link SourceVerificationError} where it is missing.
 */
export async function readStandardInput(name: PublishedName): Promise<StandardInput> {
  const text = await readFile(locateStandardInput(name), 'utf8').catch(() => {
    const problem =
      'the standard input is missing. Install fillproof anew, or run `npm run build` in a clone.'
    throw new SourceVerificationError({ contract: name, problem })
  })
  return JSON.parse(text)
}
