import { dirname, posix } from 'node:path'

/** The folders of `src` and its index, lowest first. Each imports from the rows before it, and from itself. */
const layers = [
  ['base', 'generated'],
  ['protocol'],
  ['service'],
  ['contract'],
  ['client', 'batch', 'webhooks', 'ignition', 'testing'],
  ['inspect', 'deploy', 'watch', 'mock'],
  ['index'],
  ['cli'],
  ['hardhat'],
]

/** Folders that run in a browser: they import no module of Node. */
const browser = ['base', 'generated', 'protocol', 'service', 'contract', 'client', 'webhooks', 'inspect']

/** What a browser can't load, although it lies below {@link browser}'s folders. */
const refused: Readonly<Record<string, readonly string[]>> = { inspect: ['webhooks', 'ignition', 'testing'] }

/**
 * Returns a line for each import that points upwards, sideways, or from a browser's folder to Node. Types count, except
 * types of Node.
 *
 * @param files - The text of each file, by its path below `src`.
 */
export function findUpwardImports(files: Iterable<readonly [path: string, text: string]>): string[] {
  return [...files].flatMap(([path, text]) =>
    [...text.matchAll(/(import type [^']*)?(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)]
      .filter(([, isType, target = '']) => !(isType && target.startsWith('node:')))
      .map(([, , target = '']) => explain(path, target))
      .filter((problem) => problem !== undefined),
  )
}

function explain(path: string, target: string): string | undefined {
  const from = folderOf(path)
  if (target.startsWith('node:')) {
    return browser.includes(from) ? `${path}: ${target} does not run in a browser` : undefined
  }
  const to = target.startsWith('.') ? folderOf(posix.join(dirname(path), target)) : from
  if (to === from) return undefined
  const isBelow = layerOf(to) < layerOf(from) && !refused[from]?.includes(to)
  return isBelow ? undefined : `${path}: ${target} is not below src/${from}`
}

/** `index` for `src/index.ts`. */
function folderOf(path: string): string {
  return path.split('/')[0]?.replace(/\.[jt]s$/, '') ?? ''
}

function layerOf(folder: string): number {
  const layer = layers.findIndex((folders) => folders.includes(folder))
  if (layer < 0)
    throw new Error(`The folder src/${folder} has no layer in scripts/layers/findUpwardImports.ts.`)
  return layer
}
