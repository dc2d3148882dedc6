import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import MiniSearch, { type SearchResult } from 'minisearch'
import { searchOptions } from '../.vitepress/search.js'
import type { Contract } from '../api/compileContracts.js'
import { built, readEntries, root } from '../paths.js'

/** As many as the search box shows. */
const shown = 16
const indexLimit = 200_000

/** The page that has to come first. */
const questions = {
  'how do I receive fills in my contract': 'tasks/receive-fills',
  'can I use it with my service': 'tasks/services',
  'what does a fill prove': 'tasks/what-a-fill-proves',
  'does it work with Across': 'tasks/services',
  install: 'library',
  'test my receiver': 'tasks/test-receiver',
  'hardhat 2': 'guides/hardhat-2',
  foundry: 'guides/foundry',
  'forged attestation': 'tasks/test-receiver',
  refundTo: 'integration',
  'settled is not paid': 'integration',
  'rotate a solver': 'tasks/operate',
  pause: 'tasks/operate',
  'deploy to two chains': 'deploy',
  'run a keeper': 'tasks/keeper',
  'verify a webhook': 'client',
  UnknownSolver: 'errors',
  RequestExpired: 'errors',
  AuthorizationStale: 'errors',
  payReceiver: 'api/fillproof/client/functions/payReceiver',
}

/** Questions lead where they are answered, each error and entry is found, and the index stays small. */
export async function checkSearch(contracts: Contract[]): Promise<string[]> {
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: built })
  const size = gzipSync(readFileSync(join(built, file!))).length
  const { default: index } = await import(join(built, file!))
  const engine = MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...searchOptions.options,
    searchOptions: searchOptions.searchOptions,
  })
  const search = (text: string): SearchResult[] => engine.search(text).slice(0, shown)
  const names = [...readErrors(contracts), ...readEntries().map(({ name }) => name)]
  return [
    ...(size > indexLimit ? [`The search index has ${size} bytes compressed, more than ${indexLimit}.`] : []),
    ...Object.entries(questions).flatMap(([question, page]) => {
      const first = search(question)[0]?.id
      return first?.split('.html')[0] === `/${page}`
        ? []
        : [`A search for ${question} leads to ${first} first, not to ${page}.`]
    }),
    ...names
      .filter((name) => !search(name).some(({ title }) => title === name))
      .map((name) => `A search for ${name} does not find it.`),
  ]
}

function readErrors(contracts: Contract[]): string[] {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const classes = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  const errors = contracts.flatMap(({ items }) => items.filter(({ type }) => type === 'error'))
  return [...new Set([...classes, ...errors.map(({ name }) => name)])]
}
