/**
 * Writes a `.d.cts` next to each declaration that the entries of `package.json` reach, for TypeScript's CommonJS. At
 * run time CommonJS loads the same ESM files (`require(esm)`).
 *
 * Run: `node --import tsx scripts/writeCommonJsTypes.ts`, after `tsc -p tsconfig.build.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Entry = string | { require?: { types: string } }

const root = join(import.meta.dirname, '..')
const relativeImport = /((?:\bfrom|\bimport)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.js\2/g
const written = new Set<string>()

function write(declaration: string): void {
  if (written.has(declaration)) return
  written.add(declaration)
  const text = readFileSync(declaration, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
  const commonJs = text.replace(relativeImport, (_, before: string, quote: string, path: string) => {
    write(join(dirname(declaration), `${path}.d.ts`))
    return `${before}${quote}${path}.cjs${quote}`
  })
  writeFileSync(declaration.replace(/\.d\.ts$/, '.d.cts'), commonJs)
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, Entry>
}
for (const entry of Object.values(exports)) {
  if (typeof entry === 'object' && entry.require) {
    write(join(root, entry.require.types.replace(/\.d\.cts$/, '.d.ts')))
  }
}
