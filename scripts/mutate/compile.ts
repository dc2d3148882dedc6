// Compiles one contract at a time, with the compiler from npm and without the optimizer, in about a second.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { posix } from 'node:path'

type Code = Record<'bytecode' | 'deployedBytecode', string>
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<
    string,
    Record<string, { evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
  >
}

const solc = createRequire(import.meta.url)('solc')
const isOwn = (path: string) => path.startsWith('contracts/')
const read = (path: string) => readFileSync(isOwn(path) ? path : `node_modules/${path}`, 'utf8')

/** Whether `source` imports `file`, or is it. */
export function contains(source: string, file: string, seen = new Set<string>()): boolean {
  if (source === file) return true
  if (!isOwn(source) || seen.has(source)) return false
  seen.add(source)
  const imports = [...read(source).matchAll(/^import [^;]*"(\.[^"]+)";/gm)]
  return imports.some(([, path = '']) => contains(posix.join(posix.dirname(source), path), file, seen))
}

const compiled = new Map<string, Code>()

/** Compiles a contract. Throws the compiler's first error. */
export function compile(source: string, name: string): Code {
  const key = `${source}:${name}`
  const code = compiled.get(key) ?? compileOnce(source, name)
  compiled.set(key, code)
  return code
}

function compileOnce(source: string, name: string): Code {
  const wanted = ['evm.bytecode.object', 'evm.deployedBytecode.object']
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: read(source) } },
    settings: { evmVersion: 'cancun', outputSelection: { [source]: { [name]: wanted } } },
  }
  const output: Output = JSON.parse(
    solc.compile(JSON.stringify(input), { import: (path: string) => ({ contents: read(path) }) }),
  )
  const error = output.errors?.find(({ severity }) => severity === 'error')
  if (error) throw new Error(error.formattedMessage)
  const evm = output.contracts[source]?.[name]?.evm
  if (!evm) throw new Error(`${source} has no contract ${name}`)
  return { bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` }
}
