// The texts that scripts/audit.ts writes into AUDIT.md and docs/assurance.md.
import { basename } from 'node:path'
import { deciding, decidingSigned } from '../prove/layers.js'
import type { Invariant } from './invariants/types.js'
import { findKeeper, findProperty, invariants } from './invariants.js'
import { countLines, deployable, findEntryPoints, outside, scope } from './scope.js'
import { findSetters } from './terms.js'
import { findTestFiles } from './testTitles.js'

type Section = { page: string; describe: () => string }

/** The sections by the name of their marks. */
export const sections: Record<string, Section> = {
  scope: { page: 'AUDIT.md', describe: describeScope },
  entries: { page: 'AUDIT.md', describe: describeEntries },
  terms: { page: 'AUDIT.md', describe: describeTerms },
  invariants: { page: 'AUDIT.md', describe: describeInvariants },
  models: { page: 'docs/assurance.md', describe: describeModels },
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

const code = (text: string) => `\`${text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')}\``
const link = (file: string) => `[${file.replace(/^contracts\//, '')}](${file})`

function describeScope(): string {
  const rows = scope.map((file) => [link(file), `${countLines(file)}`])
  const total = scope.map(countLines).reduce((sum, lines) => sum + lines, 0)
  const names = deployable.map((file) => code(file.replace(/^contracts\/|\.sol$/g, '')))
  const folders = [...outside].map((folder) => code(`contracts/${folder}`))
  return `These are deployed: ${names.join(', ')}.

With all that they import from here they are ${scope.length} files and ${total} lines of code, without comments and empty lines.
Out of scope is the rest: ${folders.join(', ')}.

${table(['file', 'lines'], rows)}`
}

function describeEntries(): string {
  const rows = findEntryPoints().map(({ file, name, caller, marks }) => [
    link(file),
    code(name),
    /^[A-Z_]+$/.test(caller) ? code(caller) : caller,
    marks.map(code).join(', '),
  ])
  return table(['file', 'function', 'caller', ''], rows)
}

function describeTerms(): string {
  const rows = [...findSetters()].map(([field, setters]) => [
    code(field),
    setters.map(({ file, name }) => `[${code(`${basename(file, '.sol')}.${name}`)}](${file})`).join(', '),
  ])
  return table(['field', 'set by'], rows)
}

function describeInvariants(): string {
  return table(
    ['', 'invariant', 'changed by the mutant', 'mutant', 'proof', 'tests'],
    invariants.map(describeInvariant),
  )
}

function describeInvariant(invariant: Invariant): string[] {
  const { id, says, proof, tests } = invariant
  const { file, from, to } = findProperty(invariant).mutant
  for (const title of tests) {
    if (!findTestFiles(title).length) throw new Error(`${id}: no test has the title: ${title}`)
  }
  const keeper = `[${code(findKeeper(invariant))}](${file})`
  const mutant = to.trim() ? `${code(from)} becomes ${code(to)}` : `without ${code(from)}`
  return [id, says, keeper, mutant, code(proof), tests.map(code).join(', ')]
}

/** Describes the models. Imports are omitted, because they replace nothing. */
function describeModels(): string {
  const layers = [deciding, decidingSigned]
  const models = layers.flatMap(({ name, models = [] }) => models.map((model) => ({ name, ...model })))
  const rows = models
    .filter(({ from }) => !from.startsWith('import '))
    .map(({ name, file, from, to }) => [
      `*${name}*`,
      `[${file.replace(/^.*\/|\.sol$/g, '')}](../${file})`,
      code(from),
      to ? code(to) : 'nothing',
    ])
  return table(['layer', 'file', 'shipped', 'in its place'], rows)
}
