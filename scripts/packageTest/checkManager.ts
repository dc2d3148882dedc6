import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from './program.js'
import { run } from './run.js'
import { startRegistry } from './startRegistry.js'

// pnpm and Deno install a package only after a day, and this package is minutes old.
const managers = {
  pnpm: {
    tool: 'pnpm@12.21.0',
    install: ['add', '--config.minimum-release-age=0', 'fillproof', 'viem'],
    start: ['exec', 'node', 'verify.ts'],
  },
  deno: {
    tool: 'deno@2.9.6',
    install: ['add', '--minimum-dependency-age=0', 'npm:fillproof', 'npm:viem'],
    start: ['run', '--check', '--allow-all', 'verify.ts'],
  },
  bun: { tool: 'bun@1.4.5', install: ['add', 'fillproof', 'viem'], start: ['run', 'verify.ts'] },
}

/** Installs the package with another package manager, and runs the program with it. Deno and Bun are also runtimes. */
export function checkManager(name: keyof typeof managers) {
  const { tool, install, start } = managers[name]
  return async (temporary: string, tarball: string): Promise<void> => {
    const registry = await startRegistry(temporary, tarball)
    const folder = join(temporary, name)
    const tools = join(temporary, `${name}-tools`)
    for (const path of [folder, tools]) mkdirSync(path)
    await run(tools, 'npm', ['install', '--no-audit', '--no-fund', tool])
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    writeFileSync(join(folder, '.npmrc'), `registry=${registry}`)
    writeFileSync(join(folder, 'verify.ts'), program)
    const command = join(tools, 'node_modules/.bin', name)
    // The tool's caches are in the home folder.
    const environment = {
      HOME: tools,
      XDG_CACHE_HOME: tools,
      XDG_DATA_HOME: tools,
      npm_config_registry: registry,
    }
    await run(folder, command, install, environment)
    const output = await run(folder, command, start, environment)
    if (!output.includes('verified')) throw new Error(`expected "verified" in\n${output}`)
  }
}
