/**
 * Proves the properties of scripts/prove/properties.ts with Halmos, for all inputs within a bound that each line
 * states.
 *
 * Run: `npm run prove`. With `-- --mutants` it breaks the contracts once for each property and prints the
 * counterexample. `--only TEXT` selects the properties whose layer or name contains the text. `--list` prints the
 * properties and proves nothing. Exit status 1 if a property fails, times out, hits a bound or was not run.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findDifferences, shippedCount } from './prove/checkShipped.js'
import { properties } from './prove/properties.js'
import { preparePython } from './prove/python.js'
import { type Result, runHalmos } from './prove/runHalmos.js'
import { sentences } from './prove/sentences.js'
import type { Layer, Property } from './prove/types.js'
import { createWorkspace, removeWorkspace, shipped, type Workspace } from './prove/workspace.js'

const { values } = parseArgs({
  options: { mutants: { type: 'boolean' }, only: { type: 'string' }, list: { type: 'boolean' } },
})
const parallel = 2

const started = Date.now()
const selected = properties.filter((property) =>
  `${property.layer.name}: ${titleOf(property)}`.includes(values.only ?? ''),
)
const failures = checkList()
const bin = values.list ? '' : preparePython()
if (values.list) list()
else if (values.mutants) await inPairs(selected, refute)
else await prove()
const total = Math.round((Date.now() - started) / 1000)
console.log(`${selected.length} properties, ${failures.length} failed; ${total} s`)
for (const failure of failures) console.error(failure)
if (failures.length || !selected.length) process.exitCode = 1

function list(): void {
  for (const [title, sentence] of Object.entries(sentences)) {
    const found = selected.filter((one) => titleOf(one) === title)
    const layers = found.map(({ layer }) => layer.name).join(', ')
    if (found[0]) console.log(`${sentence}\n  ${title} (${layers}): ${found[0].bound}`)
  }
}

async function prove(): Promise<void> {
  const differing = findDifferences(await createWorkspace('shipped', shipped))
  if (differing.length) failures.push(`other bytecode than the shipped one: ${differing.join(', ')}`)
  else console.log(`${shippedCount} contracts compile to the shipped bytecode`)
  const workspaces = new Map<Layer, Workspace>()
  for (const { layer } of selected) {
    if (workspaces.has(layer)) continue
    workspaces.set(layer, await createWorkspace(layer.name.replaceAll(' ', '-'), layer))
  }
  await inPairs(selected, async (property) => {
    const result = await runHalmos(bin, workspaces.get(property.layer) as Workspace, property)
    print(property, result)
    if (result.outcome !== 'proved')
      failures.push(`${titleOf(property)}: ${result.outcome}\n${result.details}`)
  })
}

/** Breaks the contracts, and expects a counterexample. */
async function refute(property: Property): Promise<void> {
  const name = `mutant-${property.layer.name}-${property.contract}-${property.name}`.replaceAll(' ', '-')
  const workspace = await createWorkspace(name, property.layer, property.mutant)
  const result = await runHalmos(bin, workspace, property, ['--early-exit'])
  removeWorkspace(workspace)
  print(property, result)
  const { file, from, to } = property.mutant
  console.log(`  ${file}\n${indent(from, '-')}\n${indent(to, '+')}`)
  const found = /^Counterexample:.*(?:\n {4}.*)*/m.exec(result.details)?.[0]
  if (found && result.outcome === 'refuted') console.log(found.trimEnd().replaceAll(/^/gm, '  '))
  else failures.push(`${titleOf(property)}: the mutant is ${result.outcome}\n${result.details}`)
}

function print({ layer, bound, ...property }: Property, { outcome, seconds, paths }: Result): void {
  const time = `${seconds.toFixed(0)} of ${property.limitSeconds} s`
  console.log(
    [outcome, layer.name, titleOf({ layer, bound, ...property }), bound, `${paths} paths`, time].join(' | '),
  )
}

function indent(text: string, sign: string): string {
  return text.replaceAll(/^\s*/gm, `  ${sign} `)
}

function titleOf({ contract, name }: Property): string {
  return `${contract}.${name}`
}

async function inPairs(list: Property[], work: (property: Property) => Promise<void>): Promise<void> {
  // Sort by duration, so that both ends meet.
  const queue = [...list].sort((a, b) => b.limitSeconds - a.limitSeconds)
  const workOff = async () => {
    for (let property = queue.shift(); property; property = queue.shift()) await work(property)
  }
  await Promise.all(Array.from({ length: parallel }, workOff))
}

/**
 * Checks the list: each check of the harnesses is a property, and each property is a check, once in a layer, with a
 * sentence.
 */
function checkList(): string[] {
  const root = join(import.meta.dirname, '../proofs/harness')
  const written = globSync('**/*.sol', { cwd: root }).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return [...source.matchAll(/function check_(\w+)/g)].map(([, name]) => name as string)
  })
  const inLayers = new Set(properties.map((property) => `${property.layer.name}: ${property.name}`))
  const listed = [...new Set(properties.map(({ name }) => name))]
  const titles = new Set(properties.map(titleOf))
  const unsaid = [...titles].filter((title) => !(title in sentences))
  const unknown = Object.keys(sentences).filter((title) => !titles.has(title))
  const counted = [...new Set([...written, ...listed])].flatMap((name) => {
    const counts = [written, listed].map((names) => names.filter((other) => other === name).length)
    return counts.every((count) => count === 1)
      ? []
      : [`check_${name} is written ${counts[0]} times and listed ${counts[1]} times`]
  })
  return [
    ...(inLayers.size === properties.length ? [] : ['a property is listed twice in a layer']),
    ...counted,
    ...unsaid.map((title) => `${title} has no sentence in scripts/prove/sentences.ts`),
    ...unknown.map((title) => `${title} in scripts/prove/sentences.ts is no property`),
  ]
}
