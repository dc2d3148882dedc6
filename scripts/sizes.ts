/**
 * Prints the size of each entry in a browser bundle, and checks the table of docs/library.md against it.
 *
 * Run: `node --import tsx scripts/sizes.ts`, with `--write` to update the table. A row may differ by 2%.
 * `fillproof/quote` also has a limit: it needs no schema library, and web pages include it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Table from 'cli-table3'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/library.md')
const entries = {
  fillproof: 'src/index.ts',
  'fillproof/client': 'src/client/index.ts',
  'fillproof/contract': 'src/contract/index.ts',
  'fillproof/quote': 'src/quote/index.ts',
  'fillproof/webhooks': 'src/webhooks/index.ts',
}

/** Limits in bytes, without viem, minified and not compressed. */
const limits: Readonly<Record<string, number>> = { 'fillproof/quote': 66_000 }

const sizes = await Promise.all(
  Object.entries(entries).map(async ([name, entry]) => ({
    name,
    whole: gzipSync(await bundle(entry, [])).length,
    ...(await measureOwn(entry)),
  })),
)
const table = new Table({ head: ['entry', 'with viem', 'without viem'] })
table.push(...sizes.map(({ name, whole, withoutViem }) => [name, toText(whole), toText(withoutViem)]))
console.log(`${table}\nminified and compressed with gzip`)

for (const { name, minified } of sizes) {
  if (minified <= (limits[name] ?? Infinity)) continue
  console.error(`${name} has ${minified} bytes, minified, and may have ${limits[name]}.`)
  process.exitCode = 1
}

const text = readFileSync(page, 'utf8')
const rows = sizes.map(({ name, whole, withoutViem }) => ({
  name,
  found: new RegExp(`^(\\| \`${name}\` \\|.*\\|) (\\d+) kB \\| (\\d+) kB \\|$`, 'm').exec(text),
  cells: `${toText(whole)} | ${toText(withoutViem)} |`,
  measured: [whole, withoutViem],
}))
if (process.argv.includes('--write')) {
  const written = rows.reduce(
    (all, { found, cells }) => (found ? all.replace(found[0], `${found[1]} ${cells}`) : all),
    text,
  )
  writeFileSync(page, written)
} else {
  const wrong = rows.filter(
    ({ found, measured }) => !found || measured.some((size, i) => isOff(size, found[i + 2])),
  )
  for (const { name, cells } of wrong) console.error(`The row of ${name} must end with ${cells}`)
  if (wrong.length) process.exitCode = 1
}

async function measureOwn(entry: string): Promise<{ withoutViem: number; minified: number }> {
  const text = await bundle(entry, ['viem', 'viem/*'])
  return { withoutViem: gzipSync(text).length, minified: text.length }
}

async function bundle(entry: string, external: string[]): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    external,
    write: false,
  })
  return outputFiles[0]!.contents
}

function toText(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}

function isOff(bytes: number, written: string | undefined): boolean {
  return Math.abs(bytes / 1000 - Number(written)) > Math.max(0.5, bytes / 1000 / 50)
}
