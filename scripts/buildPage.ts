/**
 * Builds the page of `fillproof inspect` as static files, in `dist/page`.
 *
 * Run: `node --import tsx scripts/buildPage.ts`. `npm run build` runs it last.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const outdir = join(root, 'dist/page')

rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: { app: 'src/page/app.ts', worker: 'src/page/records/worker.ts' },
  outdir,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // zod generates code at run time, which the page's policy forbids, unless this is set before its first schema.
  banner: { js: 'globalThis.__zod_globalConfig={jitless:true};' },
  // The licenses of the packages require this.
  legalComments: 'linked',
  chunkNames: 'chunk-[hash]',
  logLevel: 'warning',
})
const page = join(root, 'src/page')
for (const name of ['style.css', 'icon.svg']) cpSync(join(page, name), join(outdir, name))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const html = readFileSync(join(page, 'index.html'), 'utf8')
writeFileSync(
  join(outdir, 'index.html'),
  html.replace('id="colophon"', `id="colophon" data-version="${version}"`),
)

// The examples are known answers from the tests.
const { record } = JSON.parse(readFileSync(join(root, 'test/vectors/attestation-v1-live.json'), 'utf8'))
const forged = { ...record, requestData: { ...record.requestData, originAmount: '7000000000000000000' } }
writeFileSync(join(outdir, 'genuine.json'), JSON.stringify(record, undefined, 2))
writeFileSync(join(outdir, 'forged.json'), JSON.stringify(forged, undefined, 2))
cpSync(join(root, 'test/vectors/records.ndjson'), join(outdir, 'records.ndjson'))
