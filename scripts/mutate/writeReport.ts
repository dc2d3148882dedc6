import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './equivalent.js'
import type { Mutant } from './findMutants.js'
import { operators } from './operators.js'
import type { Outcome } from './worker.js'
import { readTypescript } from './writeTypescript.js'

export type Row = { mutant: Mutant; outcome: Outcome }

/** Counts the outcomes. The percentage leaves out mutants with the same bytecode and those that do not compile. */
export function count(rows: Row[]) {
  const number = (...outcomes: Outcome[]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length
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
  const files = [...new Set(rows.map(({ mutant }) => mutant.file))]
  const of = (file: string) => rows.filter(({ mutant }) => mutant.file === file)
  const perOperator = files.flatMap((file) =>
    operators.flatMap((operator) => {
      const some = of(file).filter(({ mutant }) => mutant.operator === operator)
      return some.length ? [[nameOf(file), operator, ...cellsOf(some)]] : []
    }),
  )
  const survivors = files.flatMap((file) => {
    const list = of(file).filter(({ outcome }) => outcome === 'survived')
    const lines = list.map(({ mutant }) => {
      return `- ${quote(mutant.name)} (${mutant.operator}): ${reasonOf(mutant) ?? '**no reason is known**'}`
    })
    return lines.length ? [`### ${file}`, '', ...lines, ''] : []
  })
  const head = ['killed', 'survived', 'same bytecode', 'does not compile']
  const total = count(rows)
  const text = `# Mutation tests

\`npm run mutate\` changes the contracts at every place where one of the operators below fits, one change at a time,
and runs the contract tests against each. A mutant is *killed* when a test fails or its time runs out. It is left out
when it does not compile, or when the optimizer makes the same bytecode of it. Each one that *survived* is listed with
the reason why nobody could tell it from the source. This file is generated.

${total.killed} of ${total.killed + total.survived} are killed: ${total.percent.toFixed(1)} %.

## By contract

${table(['contract', ...head], [...files.map((file) => [nameOf(file), ...cellsOf(of(file))]), ['all', ...cellsOf(rows)]])}

## By operator

${table(
  ['operator', ...head],
  operators.flatMap((operator) => {
    const some = rows.filter(({ mutant }) => mutant.operator === operator)
    return some.length ? [[operator, ...cellsOf(some)]] : []
  }),
)}

## By contract and operator

${table(['contract', 'operator', ...head], perOperator)}

## What survived, and why

${survivors.join('\n').trim() || 'Nothing.'}
${readTypescript()}`
  writeFileSync(join(import.meta.dirname, '../../docs/mutation.md'), text)
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
