import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const solc = createRequire(import.meta.url)('solc')

/** npm's compiler, which runs as a native one. */
export const compiler = join(import.meta.dirname, 'project/solc.mjs')

/** Makes a cache of compilers as Hardhat 2 and 3 keep it, so that a guide downloads none. Returns its environment. */
export function prepareCompilers(folder: string): Record<string, string> {
  const [, version, build] = /^(\d+\.\d+\.\d+)\+(commit\.\w+)/.exec(solc.version()) ?? []
  const path = `solc-linux-amd64-v${version}+${build}`
  const longVersion = `${version}+${build}`
  const builds = [{ path, version, build, longVersion, keccak256: '0x', sha256: '0x', urls: [] }]
  for (const cache of ['compilers-v2', 'compilers-v3']) {
    const platform = join(folder, 'hardhat-nodejs', cache, 'linux-amd64')
    mkdirSync(platform, { recursive: true })
    writeFileSync(join(platform, 'list.json'), JSON.stringify({ builds, releases: { [version!]: path } }))
    symlinkSync(compiler, join(platform, path))
  }
  return { XDG_CACHE_HOME: folder, FOUNDRY_SOLC: compiler, FOUNDRY_OFFLINE: 'true' }
}
