import { globSync } from 'node:fs'
import { join } from 'node:path'
import { globalFlag, globalOption, overrideTask } from 'hardhat/config'
import { HardhatPluginError } from 'hardhat/plugins'
import type { HardhatPlugin } from 'hardhat/types/plugins'
import type { TestRunResult } from 'hardhat/types/test'
import type { Result } from 'hardhat/types/utils'
import { successfulResult } from 'hardhat/utils/result'
import Mocha from 'mocha'

declare module 'hardhat/types/global-options' {
  interface GlobalOptions {
    suites: string
    deep: boolean
  }
}

const id = 'select-tests'

/** The folders of `test` with tests that need processes and databases, a browser, the built site, or an installed example. */
const folders = {
  tools: ['batch', 'bench', 'cli', 'deploy', 'watch'],
  page: ['page'],
  standin: ['standin'],
  site: ['site'],
  ponder: ['ponder'],
}

const isIn = (names: string[]) => (path: string) => names.some((name) => path.startsWith(`test/${name}/`))
const isOfOthers = isIn(Object.values(folders).flat())

/** The suites of tests. `core` also has the Solidity tests. */
const suites: Record<string, (path: string) => boolean> = {
  core: (path) => !isOfOthers(path),
  ...Object.fromEntries(Object.entries(folders).map(([name, own]) => [name, isIn(own)])),
}

/** Selects the tests of `--suites`, unless files are named. Without either, all tests run. `--deep` increases the counts. */
export const selectTests: HardhatPlugin = {
  id,
  dependencies: () => [import('@nomicfoundation/hardhat-mocha')],
  globalOptions: [
    globalOption({
      name: 'suites',
      description: 'The suites to test',
      // The site is built separately, and the package test installs the example of the history.
      defaultValue: Object.keys(suites)
        .filter((name) => name !== 'site' && name !== 'ponder')
        .join(','),
    }),
    globalFlag({ name: 'deep', description: 'Test with large counts' }),
  ],
  tasks: [
    overrideTask(['test', 'mocha'])
      .setAction(async () => ({
        default: async (args, { config, globalOptions }, runSuper) => {
          const selected = findTests(config.paths.root, readSuites(globalOptions.suites))
          const testFiles = args.testFiles.length > 0 ? args.testFiles : selected
          const run = () => runSuper({ ...args, testFiles })
          return config.test.mocha.parallel ? leaveToWorkers(run) : run()
        },
      }))
      .build(),
    overrideTask(['test', 'solidity'])
      .setAction(async () => ({
        default: async (args, { config, globalOptions }, runSuper) => {
          const isSelected = args.testFiles.length > 0 || readSuites(globalOptions.suites).includes('core')
          if (!isSelected) return successfulResult({ summary: { passed: 0, failed: 0 } })
          const counts = config.test.solidity.profiles.default
          if (globalOptions.deep) {
            Object.assign(counts?.fuzz ?? {}, { runs: 10_000 })
            Object.assign(counts?.invariant ?? {}, { runs: 256, depth: 100 })
          }
          return runSuper(args)
        },
      }))
      .build(),
  ],
}

function readSuites(names: string): string[] {
  const list = names.split(',')
  const unknown = list.filter((name) => !Object.hasOwn(suites, name))
  if (unknown.length === 0) return list
  throw new HardhatPluginError(id, `--suites takes ${Object.keys(suites).join(', ')}, not ${unknown}`)
}

function findTests(root: string, names: string[]): string[] {
  return globSync('test/**/*.test.ts', { cwd: root })
    .filter((path) => names.some((name) => suites[name]?.(path)))
    .sort()
    .map((path) => join(root, path))
}

/**
 * Runs the tests in parallel without loading them all in this process first, as the plugin would. It would also count the
 * tests from that; here they are counted as they pass.
 */
async function leaveToWorkers(
  run: () => Promise<Result<TestRunResult, TestRunResult>>,
): Promise<Result<TestRunResult, TestRunResult>> {
  const { prototype } = Mocha
  const { loadFilesAsync, run: start } = prototype
  let runner: Mocha.Runner | undefined
  prototype.loadFilesAsync = async () => {}
  prototype.run = function (done) {
    runner = start.call(this, done)
    return runner
  }
  try {
    const result = await run()
    const { summary } = result.success ? result.value : result.error
    summary.passed = runner?.stats?.passes ?? 0
    return result
  } finally {
    Object.assign(prototype, { loadFilesAsync, run: start })
  }
}
