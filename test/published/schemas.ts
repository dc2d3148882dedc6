import { readFileSync } from 'node:fs'
import { corrections } from './corrections.js'
import type { Node, ObjectNode } from './node.js'

type Schemas = { source: string; answers: Record<string, Node>; parts: Record<string, ObjectNode> }

export const published: Schemas = JSON.parse(readFileSync(new URL('schemas.json', import.meta.url), 'utf8'))

/** The published schema of an operation's answer, with the corrections of it. */
export function answerNode(operation: string): Node {
  const node = published.answers[operation]
  if (node === undefined) throw new Error(`No ${operation} in the published types.`)
  return corrections
    .filter((correction) => correction.operation === operation)
    .reduce((corrected, { path, add }) => extend(corrected, path ? path.split('.') : [], add), node)
}

/** The object of a node, with the name of its part followed. */
export function resolve(node: Node): Node {
  return typeof node === 'object' && 'part' in node ? published.parts[node.part]! : node
}

function extend(node: Node, path: readonly string[], add: Record<string, Node>): Node {
  const found = resolve(node)
  if (typeof found === 'string') throw new Error(`No object at ${path.join('.')}`)
  if ('array' in found) return { array: extend(found.array, path, add) }
  if ('union' in found) {
    return { union: found.union.map((each) => (isObject(each) ? extend(each, path, add) : each)) }
  }
  if (!('object' in found)) throw new Error(`No object at ${path.join('.')}`)
  const [name, ...rest] = path
  if (name === undefined) return { ...found, object: { ...found.object, ...add } }
  const key = [name, `${name}?`].find((candidate) => candidate in found.object)!
  return { ...found, object: { ...found.object, [key]: extend(found.object[key]!, rest, add) } }
}

function isObject(node: Node): boolean {
  const found = resolve(node)
  return typeof found === 'object' && ('object' in found || 'array' in found)
}
