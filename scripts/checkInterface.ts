/**
 * Checks docs/interface.md: every section of the specification has a row, and every row names existing modules and a test
 * that passes and asserts. Run: `node --import tsx scripts/checkInterface.ts`.
 *
 * The tests of a section are those under `describe('interface: <section>')` in the row's test file.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as chai from 'chai'
import Mocha from 'mocha'
import { sections } from './interface/sections.js'

type Row = { section: string; modules: string[]; tests: string[] }
type Outcome = { file: string; section: string; title: string; failure?: string; assertions: number }

const root = join(import.meta.dirname, '..')
const rows = readRows()
const outcomes = await runTests([...new Set(rows.flatMap(({ tests }) => tests))].filter(exists))
const failures = [...checkSections(), ...rows.flatMap(checkRow), ...outcomes.flatMap(checkOutcome)]
for (const failure of failures) console.error(failure)
console.log(`${rows.length} sections, ${outcomes.length} tests, ${failures.length} failures`)
process.exit(failures.length ? 1 : 0)

function readRows(): Row[] {
  const text = readFileSync(join(root, 'docs/interface.md'), 'utf8')
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
    // Imported here and not by mocha, whose own loader could bring a second copy of chai.
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
