import { toList, toRecord, toText } from '../../base/values.js'
import { follow } from './readDocument.js'
import { type DoctorRow, sameRow } from './rows.js'

type Schemas = {
  /** The method and path, such as `POST /quote/v2`. */
  operation: string
  part: 'request' | 'answer'
  /** The JSON Schema of what fillproof sends or reads. */
  known: unknown
  /** The JSON Schema that the service documents. */
  found: unknown
  /** The service's whole document, which resolves the schema's references. */
  document: unknown
}

/**
 * Compares the fields of a request or an answer that fillproof knows with the fields that the service documents.
 *
 * - If only one side has a field, the fields inside it are not reported. If one side allows any fields in a value, the fields
 *   that only the other side names there are not reported either.
 */
export function compareFields({ operation, part, known, found, document }: Schemas): DoctorRow[] {
  const [own, theirs] = [readFields(known), readFields(found, document)]
  const subjectOf = (path: string) => `${operation} ${part}: ${path}`
  const both = [...own.fields.keys()].filter((path) => path !== '' && theirs.fields.has(path))
  const changedPaths = new Set<string>()
  const changed = both.flatMap((path): DoctorRow[] => {
    const [before, now] = [own, theirs].map(({ fields }) => [...fields.get(path)!.types]) as [
      string[],
      string[],
    ]
    const isNeeded = part === 'request' && theirs.required.has(path) && !own.required.has(path)
    if (isNeeded) {
      const row = {
        status: 'changed',
        subject: subjectOf(path),
        known: 'optional',
        found: 'required',
      } as const
      return [{ ...row, meaning: meanings.required }]
    }
    if (before.length === 0 || now.length === 0 || before.some((type) => now.includes(type))) return []
    changedPaths.add(path)
    const row = { status: 'changed', subject: subjectOf(path), known: before.join(' or ') } as const
    return [{ ...row, found: now.join(' or '), meaning: meanings[part].changed }]
  })
  const isCompared = (path: string, other: Fields) => {
    const parent = other.fields.get(parentOf(path))
    return parent !== undefined && !parent.isOpen && !changedPaths.has(parentOf(path))
  }
  const fresh = [...theirs.fields.keys()].filter((path) => !own.fields.has(path) && isCompared(path, own))
  const lost = [...own.fields.keys()].filter((path) => !theirs.fields.has(path) && isCompared(path, theirs))
  return [
    ...sameRow(`${operation} ${part}`, both.length - changed.length, 'field'),
    ...changed,
    ...fresh.map((path): DoctorRow => {
      const isNeeded = part === 'request' && theirs.required.has(path)
      const meaning = isNeeded ? meanings.required : meanings[part].new
      return { status: 'new', subject: subjectOf(path), found: isNeeded ? 'required' : 'documented', meaning }
    }),
    ...lost.map((path): DoctorRow => {
      return { status: 'gone', subject: subjectOf(path), known: 'in use', meaning: meanings[part].gone }
    }),
  ]
}

function parentOf(path: string): string {
  return path.replace(/(\[\]|\.?[^.[\]]+)$/, '')
}

const meanings = {
  required: 'The service refuses a request without this field, so set it.',
  request: {
    new: 'You can set this field: the client sends unknown fields unchanged.',
    changed: 'The service may refuse the form in which fillproof sends this field.',
    gone: 'The service no longer documents this field, and may ignore or refuse it.',
  },
  answer: {
    new: 'The client keeps this field in the answer. No check reads it.',
    changed: 'An answer in the new form may be refused as malformed.',
    gone: 'The service no longer documents this field: do not rely on it.',
  },
}

type Field = {
  /** The JSON types that the field may have, without null. Empty if the schema names none. */
  types: Set<string>
  /** Whether the field may have fields that the schema does not name. */
  isOpen: boolean
}

type Fields = {
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
