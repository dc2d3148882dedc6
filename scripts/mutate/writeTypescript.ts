import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parts, type Score } from './typescript/parts.js'

const path = join(import.meta.dirname, '../../docs/mutation.md')
const heading = '## TypeScript'

/** The section of docs/mutation.md, which the report on the contracts keeps. */
export function readTypescript(): string {
  const text = readFileSync(path, 'utf8')
  const start = text.indexOf(`\n${heading}\n`)
  return start < 0 ? '' : text.slice(start)
}

/** Writes the section of docs/mutation.md. */
export function writeTypescript(scores: Record<string, Score>): void {
  const rows = Object.entries(scores).map(([name, { killed, survived, unloaded }]) => {
    const { source } = parts[name as keyof typeof parts]
    const percent = ((100 * killed) / (killed + survived)).toFixed(1)
    return `| \`${source}\` | ${killed + survived + unloaded} | ${killed} | ${survived} | ${unloaded} | ${percent} % | \`npm run mutate:ts -- --only ${name}\` |`
  })
  const section = `
${heading}

\`npm run mutate:ts\` changes the TypeScript that needs no chain, with Stryker, and runs each folder's own tests against
each change. A mutant is *killed* when a test fails or its time runs out. It is left out of the score when a test file
fails as it loads. The command lists the survivors, and fails below 85 %.

| folder | mutants | killed | survived | not loaded | score | command |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
  const text = readFileSync(path, 'utf8')
  const known = readTypescript()
  writeFileSync(path, known ? text.replace(known, () => section) : text + section)
}
