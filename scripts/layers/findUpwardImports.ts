import { dirname, posix } from 'node:path'

/**
 * The layers of `src`, lowest first. A place is a folder or a file; a longer name takes its files out of a shorter one.
 * Each place imports from earlier rows, and from itself.
 */
const layers = [
  ['base', 'generated'],
  ['protocol'],
  ['rules'],
  ['service'],
  ['contract'],
  ['client', 'quote', 'batch', 'webhooks', 'ignition', 'testing'],
  ['report'],
  ['page', 'deploy', 'watch', 'mock'],
  ['mock/http'],
  ['mock/startMockService'],
  ['mock/index'],
  ['index'],
  ['cli'],
  ['hardhat'],
]

/** Places that run in a browser. They import no Node module. */
const browser = [
  'base',
  'generated',
  'protocol',
  'rules',
  'service',
  'contract',
  'client',
  'quote',
  'webhooks',
  'report',
  'page',
]

/** Folders that a browser can't load, although they are below the places of {@link browser}. */
const refused: Readonly<Record<string, readonly string[]>> = {
  report: ['webhooks', 'ignition', 'testing'],
  page: ['webhooks', 'ignition', 'testing'],
}

/**
 * Returns a line for each import that points upwards, sideways, or from a browser's place to Node. Imports of types
 * count, except types of Node.
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
  const from = placeOf(path)
  if (target.startsWith('node:')) {
    return browser.includes(from) ? `${path}: ${target} does not run in a browser` : undefined
  }
  const to = target.startsWith('.') ? placeOf(posix.join(dirname(path), target)) : from
  if (to === from) return undefined
  if (layerOf(to) < layerOf(from) && !refused[from]?.includes(to)) return undefined
  const importers = layers.slice(layerOf(to) + 1).flat()
  const allowed = importers.filter((each) => !refused[each]?.includes(to)).join(', ') || 'nothing'
  return `${path}: src/${from} can't import ${target}, which is of src/${to}. May import it: ${allowed}`
}

/** Returns the place of a file: `index` for `src/index.ts`. */
function placeOf(path: string): string {
  const name = path.replace(/\.[jt]s$/, '')
  const places = layers.flat().filter((place) => name === place || name.startsWith(`${place}/`))
  const place = places.sort((one, other) => other.length - one.length)[0]
  if (place === undefined) throw new Error(`src/${path} has no layer in scripts/layers/findUpwardImports.ts.`)
  return place
}

function layerOf(place: string): number {
  return layers.findIndex((places) => places.includes(place))
}
