import { globSync } from 'node:fs'
import { overrideTask } from 'hardhat/config'
import type { HardhatPlugin } from 'hardhat/types/plugins'

/** Start processes, threads and databases, and kill them. */
const tools = ['batch', 'bench', 'cli', 'deploy', 'mutate', 'watch']

const isOfTools = (path: string) => tools.some((name) => path.startsWith(`test/${name}/`))

const selections: Record<string, (path: string) => boolean> = {
  'test:tools': isOfTools,
  'test:deep': () => true,
}

/** Divides the suites of TypeScript, unless files are named: `npm test` leaves out what `npm run test:tools` runs. */
export const selectTests: HardhatPlugin = {
  id: 'select-tests',
  dependencies: () => [import('@nomicfoundation/hardhat-mocha')],
  tasks: [
    overrideTask(['test', 'mocha'])
      .setAction(async () => ({
        default: (args, _hre, runSuper) => {
          const isSelected =
            selections[process.env.npm_lifecycle_event ?? ''] ?? ((path: string) => !isOfTools(path))
          const files = globSync('test/**/*.test.ts').filter(isSelected).sort()
          return runSuper({ ...args, testFiles: args.testFiles.length > 0 ? args.testFiles : files })
        },
      }))
      .build(),
  ],
}
