/**
 * Changes the pure TypeScript, one change at a time, and shows which changes its tests do not notice.
 *
 * Run: `npm run mutate:ts`, after `npm ci --prefix scripts/mutate/typescript`. You can stop it and run it again: it keeps
 * the results of each finished part, and tests again what changed since. After changes of tests, use `--fresh`: Stryker
 * doesn't notice that they reach what runs while a file loads. Exit status 1 if a part is below 85 %.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parts, readScore, resultsOf } from './mutate/typescript/parts.js'
import { writeTypescript } from './mutate/writeTypescript.js'

const names = Object.keys(parts)
const usage = `Usage: npm run mutate:ts -- [--only NAME] [--fresh]

  --only NAME  one part: ${names.join(', ')}
  --fresh      ignore the results of earlier runs`

const { values } = parseArgs({
  options: { only: { type: 'string' }, fresh: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help || (values.only && !names.includes(values.only))) {
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}

const root = join(import.meta.dirname, '..')
const tool = join(root, 'scripts/mutate/typescript')
const stryker = join(tool, 'node_modules/@stryker-mutator/core/bin/stryker.js')
if (!existsSync(stryker)) fail('Run `npm ci --prefix scripts/mutate/typescript` first.')

const selected = values.only ? [values.only] : names
const failed = selected.filter((name) => !runPart(name))
if (failed.length) fail(`Below the score, or ended early: ${failed.join(', ')}.`)
if (!values.only) writeTypescript(Object.fromEntries(names.map((name) => [name, readScore(name)])))

function runPart(name: string): boolean {
  const { source, tests } = parts[name as keyof typeof parts]
  const options = ['--mutate', `${source}/**/*.ts`, '--incrementalFile', resultsOf(name)]
  if (values.fresh) options.push('--force')
  console.log(`== ${name}`)
  const MUTATE_TESTS = tests.map((path) => `${path}/**/*.test.ts`).join()
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', join(tool, 'stryker.config.mjs'), ...options],
    {
      cwd: root,
      env: { ...process.env, MUTATE_TESTS },
      stdio: 'inherit',
    },
  )
  return status === 0
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
