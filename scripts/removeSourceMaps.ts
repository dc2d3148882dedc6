/**
 * Removes the source maps of `dist/generated`, and the comments that name them, because no one debugs an ABI.
 *
 * Run: `node --import tsx scripts/removeSourceMaps.ts`, after `tsc -p tsconfig.build.json`.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cwd = join(import.meta.dirname, '../dist/generated')
for (const name of globSync('**/*.map', { cwd })) {
  const mapped = join(cwd, name.replace(/\.map$/, ''))
  writeFileSync(mapped, readFileSync(mapped, 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/, '\n'))
  rmSync(join(cwd, name))
}
