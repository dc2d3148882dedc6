import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Hex, keccak256, stringToHex } from 'viem'
import { SourceVerificationError } from '../errors.js'

/** What a compiler has to be given to make a contract again. */
export type StandardInput = {
  /** Source and name, as explorers want it. */
  contract: string
  /** The compiler's whole version. */
  compiler: string
  settings: object
  /** The keccak256 of each source by its name; the package and its dependencies have the texts. */
  sources: Readonly<Record<string, Hex>>
}

const require = createRequire(import.meta.url)
const packageRoot = new URL('../../../', import.meta.url)

/**
 * Builds a contract's standard JSON input from the contracts that the package ships and from OpenZeppelin's.
 *
 * - Rule: each source is held to the hash that was recorded when the bytecode was made.
 *
 * @returns JSON, the same at each call.
 * @throws {@link SourceVerificationError} where a source is missing or another version is installed.
 */
export async function readStandardInput({ contract, settings, sources }: StandardInput): Promise<string> {
  const texts = await Promise.all(
    Object.entries(sources).map(async ([name, hash]) => {
      const content = await readSource(name).catch(() => undefined)
      if (content !== undefined && keccak256(stringToHex(content)) === hash)
        return [name, { content }] as const
      const problem = content === undefined ? 'is missing' : 'is not the one that was compiled'
      throw new SourceVerificationError({
        contract,
        problem: `the source ${name} ${problem}. Install fillproof anew, with the dependencies that it names.`,
      })
    }),
  )
  const [file = '', name = ''] = contract.split(':')
  return JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(texts),
    settings: {
      ...settings,
      outputSelection: { [file]: { [name]: ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  })
}

/** Names are `project/contracts/…` and `npm/<package>@<version>/…`. */
async function readSource(name: string): Promise<string> {
  const [, dependency, path] = /^npm\/((?:@[^/]+\/)?[^@/]+)@[^/]+\/(.*)$/.exec(name) ?? []
  const file = dependency
    ? require.resolve(`${dependency}/${path}`)
    : fileURLToPath(new URL(name.replace(/^project\//, ''), packageRoot))
  return readFile(file, 'utf8')
}
