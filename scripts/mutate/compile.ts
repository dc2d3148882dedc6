// The compiler from npm, without the optimizer: a mutant compiles in about a second.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const solc = require('solc')
const root = join(import.meta.dirname, '../..')

/** A source by its path from the root of the repository. */
export type SourceFile = { path: string; content: string }

export type Compiled = {
  /** Syntax trees by path. */
  trees: Record<string, unknown>
  /** Contracts by path and name. */
  contracts: Record<string, Record<string, CompiledContract>>
}

export type CompiledContract = {
  abi: unknown[]
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}

/** Compiles `files` and what they import. Throws the compiler's errors. */
export function compile(files: SourceFile[], what: 'ast' | 'code'): Compiled {
  const own = new Map(files.map(({ path, content }) => [path, content]))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map(({ path, content }) => [path, { content }])),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: false },
      outputSelection:
        what === 'ast'
          ? { '*': { '': ['ast'] } }
          : { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  }
  const read = (path: string) => {
    const file = path.startsWith('@') ? join(root, 'node_modules', path) : join(root, path)
    return { contents: own.get(path) ?? readFileSync(file, 'utf8') }
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
  const errors = (output.errors ?? []).filter((error: { severity: string }) => error.severity === 'error')
  if (errors.length) throw new Error(errors[0].formattedMessage)
  const trees = Object.fromEntries(
    Object.entries(output.sources as Record<string, { ast: unknown }>).map(([path, { ast }]) => [path, ast]),
  )
  return { trees, contracts: output.contracts }
}
