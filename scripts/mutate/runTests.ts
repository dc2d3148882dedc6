import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The title of a failed test and the first line of its error, or the reason why no test could run. */
export type Run = { by?: string; error?: string; broken?: string }

const cli = join(import.meta.dirname, '../../node_modules/hardhat/dist/src/cli.js')

/**
 * Runs test files in a copy of the project until one test fails. Solidity tests run last, because they compile for each
 * mutant.
 *
 * @param changed - The contract with a mistake, if any.
 * @param only - The title of the only TypeScript test to run.
 */
export async function runTests(
  folder: string,
  changed: string,
  tests: readonly string[],
  only?: string,
): Promise<Run> {
  const inSolidity = tests.filter((path) => path.endsWith('.sol'))
  const inTypeScript = tests.filter((path) => !inSolidity.includes(path))
  if (only && !isSolidity(only))
    return runTypeScript(folder, changed, inTypeScript, ['--grep', toPattern(testOf(only))])
  const run = inTypeScript.length > 0 ? await runTypeScript(folder, changed, inTypeScript) : {}
  return run.by || run.broken || inSolidity.length === 0 ? run : runSolidity(folder, inSolidity)
}

/** Returns the title of the test. The title of a failed hook ends with the title of its test or group. */
function testOf(title: string): string {
  return title
    .replace(/ "(?:before|after) (?:all|each)" hook(?:: .*)? (?:in ".*"|for "(.*)")/, ' $1')
    .trimEnd()
}

/** Whether the title belongs to a Solidity test. */
function isSolidity(title: string): boolean {
  return /^\w+#\w+$/.test(title)
}

function toPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

async function runTypeScript(
  folder: string,
  changed: string,
  tests: readonly string[],
  options: readonly string[] = [],
): Promise<Run> {
  const broken = join(folder, 'broken.txt')
  writeFileSync(broken, '')
  const { status, output } = await runHardhat(
    folder,
    ['test', 'mocha', '--no-compile', ...options, ...tests],
    {
      HARDHAT_CONFIG: join(folder, 'scripts/mutate/hardhat.config.ts'),
      MUTATED_FILE: changed,
      BROKEN_FILE: broken,
    },
  )
  const error = readFileSync(broken, 'utf8').split('\n')[0]
  if (error) return { broken: error }
  return readRun(status, output, /^not ok \d+ (.*)\n +(.*)$/gm)
}

async function runSolidity(folder: string, tests: readonly string[]): Promise<Run> {
  const { status, output } = await runHardhat(folder, ['test', 'solidity', ...tests], {
    HARDHAT_CONFIG: join(folder, 'scripts/mutate/solidity.config.ts'),
  })
  // Suites run in parallel, so their order varies.
  return readRun(status, output, /^ +\d+\) (\w+#\w+).*\n +(.*)$/gm)
}

function readRun(status: number | null, output: string, failure: RegExp): Run {
  if (status === 0) return {}
  const failures = [...output.matchAll(failure)].map(([, by = '', error = '']) => ({ by, error }))
  return failures.sort((a, b) => a.by.localeCompare(b.by))[0] ?? { broken: output.slice(-500) }
}

async function runHardhat(folder: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, output }
}
