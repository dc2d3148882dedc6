// The compiler from npm, without the optimizer: a mutant compiles in about a second.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const solc = require('solc')
const root = join(import.meta.dirname, '../..')

/** A source by its path from the root of the repository. */
export type SourceFile = { path: string; content: string }

/** Contracts by path and name. */
export type Compiled = Record<
  string,
  Record<string, { evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
>

/** Reads the syntax trees of `files`, by path. Throws the compiler's errors. */
export function parse(files: SourceFile[]): Record<string, unknown> {
  const { sources } = run(files, { '*': { '': ['ast'] } })
  return Object.fromEntries(Object.entries(sources).map(([path, { ast }]) => [path, ast]))
}

/** Compiles the contracts that `files` are named after, and `others`. Throws the compiler's errors. */
export function compile(files: SourceFile[], others: string[]): Compiled {
  const wanted = ['evm.bytecode.object', 'evm.deployedBytecode.object']
  const selection = [...files.map(({ path }) => path), ...others].map((path) => [path, { '*': wanted }])
  return run(files, Object.fromEntries(selection)).contracts
}

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  sources: Record<string, { ast: unknown }>
  contracts: Compiled
}

function run(files: SourceFile[], outputSelection: Record<string, Record<string, string[]>>): Output {
  const own = new Map(files.map(({ path, content }) => [path, content]))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map(({ path, content }) => [path, { content }])),
    settings: { evmVersion: 'cancun', optimizer: { enabled: false }, outputSelection },
  }
  const read = (path: string) => {
    const file = path.startsWith('@') ? join(root, 'node_modules', path) : join(root, path)
    return { contents: own.get(path) ?? readFileSync(file, 'utf8') }
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
  const error = output.errors?.find(({ severity }) => severity === 'error')
  if (error) throw new Error(error.formattedMessage)
  return output
}
