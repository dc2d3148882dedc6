import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const generated = join(import.meta.dirname, 'generated')
export const built = join(import.meta.dirname, 'dist')

/** The pages that people write. */
export const written = globSync(
  ['{README,ARCHITECTURE,CHANGELOG,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md'],
  {
    cwd: root,
  },
).sort()

/** The entry of each path in the exports map, as users import it. */
export function readEntries(): { name: string; source: string }[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries<{ default?: string }>(exports).flatMap(([path, { default: file }]) =>
    file === undefined
      ? []
      : [
          {
            name: path.replace('.', 'fillproof'),
            source: file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
          },
        ],
  )
}

/** The contracts that the package ships. */
export function readContractFiles(): string[] {
  return globSync('contracts/**/*.sol', { cwd: root, exclude: ['contracts/mocks/**', '**/*.t.sol'] }).sort()
}
