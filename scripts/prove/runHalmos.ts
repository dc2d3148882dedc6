// Runs the prover on one property.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { environmentWithForge } from './forge.js'
import type { Property } from './types.js'
import type { Workspace } from './workspace.js'

type Outcome = 'proved' | 'refuted' | 'unknown' | 'timed out' | 'bound hit' | 'not run' | 'error'
export type Result = { outcome: Outcome; seconds: number; paths: number; details: string }

/** The prover's answer for one function. */
type Answer = {
  name: string
  exitcode: number
  num_paths: [number, number, number] | null
  num_bounded_loops: number | null
}

/** Each prover leads its own process group, which a signal to this process does not reach. */
const groups = new Set<number>()
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    for (const group of groups) process.kill(-group, 'SIGKILL')
    process.exit(status)
  })
}

/** Proves or refutes `property`. `extra` are more arguments for the prover. */
export async function runHalmos(
  bin: string,
  { folder }: Workspace,
  property: Property,
  extra: string[] = [],
): Promise<Result> {
  const started = Date.now()
  const scratch = mkdtempSync(join(tmpdir(), 'fillproof-prove-'))
  const json = join(scratch, 'result.json')
  const { isLate, output } = await run(
    bin,
    folder,
    [...argumentsOf(property), ...extra, '--root', folder, '--json-output', json],
    property,
  )
  const details = stripVTControlCharacters(output)
  const answers = readAnswers(json)
  rmSync(scratch, { recursive: true, force: true })
  const [answer] = answers
  const seconds = (Date.now() - started) / 1000
  const paths = answer?.num_paths?.[0] ?? 0
  if (isLate) return { outcome: 'timed out', seconds, paths, details }
  if (!answer || answers.length !== 1) return { outcome: 'not run', seconds, paths, details }
  return { outcome: judge(answer, details), seconds, paths, details }
}

function argumentsOf({ contract, name, lengths, limitSeconds }: Property): string[] {
  return [
    ...['--contract', contract, '--match-test', `^check_${name}\\(`, '--no-status', '--loop', '3'],
    ...['--solver-timeout-assertion', `${limitSeconds}s`, '--solver-threads', '1'],
    ...(lengths ? ['--array-lengths', lengths] : []),
  ]
}

async function run(bin: string, cwd: string, args: string[], { limitSeconds }: Property) {
  const child = spawn(join(bin, 'halmos'), args, {
    cwd,
    detached: true,
    env: environmentWithForge(),
  })
  const group = child.pid as number
  groups.add(group)
  let output = ''
  let isLate = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const timer = setTimeout(() => {
    isLate = true
    // Kill the whole group, because the solvers are children of the prover.
    process.kill(-group, 'SIGKILL')
  }, limitSeconds * 1000)
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  clearTimeout(timer)
  groups.delete(group)
  return { isLate, output }
}

function readAnswers(json: string): Answer[] {
  try {
    const { test_results } = JSON.parse(readFileSync(json, 'utf8')) as {
      test_results: Record<string, Answer[]>
    }
    return Object.values(test_results).flat()
  } catch {
    return []
  }
}

/** Reads the exit code: 0 proved, 1 a counterexample, 2 a solver's timeout. A loop that was cut off proves nothing. */
function judge({ exitcode, num_bounded_loops }: Answer, details: string): Outcome {
  if (exitcode === 1) return /^Counterexample:/m.test(details) ? 'refuted' : 'unknown'
  if (exitcode === 2) return 'unknown'
  if (exitcode !== 0) return 'error'
  if (num_bounded_loops !== 0) return 'bound hit'
  return 'proved'
}
