import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './equivalent.js'
import type { Mutant } from './findMutants.js'
import type { Outcome } from './worker.js'
import { readTypescript } from './writeTypescript.js'

/** What is known of a mutant, whose source has not changed since. `by` is the title of the test that killed it. */
export type Row = { mutant: Mutant; outcome?: Outcome; by?: string }

/** Counts the outcomes. The percentage leaves out mutants with the same bytecode and those that do not compile. */
export function count(rows: Row[]) {
  const number = (...outcomes: Outcome[]) =>
    rows.filter(({ outcome }) => outcome && outcomes.includes(outcome)).length
  const killed = number('killed', 'timed out')
  const survived = number('survived')
  return {
    killed,
    survived,
    same: number('same bytecode'),
    refused: number('does not compile'),
    percent: killed + survived ? (100 * killed) / (killed + survived) : 100,
  }
}

/** Writes docs/mutation.md, save the section on TypeScript. */
export function writeReport(rows: Row[]): void {
  const mistakes = rows.filter(({ mutant }) => mutant.operator === 'semantic')
  const changes = rows.filter(({ mutant }) => mutant.operator !== 'semantic')
  const known = changes.filter(({ outcome }) => outcome)
  const files = [...new Set(known.map(({ mutant }) => mutant.file))]
  const of = (file: string) => known.filter(({ mutant }) => mutant.file === file)
  const survivors = files.flatMap((file) => {
    const list = of(file).filter(({ outcome }) => outcome === 'survived')
    const lines = list.map(({ mutant }) => {
      return `- ${quote(mutant.name)} (${mutant.operator}): ${reasonOf(mutant) ?? '**no reason is known**'}`
    })
    return lines.length ? [`### ${file}`, '', ...lines, ''] : []
  })
  const text = `# Mutation tests

\`npm run mutate\` changes the contracts, one change at a time, and runs the contract tests against each. A mutant is
*killed* when a test fails or its time runs out. It is left out of the score when it does not compile, or when the
optimizer makes the same bytecode of it. This file is generated.

## Mistakes that a person makes

One part swapped with another, hashed twice or left out; effects after calls; a wrong mapping, role, chain or account:
${scoreOf(mistakes)} Run: \`npm run mutate -- --only semantic\`.

${table(
  ['contract', 'mistake', 'noticed by'],
  mistakes.map(({ mutant, outcome, by }) => [
    nameOf(mutant.file),
    mutant.name.replace(/^semantic \| /, ''),
    by ?? reasonOf(mutant) ?? outcome ?? 'not run',
  ]),
)}

## Every small change

At every place where an operator fits: ${scoreOf(known)}
${changes.length - known.length} more have not run since their sources last changed.

${table(
  ['contract', 'killed', 'survived', 'same bytecode', 'does not compile'],
  files.map((file) => [nameOf(file), ...cellsOf(of(file))]),
)}

## What survived, and why

Each with the reason why nobody could tell it from the source.

${survivors.join('\n').trim() || 'Nothing.'}
${readTypescript()}`
  writeFileSync(join(import.meta.dirname, '../../docs/mutation.md'), text)
}

function scoreOf(rows: Row[]): string {
  const { killed, survived, percent } = count(rows)
  return `${killed} of ${killed + survived} are killed, ${percent.toFixed(1)} %.`
}

function cellsOf(rows: Row[]): string[] {
  const { killed, survived, same, refused } = count(rows)
  return [killed, survived, same, refused].map(String)
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function nameOf(file: string): string {
  return file.replace(/^.*\/|\.sol$/g, '')
}

/** Code between as many backticks as it needs. */
function quote(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
