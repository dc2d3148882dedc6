import { globSync } from 'node:fs'
import { join } from 'node:path'
import { overrideTask } from 'hardhat/config'
import type { HardhatPlugin } from 'hardhat/types/plugins'

/** Their tests start processes, threads and databases, and kill them. */
const tools = ['batch', 'bench', 'cli', 'deploy', 'mutate', 'watch']

/** They need a browser. */
const isOfPage = (path: string) => path.startsWith('test/inspect/page/')

const isOfTools = (path: string) => tools.some((name) => path.startsWith(`test/${name}/`))

const selections: Record<string, (path: string) => boolean> = {
  'test:tools': isOfTools,
  'test:page': isOfPage,
  'test:deep': (path) => !isOfPage(path),
}

/** Selects the TypeScript tests of an npm script, unless files are named. `npm test` leaves out the tools and the page. */
export const selectTests: HardhatPlugin = {
  id: 'select-tests',
  dependencies: () => [import('@nomicfoundation/hardhat-mocha')],
  tasks: [
    overrideTask(['test', 'mocha'])
      .setAction(async () => ({
        default: (args, hre, runSuper) =>
          runSuper({
            ...args,
            testFiles: args.testFiles.length > 0 ? args.testFiles : findTests(hre.config.paths.root),
          }),
      }))
      .build(),
  ],
}

function findTests(root: string): string[] {
  const isSelected =
    selections[process.env.npm_lifecycle_event ?? ''] ??
    ((path: string) => !isOfTools(path) && !isOfPage(path))
  return globSync('test/**/*.test.ts', { cwd: root })
    .filter(isSelected)
    .sort()
    .map((path) => join(root, path))
}
