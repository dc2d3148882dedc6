import { toList, toRecord, toText } from '../../base/values.js'
import { follow } from './readDocument.js'

type Field = {
  /** The JSON types that the field may have, without null. Empty if the schema names none. */
  types: Set<string>
  /** Whether the field may have fields that the schema does not name. */
  isOpen: boolean
}

export type Fields = {
  /** Fields by path, such as `steps[].items[].data`. The whole value is at the empty path. */
  fields: ReadonlyMap<string, Field>
  /** The names of the fields that the whole value must have. */
  required: ReadonlySet<string>
}

const deepest = 24

/** Reads the fields of a JSON Schema, including those of its alternatives. @param document - Resolves the schema's references. */
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

/** Whether a schema allows any value, or an object or a list without naming its fields. */
function mayHaveFields(node: Record<string, unknown>): boolean {
  const types = typesOf(node)
  return types.length === 0
    ? node.type !== 'null'
    : types.some((type) => type === 'object' || type === 'array')
}
