import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** Runs npm's compiler like a native one. */
export const compiler = join(import.meta.dirname, 'project/solc.mjs')

/** Creates a cache of compilers for Hardhat 2 and 3, so that a guide downloads none. Returns the environment for it. */
export function prepareCompilers(folder: string): Record<string, string> {
  const [, version, build] = /^(\d+\.\d+\.\d+)\+(commit\.\w+)/.exec(require('solc').version()) ?? []
  const longVersion = `${version}+${build}`
  const platforms = {
    'linux-amd64': { path: `solc-linux-amd64-v${longVersion}`, program: compiler },
    wasm: { path: `soljson-v${longVersion}.js`, program: require.resolve('solc/soljson.js') },
  }
  for (const cache of ['compilers-v2', 'compilers-v3']) {
    for (const [platform, { path, program }] of Object.entries(platforms)) {
      const builds = [{ path, version, build, longVersion, keccak256: '0x', sha256: '0x', urls: [] }]
      const kept = join(folder, 'hardhat-nodejs', cache, platform)
      mkdirSync(kept, { recursive: true })
      writeFileSync(join(kept, 'list.json'), JSON.stringify({ builds, releases: { [version!]: path } }))
      symlinkSync(program, join(kept, path))
    }
  }
  return { XDG_CACHE_HOME: folder, FOUNDRY_SOLC: compiler, FOUNDRY_OFFLINE: 'true' }
}
