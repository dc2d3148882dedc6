import { cpSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.js'

type CopyRepositoryParameters = {
  copy: string
  /** The files and folders to copy. */
  names: readonly string[]
  /** Packages to copy or link from another folder. All other packages are linked. */
  replaced: Readonly<Record<string, { from: string; how: 'copy' | 'link' }>>
}

/** Copies this repository, to run its tests with other versions of some packages. */
export function copyRepository({ copy, names, replaced }: CopyRepositoryParameters): void {
  for (const name of names) cpSync(join(root, name), join(copy, name), { recursive: true })
  const modules = join(root, 'node_modules')
  for (const name of globSync(['.bin', '[^.@]*', '@*/*'], { cwd: modules })) {
    const { from, how } = replaced[name] ?? { from: join(modules, name), how: 'link' }
    const to = join(copy, 'node_modules', name)
    mkdirSync(dirname(to), { recursive: true })
    if (how === 'link') symlinkSync(from, to)
    else cpSync(from, to, { recursive: true })
  }
}
