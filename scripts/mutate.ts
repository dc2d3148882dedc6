/**
 * Makes mistakes in the contracts, one at a time, and prints the test that detects each one.
 *
 * Run: `node --import tsx scripts/mutate.ts`, after `npm run build`. `--only TEXT` selects mutants whose file or name
 * contains the text. `--list` prints them and runs nothing.
 *
 * - It deletes each check once, makes the edits of `scripts/mutate/mutants`, and breaks each invariant of AUDIT.md. The
 *   checkout does not change.
 * - A mutant runs its TypeScript tests first. If none of them detects it, it runs its Solidity tests. The detecting
 *   test runs again before it counts.
 * - Exit status 1 if an edit no longer applies, a mutant without a reason survives, or a mutant with a reason is
 *   detected. Also if the second run differs from the first.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Invariant } from './audit/invariants/types.js'
import { findProperty, invariants } from './audit/invariants.js'
import { findTestFiles } from './audit/testTitles.js'
import { deleteChecks } from './mutate/deleteChecks.js'
import { mutants } from './mutate/mutants/index.js'
import { runTests } from './mutate/runTests.js'
import type { Mutant, Mutants } from './mutate/types.js'

const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } })
const root = join(import.meta.dirname, '..')

let failed = 0
/** Prints a problem. */
function fail(line: string): void {
  failed++
  console.log(line)
}

// Make the edits of all files first, because they take no time.
const all = [...mutants.flatMap(makeMutants), ...invariants.map(breakInvariant)]
const selected = all.filter(({ title }) => title.includes(values.only ?? ''))
if (selected.length === 0) fail(`no mutant has ${values.only}`)

if (values.list) for (const { title } of selected) console.log(title)
else if (!failed) await runAll()
process.exit(failed ? 1 : 0)

function makeMutants({ file, tests, edits = {}, equivalent = {} }: Mutants): Mutant[] {
  const contract = file.replace(/^contracts\/|\.sol$/g, '')
  for (const path of [file, ...tests]) {
    if (!existsSync(join(root, path))) fail(`DOES NOT APPLY ${contract}: there is no ${path}`)
  }
  const source = readFileSync(join(root, file), 'utf8')
  const made = deleteChecks(source)
  for (const [name, [find, replace]] of Object.entries(edits)) {
    const parts = source.split(toPattern(find))
    if (parts.length !== 2)
      fail(`DOES NOT APPLY ${contract}: ${name}: ${parts.length - 1} places have ${find}`)
    made.push({ name, source: parts.join(replace) })
  }
  for (const name of Object.keys(equivalent)) {
    if (!made.some((mutant) => mutant.name === name)) fail(`DOES NOT APPLY ${contract}: no mutant is ${name}`)
  }
  return made.map((mutant) => ({
    title: `${contract}: ${mutant.name}`,
    file,
    source: mutant.source,
    tests,
    equivalent: equivalent[mutant.name],
  }))
}

/** Returns the mutant for which the prover finds a counterexample. The test in AUDIT.md must detect it. */
function breakInvariant(invariant: Invariant): Mutant {
  const { file, from, to } = findProperty(invariant).mutant
  const [by] = invariant.tests
  const source = readFileSync(join(root, file), 'utf8').split(from).join(to)
  const title = `invariant ${invariant.id}: ${invariant.says}`
  // A Solidity test has no title by which it runs alone: its file must detect the mutant.
  return { title, file, source, tests: findTestFiles(by), by: by.startsWith('test_') ? undefined : by }
}

/** Matches any white space with any other, also next to parentheses. */
function toPattern(text: string): RegExp {
  const words = text.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(words.join('\\s+').replaceAll('\\(', '\\(\\s*').replaceAll('\\)', '\\s*\\)'))
}

async function runAll(): Promise<void> {
  const started = Date.now()
  const folders = [makeCopy(), makeCopy()]
  try {
    const tests = [...new Set(selected.flatMap((mutant) => mutant.tests))]
    const first = await runTests(folders[0] as string, '', tests)
    if (first.by || first.broken)
      return fail(`fails without a mutant: ${first.by ?? ''} ${first.error ?? first.broken}`)
    const queue = [...selected]
    await Promise.all(
      folders.map(async (folder) => {
        for (let mutant = queue.shift(); mutant; mutant = queue.shift()) await runMutant(folder, mutant)
      }),
    )
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${selected.length} mutants, ${failed} to look at; ${seconds} s`)
}

/** Copies everything that the tests read. */
function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fillproof-mutate-'))
  for (const name of [
    'contracts',
    'src',
    'test',
    'scripts',
    'bench',
    'vectors',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  cpSync(join(root, 'hardhat.config.ts'), join(folder, 'hardhat.config.ts'))
  for (const name of ['artifacts', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  return folder
}

async function runMutant(folder: string, mutant: Mutant): Promise<void> {
  const path = join(folder, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, mutant.source)
  const run = (only?: string) => runTests(folder, mutant.file, mutant.tests, only)
  const { by, error, broken } = await run(mutant.by)
  // Run the test again: a test that fails for another reason must not count.
  const again = by === undefined ? {} : await run(by)
  writeFileSync(path, source)
  const { title } = mutant
  if (by !== again.by)
    fail(`UNSTABLE ${title}: ${by} failed (${error}), then ${again.by ?? again.broken ?? 'no test'}`)
  else if (broken) fail(`DOES NOT COMPILE ${title}: ${broken}`)
  else if (by && mutant.equivalent) fail(`KILLED, though ${mutant.equivalent}: ${title} | ${by}`)
  else if (by) console.log(`killed ${title} | ${by} | ${error}`)
  else if (mutant.equivalent) console.log(`survived ${title} | ${mutant.equivalent}`)
  else fail(`SURVIVED ${title}`)
}
