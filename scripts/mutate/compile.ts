// The compiler from npm. Without the optimizer a contract compiles in about a second.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AstNode } from './tree.js'

const require = createRequire(import.meta.url)
const solc = require('solc')
const root = join(import.meta.dirname, '../..')

/** A source by its path from the root of the repository. */
export type SourceFile = { path: string; content: string }

/** Creation code and runtime code. */
export type Code = { bytecode: string; deployedBytecode: string }

/** Kept from the first read, so that a long run sees one state. */
const contents = new Map<string, string>()

/** Returns the source at `path`, a file of the repository or of a package. */
export function readSource(path: string): string {
  const known = contents.get(path)
  if (known !== undefined) return known
  const content = readFileSync(join(root, path.startsWith('contracts/') ? '' : 'node_modules', path), 'utf8')
  contents.set(path, content)
  return content
}

/** Reads the syntax trees of `files`, by path. Throws the compiler's errors. */
export function parse(files: SourceFile[]): Record<string, AstNode> {
  const { sources } = run(files, {}, { '*': { '': ['ast'] } })
  return Object.fromEntries(Object.entries(sources).map(([path, { ast }]) => [path, ast]))
}

/** Compiles one contract, with `changed` in place of the source of its path. Throws the compiler's errors. */
export function compile(
  source: string,
  name: string,
  { changed, optimizer = { enabled: false } }: { changed?: SourceFile; optimizer?: object } = {},
): Code {
  const wanted = ['evm.bytecode.object', 'evm.deployedBytecode.object']
  const files = [{ path: source, content: readSource(source) }].filter(({ path }) => path !== changed?.path)
  if (changed) files.push(changed)
  // Without metadata, code differs only where its behavior does.
  const settings = { optimizer, metadata: { appendCBOR: false } }
  const evm = run(files, settings, { [source]: { [name]: wanted } }).contracts[source]?.[name]?.evm
  if (!evm) throw new Error(`${source} has no contract ${name}`)
  return { bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` }
}

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  sources: Record<string, { ast: AstNode }>
  contracts: Record<
    string,
    Record<string, { evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
  >
}

function run(files: SourceFile[], settings: object, outputSelection: object): Output {
  const own = new Map(files.map(({ path, content }) => [path, content]))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map(({ path, content }) => [path, { content }])),
    settings: { evmVersion: 'cancun', ...settings, outputSelection },
  }
  const read = (path: string) => ({ contents: own.get(path) ?? readSource(path) })
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
  const error = output.errors?.find(({ severity }) => severity === 'error')
  if (error) throw new Error(error.formattedMessage)
  return output
}
