import { basename } from 'node:path'
import { read, scope } from './scope.js'

/** A function that sets a field of `Terms`. */
export type Setter = { file: string; name: string }

/** Returns the fields of `Terms`, each with the functions that set it. */
export function findSetters(): Map<string, Setter[]> {
  const [, body = ''] = /struct Terms \{(.*?)\n\}/s.exec(read('contracts/types/Terms.sol')) ?? []
  const fields = [...body.matchAll(/^ {4}\w+ (\w+);/gm)].map(([, field = '']) => field)
  const found = new Map<string, Setter[]>(fields.map((field) => [field, []]))
  for (const file of scope) {
    for (const { name, code } of readFunctions(file)) {
      for (const field of findAssigned(code)) {
        const setters = found.get(field)
        if (!setters) throw new Error(`${basename(file)}: ${name} sets ${field}, which Terms does not have`)
        setters.push({ file, name })
      }
    }
  }
  return found
}

function readFunctions(file: string): { name: string; code: string }[] {
  const code = read(file).replaceAll(/\/\/.*$/gm, '')
  return code
    .split(/\bfunction (?=\w)/)
    .slice(1)
    .map((text) => ({ name: /^\w+/.exec(text)?.[0] as string, code: text }))
}

/** Finds the left sides of assignments, also in a tuple. */
function findAssigned(code: string): Set<string> {
  const sides = code
    .split(/[;{}]/)
    .flatMap((statement) => /^([^=]|==)*?(?<![=!<>])(?==[^=])/.exec(statement)?.[0] ?? [])
  return new Set(
    sides.flatMap((side) =>
      [...side.replaceAll(/\[.*?\]/g, '').matchAll(/\bterms\.(\w+)/g)].map(([, field = '']) => field),
    ),
  )
}
