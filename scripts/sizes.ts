/**
 * Prints the size of each entry in a browser bundle, and checks the tables of docs/library.md against it.
 *
 * Run: `node --import tsx scripts/sizes.ts`, with `--write` to update the tables. A row may differ by 2%.
 * The part of `fillproof/quote` that every quote loads also has a limit, since web pages include it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Table from 'cli-table3'
import { build, type Metafile } from 'esbuild'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/library.md')
const entries = {
  fillproof: 'src/index.ts',
  'fillproof/client': 'src/client/index.ts',
  'fillproof/contract': 'src/contract/index.ts',
  'fillproof/quote': 'src/quote/index.ts',
  'fillproof/webhooks': 'src/webhooks/index.ts',
}

const viem = ['viem', 'viem/*']
const options = { bundle: true, minify: true, platform: 'browser', format: 'esm', write: false } as const

/** The parts of `fillproof/quote`, by the file that loads each. The first is loaded at the import, the others on demand. */
const quoteParts: Readonly<Record<string, string>> = {
  'src/quote/index.ts': 'the check',
  'src/service/profile/relayProfile.ts': "the public service's profile",
  'src/service/steps/readRequestCalls.ts': 'calls',
  'src/service/steps/permitPart.ts': 'permits',
  'src/protocol/order/encodeChainAddress.ts': 'addresses of other virtual machines',
}

/** The most bytes that every quote may load, without viem, minified and not compressed. */
const quoteLimit = 40_000

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

const parts = await measureParts()
const partTable = new Table({ head: ['part of fillproof/quote', 'minified, without viem'] })
partTable.push(...parts.map(({ name, bytes }) => [name, toTenths(bytes)]))
console.log(`${partTable}`)
const [check] = parts
if (check!.bytes > quoteLimit) {
  console.error(`Every quote loads ${check!.bytes} bytes, minified, and may load ${quoteLimit}.`)
  process.exitCode = 1
}

const text = readFileSync(page, 'utf8')
const rows = [
  ...sizes.map(({ name, whole, withoutViem }) => ({
    name,
    found: new RegExp(`^(\\| \`${name}\` \\|.*\\|) (\\d+) kB \\| (\\d+) kB \\|$`, 'm').exec(text),
    cells: `${toText(whole)} | ${toText(withoutViem)} |`,
    measured: [whole, withoutViem],
  })),
  ...parts.map(({ name, bytes }) => ({
    name,
    found: new RegExp(`^(\\| ${name} \\|.*\\|) ([\\d.]+) kB \\|$`, 'm').exec(text),
    cells: `${toTenths(bytes)} |`,
    measured: [bytes],
  })),
]
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

async function measureOwn(entry: string): Promise<{ withoutViem: number }> {
  return { withoutViem: gzipSync(await bundle(entry, viem)).length }
}

async function bundle(entry: string, external: string[]): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...options, entryPoints: [join(root, entry)], external })
  return outputFiles[0]!.contents
}

/** Measures what the entry of quotes loads at its import, then what each dynamic import adds to that. */
async function measureParts(): Promise<{ name: string; bytes: number }[]> {
  const entry = entries['fillproof/quote']
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [entry],
    external: viem,
    splitting: true,
    metafile: true,
    outdir: 'out',
  })
  const loadedBy = new Map(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, listLoaded(metafile, path)]] : [],
    ),
  )
  const first = loadedBy.get(entry)!
  const files = [...new Set([...Object.keys(quoteParts), ...loadedBy.keys()])]
  return files.map((file) => {
    const loaded = loadedBy.get(file) ?? []
    const added = file === entry ? loaded : loaded.filter((path) => !first.includes(path))
    const bytes = added.reduce((sum, path) => sum + metafile.outputs[path]!.bytes, 0)
    return { name: quoteParts[file] ?? file, bytes }
  })
}

/** Lists a file and the files that it imports statically. */
function listLoaded(metafile: Metafile, path: string, seen: readonly string[] = []): readonly string[] {
  const output = metafile.outputs[path]
  if (!output || seen.includes(path)) return seen
  const imports = output.imports.filter(({ kind }) => kind === 'import-statement')
  return imports.reduce((all, each) => listLoaded(metafile, each.path, all), [
    ...seen,
    path,
  ] as readonly string[])
}

function toText(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}

function toTenths(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

function isOff(bytes: number, written: string | undefined): boolean {
  return Math.abs(bytes / 1000 - Number(written)) > Math.max(0.5, bytes / 1000 / 50)
}
