/**
 * Builds the page of `fillproof inspect` as static files, in `dist/page`.
 *
 * Run: `node --import tsx scripts/buildPage.ts`. `npm run build` runs it last.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const outdir = join(root, 'dist/page')

rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: { app: 'src/inspect/page/app.ts', worker: 'src/inspect/page/records/worker.ts' },
  outdir,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // zod makes code at run time unless it is told before its first schema; the page's policy forbids that.
  banner: { js: 'globalThis.__zod_globalConfig={jitless:true};' },
  // What the packages ask of their licenses.
  legalComments: 'linked',
  chunkNames: 'chunk-[hash]',
  logLevel: 'warning',
})
for (const name of ['index.html', 'style.css', 'icon.svg']) {
  cpSync(join(root, 'src/inspect/page', name), join(outdir, name))
}
