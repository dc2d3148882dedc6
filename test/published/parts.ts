export type Path = (string | number)[]

/** Every part of a value, the outer ones first. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const path = [...at, Array.isArray(value) ? Number(name) : name]
    return [path, ...pathsOf(part, path)]
  })
}

/** Writes a path like errors do, or with `[]` in place of an index. */
export function write(path: Path, hasIndexes = true): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${hasIndexes ? key : ''}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
}

type Parts = { readonly [key: string | number]: unknown }

/** Replaces a part; undefined removes it. */
export function put(root: unknown, path: Path, value: unknown): void {
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Parts | undefined)?.[key], root)
  const last = path.at(-1)!
  if (typeof holder !== 'object' || holder === null || !(last in holder)) return
  // A list has no holes in JSON.
  if (value === undefined && !Array.isArray(holder)) delete (holder as Record<string, unknown>)[last]
  else (holder as Record<string, unknown>)[last] = value === undefined ? null : structuredClone(value)
}
