import type { Field } from '../base/listFields.js'
import { type Faults, quoteFault } from './differences.js'

export type Types = Readonly<Record<string, readonly Field[]>>

/**
 * Finds types that differ from the required ones, in a name, a type or the order of the fields. Ignores `EIP712Domain`, which a
 * wallet adds.
 */
export function* findOtherTypes(path: string, found: Types, required: Types): Faults {
  const { EIP712Domain: _domain, ...types } = found
  yield* findOtherList(path, Object.keys(types).sort(), Object.keys(required).sort())
  const write = (list: readonly Field[] = []) => list.map(({ name, type }) => `${type} ${name}`)
  for (const [name, fields] of Object.entries(required)) {
    yield* findOtherList(`${path}.${name}`, write(types[name]), write(fields))
  }
}

/** Compares lists, not joined text, since a service's text may contain any separator. */
function* findOtherList(path: string, found: readonly string[], required: readonly string[]): Faults {
  const matches = found.length === required.length && found.every((text, index) => text === required[index])
  if (!matches) yield quoteFault(path, found.join(', '), required.join(', '))
}
