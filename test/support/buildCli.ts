import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundleForNode } from './bundle.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

let built: Promise<string> | undefined

/** Bundles the command line, for tests that start it often. Returns its file. */
export function buildCli(): Promise<string> {
  built ??= bundle()
  return built
}

/** Removes what was built. */
export async function removeCli(): Promise<void> {
  built = undefined
  await rm(outdir, { recursive: true, force: true })
}

/** The output folder, as deep below the root as the sources, where the packages are found. */
const outdir = `${root}/cache/cli-${process.pid}`

async function bundle(): Promise<string> {
  await bundleForNode({
    absWorkingDir: root,
    entryPoints: ['src/cli/index.ts'],
    outdir,
    splitting: true,
    // What is native, or far too much for what starts here.
    external: ['secp256k1', 'pg-native', 'bufferutil', 'utf-8-validate', 'hardhat', '@nomicfoundation/*'],
  })
  return `${outdir}/index.js`
}
