// Where contracts keep what: the compiler's layout of their state, and of the ERC-7201 structs of all their bases.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const root = new URL('../../', import.meta.url)
const { compile } = require('solc') as {
  compile(input: string, callbacks: { import: (path: string) => { contents: string } }): string
}

type Slot = { label: string; slot: string; offset: number; type: string }
type Type = { label: string; members?: Slot[]; value?: string; base?: string }
type Layout = { storage: Slot[]; types: Record<string, Type> | null }
type Struct = { name: string; nodeType: string; documentation?: { text: string } }
type Contract = {
  id: number
  name: string
  nodeType: string
  linearizedBaseContracts: number[]
  nodes: Struct[]
}
type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  sources: Record<string, { ast: { nodes: Contract[] } }>
  contracts: Record<string, Record<string, { storageLayout: Layout }>>
}

/** The contents of a contract's first slots (the empty name) and of each of its ERC-7201 namespaces. */
export type StorageLayout = Record<string, string[]>

/** Reads the layouts of contracts of `contracts/`, without making code. */
export function readStorageLayouts(names: readonly string[]): Record<string, StorageLayout> {
  const imports = names.map((name) => `import "contracts/${name}.sol";`)
  const { sources, contracts } = analyze(imports.join('\n'))
  const places = Object.entries(sources).flatMap(([file, { ast }]) =>
    ast.nodes.filter(({ nodeType }) => nodeType === 'ContractDefinition').map((node) => ({ file, node })),
  )
  const byId = new Map(places.map((place) => [place.node.id, place]))
  const spaces = new Map(
    places.map(({ file, node }) => [
      node.id,
      node.nodes.flatMap(({ nodeType, name, documentation }) => {
        const namespace = /@custom:storage-location (\S+)/.exec(documentation?.text ?? '')?.[1]
        const isSpace = nodeType === 'StructDefinition' && namespace !== undefined
        return isSpace ? [{ namespace, file, type: `${node.name}.${name}` }] : []
      }),
    ]),
  )
  const structs = [...spaces.values()].flat()
  const layout = layoutOf(structs)
  return Object.fromEntries(
    names.map((name) => {
      const file = `contracts/${name}.sol`
      const own = contracts[file]![name]!.storageLayout
      const { node } = places.find((place) => place.file === file && place.node.name === name)!
      const used = node.linearizedBaseContracts.flatMap((id) => spaces.get(byId.get(id)!.node.id)!)
      const inherited = used.map(({ namespace, type }) => [namespace, layout[type]!] as const)
      return [name, { '': describe(own.storage, own), ...Object.fromEntries(inherited.sort()) }]
    }),
  )
}

/** The layout of each struct, from a contract that has them as its state. */
function layoutOf(structs: readonly { file: string; type: string }[]): Record<string, string[]> {
  const files = [...new Set(structs.map(({ file }) => file))]
  const state = structs.map(({ type }, index) => `${type} private s${index};`)
  const source = [...files.map((file) => `import "${file}";`), `contract State { ${state.join(' ')} }`]
  const layout = analyze(source.join('\n')).contracts['analyzed.sol']!.State!.storageLayout
  return Object.fromEntries(
    layout.storage.map((slot, index) => [
      structs[index]!.type,
      describe(layout.types![slot.type]!.members!, layout),
    ]),
  )
}

/** A line for each field: slot and byte, name, type; those of structs and of what mappings lead to after it. */
function describe(slots: readonly Slot[], layout: Layout, first = 0n, path = ''): string[] {
  return slots.flatMap(({ label, slot, offset, type }) => {
    const at = first + BigInt(slot)
    const name = `${path}${label}`
    return [`${at}:${offset} ${name}: ${layout.types![type]!.label}`, ...inside(type, layout, at, name)]
  })
}

function inside(type: string, layout: Layout, at: bigint, name: string): string[] {
  const { members, value, base } = layout.types![type]!
  if (members) return describe(members, layout, at, `${name}.`)
  const element = value ?? base
  return element === undefined ? [] : inside(element, layout, 0n, `${name}[]`)
}

function analyze(content: string): Output {
  const input = {
    language: 'Solidity',
    sources: { 'analyzed.sol': { content: `pragma solidity ^0.8.24;\n${content}` } },
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '': ['ast'], '*': ['storageLayout'] } } },
  }
  const output: Output = JSON.parse(compile(JSON.stringify(input), { import: readSource }))
  const failed = output.errors?.find(({ severity }) => severity === 'error')
  if (failed) throw new Error(failed.formattedMessage)
  return output
}

function readSource(path: string): { contents: string } {
  const file = path.startsWith('@') ? require.resolve(path) : new URL(path, root)
  return { contents: readFileSync(file, 'utf8') }
}
