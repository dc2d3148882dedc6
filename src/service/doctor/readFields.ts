import { toList, toRecord, toText } from '../../base/values.js'
import { follow } from './readDocument.js'

type Field = {
  /** JSON types that it may have, without null. None where the schema does not say. */
  types: Set<string>
  /** Whether it may have fields that the schema does not name. */
  isOpen: boolean
}

export type Fields = {
  /** By path, such as `steps[].items[].data`; the whole value is at the empty path. */
  fields: ReadonlyMap<string, Field>
  /** The names that the whole value must have. */
  required: ReadonlySet<string>
}

const deepest = 24

/** Reads the fields of a JSON Schema, each alternative's included. @param document - Has what the schema refers to. */
export function readFields(schema: unknown, document: unknown = schema): Fields {
  const fields = new Map<string, Field>()
  const required = new Set<string>()
  walk(schema, '', 0)
  return { fields, required }

  function walk(value: unknown, path: string, depth: number): void {
    const node = toRecord(follow(document, value)) ?? {}
    const field = fields.get(path) ?? { types: new Set(), isOpen: false }
    fields.set(path, field)
    for (const type of typesOf(node)) field.types.add(type)
    const parts = [...toList(node.allOf), ...toList(node.anyOf), ...toList(node.oneOf)]
    const properties = Object.entries(toRecord(node.properties) ?? {})
    const isNamed = properties.length > 0 || node.items !== undefined
    const saysNothing = !isNamed && parts.length === 0 && mayHaveFields(node)
    if (depth >= deepest || saysNothing || node.additionalProperties === true) field.isOpen = true
    if (depth >= deepest) return
    if (path === '') for (const name of toList(node.required)) required.add(String(name))
    for (const part of parts) walk(part, path, depth + 1)
    for (const [name, child] of properties) walk(child, path === '' ? name : `${path}.${name}`, depth + 1)
    if (node.items !== undefined) walk(node.items, `${path}[]`, depth + 1)
  }
}

function typesOf({ type, enum: words, const: word }: Record<string, unknown>): string[] {
  const named = [type, ...toList(type)].flatMap((value) => toText(value) ?? [])
  const values = [...toList(words), ...(word === undefined ? [] : [word])].map((value) => typeof value)
  const types = named.length > 0 ? named : values
  return types.map((name) => (name === 'integer' ? 'number' : name)).filter((name) => name !== 'null')
}

/** An object or a list of which nothing is said, or anything at all. */
function mayHaveFields(node: Record<string, unknown>): boolean {
  const types = typesOf(node)
  return types.length === 0
    ? node.type !== 'null'
    : types.some((type) => type === 'object' || type === 'array')
}
