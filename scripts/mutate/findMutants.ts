// Finds every possible change of the contracts in the compiler's syntax tree.
import { createHash } from 'node:crypto'
import { parse, readSource, type SourceFile } from './compile.js'
import { type Change, changesOf, type Operator } from './operators.js'
import { semantic } from './semantic.js'
import { type AstNode, child, children, placeOf, visit } from './tree.js'
import { yulChangesOf } from './yulOperators.js'

export type Mutant = {
  file: string
  line: number
  /** The function or other declaration around it. */
  scope: string
  operator: Operator
  /** Unique in its file, and stable while its source stays. */
  name: string
  /** It only removes a check, an effect or a guard. */
  isCheck: boolean
  /** The replaced bytes of the file, and their replacement. */
  start: number
  length: number
  replacement: string
}

export type Found = {
  mutants: Mutant[]
  /** A hash of each mutated file. */
  hashes: Record<string, string>
  /** The contracts that contain a file, by source and name. */
  contracts: Record<string, [source: string, name: string][]>
}

/** Finds the mutants of the sources at `paths`, in their order, and their contracts in these and in `others`. */
export function findMutants(paths: string[], others: string[]): Found {
  const trees = parse([...paths, ...others].map((path) => ({ path, content: readSource(path) })))
  return {
    mutants: paths.flatMap((path) => {
      const source = { path, content: readSource(path) }
      return [...mutantsOf(source, trees[path] as AstNode), ...semanticMutantsOf(source)]
    }),
    hashes: Object.fromEntries(paths.map((path) => [path, hashOf(readSource(path))])),
    contracts: findContracts(paths, trees),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Finds the mutants of one source in its tree. */
export function mutantsOf({ path: file, content }: SourceFile, tree: AstNode): Mutant[] {
  const bytes = Buffer.from(content)
  const source = (node: AstNode) => {
    const { start, length } = placeOf(node)
    return bytes.subarray(start, start + length).toString()
  }
  const found: { change: Change; scope: string }[] = []
  visit(tree, (node, around) => {
    const isYul = node.nodeType.startsWith('Yul')
    const changes = isYul ? yulChangesOf(node, around, source) : changesOf(node, around, source)
    for (const change of changes) found.push({ change, scope: scopeOf([...around, node]) })
  })
  found.sort((a, b) => a.change.place.start - b.change.place.start)

  const used = new Map<string, number>()
  return found.map(({ change, scope }) => {
    const { node, operator, what, place, replacement, isCheck = false } = change
    const plain = `${scope} | ${what}: ${shorten(source(node))}`
    const count = (used.get(plain) ?? 0) + 1
    used.set(plain, count)
    const name = count === 1 ? plain : `${plain} #${count}`
    const line = bytes.subarray(0, placeOf(node).start).toString().split('\n').length
    return { file, line, scope, operator, name, isCheck, ...place, replacement }
  })
}

/** The handwritten mutants of one source. */
export function semanticMutantsOf({ path: file, content }: SourceFile): Mutant[] {
  return (semantic[file] ?? []).map(([what, from, replacement]) => {
    const [before = '', ...rest] = content.split(from)
    if (rest.length !== 1) throw new Error(`${file}: '${what}' has ${rest.length} places, not one`)
    const line = before.split('\n').length
    const [start, length] = [Buffer.byteLength(before), Buffer.byteLength(from)]
    const name = `semantic | ${what}`
    return { file, line, scope: '', operator: 'semantic', name, isCheck: false, start, length, replacement }
  })
}

/** The innermost function, modifier or variable of the contract. */
function scopeOf(around: AstNode[]): string {
  const contract = around.findIndex(({ nodeType }) => nodeType === 'ContractDefinition')
  const member = around[contract + 1]
  if (contract < 0 || !member) return ''
  return String(member.name || member.kind || child(member, 'name')?.name || '')
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 97)}...` : line
}

function findContracts(
  paths: string[],
  trees: Record<string, AstNode>,
): Record<string, [source: string, name: string][]> {
  const importers = new Map<string, string[]>()
  const deployables = new Map<string, [string, string][]>()
  for (const [path, tree] of Object.entries(trees)) {
    for (const node of children(tree, 'nodes')) {
      if (node.nodeType === 'ImportDirective') {
        const imported = String(node.absolutePath)
        importers.set(imported, [...(importers.get(imported) ?? []), path])
      }
      if (node.nodeType === 'ContractDefinition' && node.contractKind === 'contract' && !node.abstract) {
        deployables.set(path, [...(deployables.get(path) ?? []), [path, String(node.name)]])
      }
    }
  }
  const closure = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen
    seen.add(path)
    for (const importer of importers.get(path) ?? []) closure(importer, seen)
    return seen
  }
  return Object.fromEntries(
    paths.map((path) => [path, [...closure(path)].flatMap((source) => deployables.get(source) ?? [])]),
  )
}
