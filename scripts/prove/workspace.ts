// A folder with the contracts and one layer's harnesses, in which the prover compiles.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepareForge } from './forge.js'
import type { Layer, Replacement } from './types.js'

const root = join(import.meta.dirname, '../..')

export type Workspace = { folder: string }

/** A layer without harnesses: all deployable contracts, unchanged. */
export const shipped: Layer = { name: 'shipped', folder: 'shipped' }

/** Copies the sources, applies the layer's models and `mutant`, and compiles. Keeps the compiler's results. */
export async function createWorkspace(name: string, layer: Layer, mutant?: Replacement): Promise<Workspace> {
  const folder = join(root, 'cache/prove', name)
  for (const part of ['contracts', 'harness']) rmSync(join(folder, part), { recursive: true, force: true })
  mkdirSync(join(folder, 'harness'), { recursive: true })
  for (const file of ['foundry.toml', 'solc.mjs']) cpSync(join(root, 'proofs', file), join(folder, file))
  cpSync(join(root, 'contracts'), join(folder, 'contracts'), { recursive: true })
  const parts = { common: 'common', [layer.folder]: layer.folder, subject: layer.subject }
  for (const [to, from] of Object.entries(parts)) {
    if (from) cpSync(join(root, 'proofs/harness', from), join(folder, 'harness', to), { recursive: true })
  }
  const modules = join(folder, 'node_modules')
  rmSync(modules, { force: true })
  symlinkSync(join(root, 'node_modules'), modules)
  for (const replacement of [...(layer.models ?? []), ...(mutant ? [mutant] : [])])
    replace(folder, replacement)
  await build(folder)
  return { folder }
}

/** Removes a workspace that is not used again. */
export function removeWorkspace({ folder }: Workspace): void {
  rmSync(folder, { recursive: true, force: true })
}

function replace(folder: string, { file, from, to }: Replacement): void {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once:\n${from}`)
  writeFileSync(path, parts.join(to))
}

async function build(folder: string): Promise<void> {
  // The prover runs the same command, so it finds everything compiled.
  const args = ['build', '--ast', '--root', folder, '--extra-output', 'storageLayout', 'metadata']
  const answer = await promisify(execFile)(prepareForge(), args, { cwd: folder, maxBuffer: 1 << 26 })
  // Forge's package exits with status 0 even if the compiler fails.
  if (/^Error/m.test(answer.stderr)) throw new Error(`${folder} does not compile:\n${answer.stderr}`)
}
