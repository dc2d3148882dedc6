import type { Json } from './makeQuote.js'

export type Place = readonly (string | number)[]

/** Lists the places of a value: all leaves and lists. */
export function listPlaces(value: Json, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.keys(value).flatMap((key) =>
    listPlaces(value[key], [...at, Array.isArray(value) ? Number(key) : key]),
  )
  return Array.isArray(value) ? [at, ...below] : below
}

/** Returns the pattern of a place: `steps[].items[].data.to` for `['steps', 0, 'items', 0, 'data', 'to']`. */
export function patternOf(place: Place): string {
  return pathOf(place).replace(/\[\d+\]/g, '[]')
}

export function pathOf(place: Place): string {
  return place
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
}

/** Formats a place as a JSON pointer (RFC 6901). */
function pointerOf(place: Place): string {
  return place.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function valueAt(value: Json, place: Place): Json {
  return place.reduce((at: Json, key) => at[key], value)
}

/** Returns a copy with another value at a place. Undefined removes the place. */
export function setAt(value: Json, place: Place, to: Json): Json {
  const copy = structuredClone(value)
  const parent = valueAt(copy, place.slice(0, -1))
  const key = place.at(-1)!
  if (to === undefined) delete parent[key]
  else parent[key] = to
  return copy
}

/** A change in the form of RFC 6902. */
export type Change = { op: 'replace' | 'remove' | 'add'; path: string; value?: Json }

/** Lists the changes from one value to another. */
export function diff(from: Json, to: Json, place: Place = []): Change[] {
  const path = pointerOf(place)
  const isRecord = (value: Json) => typeof value === 'object' && value !== null
  if (
    !isRecord(from) ||
    !isRecord(to) ||
    Array.isArray(from) !== Array.isArray(to) ||
    from.length !== to.length
  )
    return from === to ? [] : [{ op: 'replace', path, value: to }]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key): Change[] => {
    const at = [...place, key]
    if (!(key in to)) return [{ op: 'remove', path: pointerOf(at) }]
    if (!(key in from)) return [{ op: 'add', path: pointerOf(at), value: to[key] }]
    return diff(from[key], to[key], at)
  })
}
