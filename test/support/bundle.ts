import { expect } from 'chai'
import { type BuildOptions, build } from 'esbuild'

/** Bundles what a process of Node is started with: it starts several times faster than the sources. */
export async function bundleForNode(options: BuildOptions): Promise<void> {
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Some packages are CommonJS, and ask for Node's own modules. The sources have a `createRequire` of their own.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url)",
    },
    logLevel: 'error',
    ...options,
  })
}

/** Bundles an entry for a browser, as the global `entry`; fails when it needs what only Node has. */
export async function bundleForBrowser(entryPoint: string): Promise<{ text: string; files: string[] }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'entry',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
  expect(imports.filter(({ path, external }) => external || path.startsWith('node:'))).deep.equal([])
  return { text: outputFiles[0]!.text, files: Object.keys(metafile.inputs) }
}
