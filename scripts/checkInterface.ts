/**
 * Checks docs/interface.md. Every section of the specification must have a row. Every row must name existing modules,
 * and a test that passes and asserts. A test must run every item, and its title must have the item's number. Run:
 * `node --import tsx scripts/checkInterface.ts`; `--write` updates the table of items.
 *
 * The tests of a section are those under `describe('interface: <section>')` in the row's test file. Their titles end
 * with the numbers of their items, such as `[12, 16-21]`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as chai from 'chai'
import Mocha from 'mocha'
import { items } from './interface/items.js'

const tableHead = '| # | section | item | tests |\n| --- | --- | --- | --- |\n'

type Row = { section: string; modules: string[]; tests: string[] }
type Outcome = { file: string; section: string; title: string; failure?: string; assertions: number }

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/interface.md')
const sections = Object.keys(items)
const numbered = Object.entries(items)
  .flatMap(([section, list]) => list.map((item) => ({ section, item })))
  .map((entry, index) => ({ number: index + 1, ...entry }))
const rows = readRows()
const outcomes = await runTests([...new Set(rows.flatMap(({ tests }) => tests))].filter(exists))
const testsOf = listTests()
const failures = [
  ...checkSections(),
  ...rows.flatMap(checkRow),
  ...outcomes.flatMap(checkOutcome),
  ...numbered.flatMap(checkItem),
  ...checkTable(process.argv.includes('--write')),
]
for (const failure of failures) console.error(failure)
console.log(
  `${rows.length} sections, ${numbered.length} items, ${outcomes.length} tests, ${failures.length} failures`,
)
process.exit(failures.length ? 1 : 0)

function readRows(): Row[] {
  const [text = ''] = readFileSync(page, 'utf8').split(tableHead)
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| section '))
    .map((line) => {
      const [, section = '', modules = '', tests = ''] = line.split('|').map((cell) => cell.trim())
      return { section, modules: readPaths(modules), tests: readPaths(tests) }
    })
}

function readPaths(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
}

function exists(path: string): boolean {
  return existsSync(join(root, path))
}

function checkSections(): string[] {
  const described = rows.map(({ section }) => section)
  return [
    ...sections.filter((section) => !described.includes(section)).map((section) => `No row: ${section}`),
    ...described.filter((section) => !sections.includes(section)).map((section) => `No section: ${section}`),
    ...described
      .filter((section, index) => described.indexOf(section) !== index)
      .map((section) => `Two rows: ${section}`),
  ]
}

function checkRow({ section, modules, tests }: Row): string[] {
  const missing = [...modules, ...tests].filter((path) => !exists(path))
  const found = outcomes.filter((outcome) => outcome.section === section && tests.includes(outcome.file))
  return [
    ...missing.map((path) => `${section}: no file ${path}`),
    ...(modules.length ? [] : [`${section}: no module`]),
    ...(found.length ? [] : [`${section}: no test ran`]),
  ]
}

function checkOutcome({ section, title, failure, assertions }: Outcome): string[] {
  const name = `${section}: ${title}`
  return [
    ...(failure ? [`${name} fails: ${failure}`] : []),
    ...(assertions ? [] : [`${name} asserts nothing`]),
    ...(rows.some((row) => row.section === section) ? [] : [`${name} belongs to no row`]),
  ]
}

/** Reads the numbers in a title, such as `[12, 16-21]`. */
function readNumbers(title: string): number[] {
  const [, list = ''] = /\[([\d, -]+)\]$/.exec(title) ?? []
  return list.split(', ').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?]
    return first ? Array.from({ length: last! - first + 1 }, (_, index) => first + index) : []
  })
}

function listTests(): Map<number, Outcome[]> {
  const found = new Map<number, Outcome[]>()
  for (const outcome of outcomes) {
    for (const number of readNumbers(outcome.title))
      found.set(number, [...(found.get(number) ?? []), outcome])
  }
  return found
}

function checkItem({ number, section, item }: (typeof numbered)[number]): string[] {
  const tests = testsOf.get(number) ?? []
  return [
    ...(tests.length ? [] : [`${section}: no test of ${number}, ${item}`]),
    ...tests
      .filter((test) => test.section !== section)
      .map(
        ({ section: other, title }) => `${other}: ${title} is no test of ${number}, which is of ${section}`,
      ),
  ]
}

/** Checks the table of items, or writes it, from the tests that ran. */
function checkTable(isWriting: boolean): string[] {
  const text = readFileSync(page, 'utf8')
  const cell = (value: string) => value.replaceAll('|', '\\|')
  const lines = numbered.map(({ number, section, item }) => {
    const tests = (testsOf.get(number) ?? []).map(
      ({ file, title }) =>
        `[${file.replace(/.*\/|\.test\.ts$/g, '')}](../${file}): ${cell(title.replace(/ \[[^[]*\]$/, ''))}`,
    )
    return `| ${number} | ${cell(section)} | ${cell(item)} | ${[...new Set(tests)].join('<br>')} |`
  })
  const written = `${text.split(tableHead)[0]}${tableHead}${lines.join('\n')}\n`
  if (isWriting) writeFileSync(page, written)
  else if (text !== written) return ['The table of items is not what the tests say: run with --write.']
  return []
}

async function runTests(files: string[]): Promise<Outcome[]> {
  let assertions = 0
  const { assert } = chai.Assertion.prototype
  chai.Assertion.prototype.assert = function (...parameters) {
    assertions++
    return assert.apply(this, parameters)
  }
  const found: Outcome[] = []
  const mocha = new Mocha({ timeout: 60_000, reporter: class {} as never })
  for (const file of files) {
    const path = join(root, file)
    mocha.suite.emit('pre-require', globalThis, path, mocha)
    // Import here: mocha's own loader could load a second copy of chai.
    await import(path)
  }
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve())
    runner.on('test', () => {
      assertions = 0
    })
    const record = (test: Mocha.Test, failure?: string) => {
      const titles = test.titlePath()
      const suite = titles.findIndex((title) => title.startsWith('interface: '))
      const file = files.find((path) => test.file === join(root, path)) ?? ''
      const section = titles[suite]?.replace(/^interface: /, '') ?? ''
      found.push({
        file,
        section,
        title: titles.slice(suite + 1).join(' '),
        assertions,
        ...(failure !== undefined && { failure }),
      })
    }
    runner.on('pass', (test) => record(test))
    runner.on('fail', (test, error) => record(test as Mocha.Test, error.message))
    runner.on('pending', (test) => record(test, 'it is skipped'))
  })
  return found
}
