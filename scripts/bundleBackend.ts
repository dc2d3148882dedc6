/**
 * Bundles libsecp256k1's WebAssembly build into `dist/batch/backends/createWasmBackend.js`, with its license.
 *
 * `npm run build` runs it after `tsc`.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const file = join(root, 'dist/batch/backends/createWasmBackend.js')
const license = readFileSync(join(root, 'node_modules/@bitauth/libauth/LICENSE'), 'utf8').trim()

await build({
  entryPoints: [file],
  outfile: file,
  allowOverwrite: true,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  external: ['hash-wasm'],
  banner: { js: `/* @bitauth/libauth, with libsecp256k1 in WebAssembly.\n\n${license}\n*/` },
  logLevel: 'warning',
})
rmSync(`${file}.map`)
