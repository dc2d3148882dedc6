/**
 * Prints what an audit reads: the sources with their lines of code, the functions that can change state with their
 * callers, and the storage of each deployable contract.
 *
 * Run: `node --import tsx scripts/audit.ts`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The contracts that are deployed or that integrators inherit. */
const scope = globSync('contracts/**/*.sol', { cwd: root })
  .filter((file) => !/^contracts\/(mocks|testing|examples)\//.test(file))
  .sort()

console.log('Sources, with lines of code\n')
for (const file of scope) {
  const code = read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  console.log(`${code.split('\n').filter((line) => line.trim()).length}\t${file}`)
}

console.log('\nFunctions that can change state; grantRole, revokeRole and renounceRole come on top\n')
for (const file of scope.filter((path) => !path.includes('/interfaces/'))) {
  for (const [, name, rest = ''] of read(file).matchAll(
    /function (\w+)\([^)]*\)\s*((?:external|public)[^{;]*)\{/g,
  )) {
    if (/\b(view|pure)\b/.test(rest)) continue
    const caller =
      /onlyRole\((\w+)\)/.exec(rest)?.[1] ?? (rest.includes('initializer') ? 'anyone, once' : 'anyone')
    const marks = ['payable', 'nonReentrant'].filter((word) => rest.includes(word))
    console.log([`${file.replace('contracts/', '')} ${name}`, caller, ...marks].join(', '))
  }
}

// A test compares these with the compiler's.
const layouts: Record<string, Record<string, string[]>> = JSON.parse(
  read('test/vectors/storage-layouts.json'),
)
console.log('\nStorage, by namespace of ERC-7201')
for (const [contract, spaces] of Object.entries(layouts)) {
  console.log(`\n${contract}`)
  for (const [space, slots] of Object.entries(spaces)) {
    if (slots.length) console.log([space, ...slots].join('\n  '))
  }
}
