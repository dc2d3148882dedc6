/**
 * Measures what npm installs into an empty folder for each kind of user, next to viem and OpenZeppelin alone.
 *
 * Run: `node --import tsx bench/weight.ts`, with `--json` for programs. It builds and packs the package, and uses the
 * registry.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Table from 'cli-table3'
import { packPackage } from '../scripts/packageTest/packPackage.js'
import { run } from '../scripts/packageTest/run.js'

type Weight = {
  packages: number
  files: number
  megabytes: number
  /** In whole blocks of the file system. */
  megabytesOnDisk: number
}

const contracts = ['@openzeppelin/contracts@5.7.0', '@openzeppelin/contracts-upgradeable@5.7.0']
const tools = ['hardhat', 'fastify', 'ws', 'secp256k1', 'pg', 'prom-client', '@nomicfoundation/ignition-core']

const temporary = mkdtempSync(join(tmpdir(), 'fillproof-weight-'))
try {
  const { path: tarball } = await packPackage(temporary)
  const users: Record<string, string[]> = {
    'viem and OpenZeppelin alone': ['viem', ...contracts],
    'the contracts': [tarball, 'viem', ...contracts],
    'the library and the command line': [tarball, 'viem'],
    everything: [tarball, 'viem', ...contracts, ...tools],
  }
  const weights: Record<string, Weight> = {}
  for (const [index, [user, packages]] of Object.entries(users).entries()) {
    weights[user] = await weigh(join(temporary, `${index}`), packages)
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify(weights))
  else {
    const table = new Table({
      head: ['you use', 'packages', 'files', 'MB', 'MB on disk'],
      style: { head: [], border: [] },
      colAligns: ['left', 'right', 'right', 'right', 'right'],
    })
    for (const [user, { packages, files, megabytes, megabytesOnDisk }] of Object.entries(weights)) {
      table.push([
        user,
        packages,
        files.toLocaleString('en'),
        Math.round(megabytes),
        Math.round(megabytesOnDisk),
      ])
    }
    console.log(table.toString())
  }
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
}

async function weigh(folder: string, packages: string[]): Promise<Weight> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', ...packages])
  const modules = join(folder, 'node_modules')
  const installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(modules, name)))
    .filter((entry) => entry.isFile())
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0) / 1e6
  return {
    packages: Object.keys(installed).length,
    files: files.length,
    megabytes: sum(files.map(({ size }) => size)),
    megabytesOnDisk: sum(files.map(({ blocks }) => blocks * 512)),
  }
}
