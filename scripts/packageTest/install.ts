import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.js'

export const root = join(import.meta.dirname, '../..')

/** Installs the tarball and packages, in the versions that this repository pins. */
export async function install(
  folder: string,
  tarball: string,
  packages: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pinned = packages.map((name) => (name in devDependencies ? `${name}@${devDependencies[name]}` : name))
  const options = ['--no-audit', '--no-fund', '--save-exact']
  await run(folder, 'npm', ['install', ...options, tarball, ...pinned], environment)
}
