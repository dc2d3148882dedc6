import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'

type CopyRepositoryParameters = {
  copy: string
  /** Files and folders. */
  names: readonly string[]
  /** Entries of `node_modules` that the caller puts there. All others are linked. */
  replaced: readonly string[]
}

/** Copies this repository, to run its tests with other versions of some packages. */
export function copyRepository({ copy, names, replaced }: CopyRepositoryParameters): void {
  mkdirSync(join(copy, 'node_modules'), { recursive: true })
  for (const name of names) cpSync(join(root, name), join(copy, name), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (replaced.includes(name)) continue
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
}
