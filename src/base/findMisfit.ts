import { toRecord } from './values.js'

/**
 * The form of a value: a requirement with a test for it, an object with the forms of some fields, or a list with the form of its
 * entries. An object may have other fields.
 */
export type Form =
  | { must: string; holds: (value: unknown) => boolean }
  | { fields: Readonly<Record<string, Form>> }
  | { list: Form }

/** A place where a value differs from its form. */
export type Misfit = { path: string; found: unknown; required: string }

/** Finds where a value first differs from its form. */
export function findMisfit(form: Form, found: unknown, path = ''): Misfit | undefined {
  if ('must' in form) return form.holds(found) ? undefined : { path, found, required: form.must }
  if ('list' in form) {
    if (!Array.isArray(found)) return { path, found, required: 'an array' }
    return first(found.keys(), (index) => findMisfit(form.list, found[index], `${path}[${index}]`))
  }
  const record = toRecord(found)
  if (!record) return { path, found, required: 'an object' }
  return first(Object.entries(form.fields), ([name, field]) =>
    findMisfit(field, record[name], path ? `${path}.${name}` : name),
  )
}

function first<item>(items: Iterable<item>, find: (item: item) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const misfit = find(item)
    if (misfit) return misfit
  }
  return undefined
}

export const isString: Form = { must: 'a string', holds: (value) => typeof value === 'string' }
