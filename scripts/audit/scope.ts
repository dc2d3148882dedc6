import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The deployed contracts: those in `contracts` itself that are not abstract. */
export const deployable = globSync('contracts/*.sol', { cwd: root })
  .sort()
  .filter((file) => /^contract /m.test(read(file)))

/** The sources of the deployable contracts: the contracts and their own imports. */
export const scope = findSources(deployable)

/** The folders that `scope` omits. */
export const outside = new Set(
  globSync('contracts/*/**/*.sol', { cwd: root })
    .filter((file) => !scope.includes(file))
    .map((file) => file.split('/')[1] as string)
    .sort(),
)

function findSources(entries: string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, path = ''] of read(file).matchAll(/from "(\.[^"]+)"/g)) {
      visit(normalize(join(dirname(file), path)))
    }
  }
  entries.forEach(visit)
  return [...found].sort()
}

/** Counts the lines without comments and empty lines. */
export function countLines(file: string): number {
  const code = read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return code.split('\n').filter((line) => line.trim()).length
}

export type EntryPoint = { file: string; name: string; caller: string; marks: string[] }

/** Finds the functions that can change state, with their permitted callers. */
export function findEntryPoints(): EntryPoint[] {
  const files = scope.filter((file) => !file.includes('/interfaces/'))
  return files.flatMap((file) => {
    const functions = read(file).matchAll(/function (\w+)\([^)]*\)\s*((?:external|public)[^{;]*)\{/g)
    return [...functions].flatMap(([, name = '', rest = '']) => {
      if (/\b(view|pure)\b/.test(rest)) return []
      const role = /onlyRole\((\w+)\)/.exec(rest)?.[1]
      const others = name === 'revokeRole' ? "the role's administrator" : 'anyone'
      const caller = role ?? (rest.includes('initializer') ? 'anyone, once' : others)
      return [
        { file, name, caller, marks: ['payable', 'nonReentrant'].filter((word) => rest.includes(word)) },
      ]
    })
  })
}
