import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import MiniSearch from 'minisearch'
import { searchOptions } from '../../site/.vitepress/search.js'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'site/dist')

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

type Artifact = { contractName: string; abi: { type: string; name?: string }[] }

describe("the site's search", () => {
  const artifacts = globSync('artifacts/contracts/**/*.json', {
    cwd: root,
    exclude: ['**/mocks/**', '**/*.t.sol/**'],
  }).map((file): Artifact => JSON.parse(readFileSync(join(root, file), 'utf8')))
  let index: string
  let engine: MiniSearch

  before(async () => {
    const [file] = globSync(join(built, 'assets/chunks/@localSearchIndexroot.*.js'))
    if (!file) throw new Error('The site is not built: npm run build --prefix site')
    index = file
    // What the search box does with the index.
    engine = MiniSearch.loadJSON((await import(file)).default, {
      fields: ['title', 'titles', 'text'],
      storeFields: ['title'],
      ...searchOptions.options,
      searchOptions: searchOptions.searchOptions,
    })
  })

  it('loads at most 200 kB before the first result', () => {
    expect(gzipSync(readFileSync(index)).length).to.be.at.most(200_000)
  })

  for (const [question, page] of Object.entries(questions)) {
    it(`finds ${page} first for "${question}"`, () => {
      expect(engine.search(question)[0]?.id.split('.html')[0]).to.equal(`/${page}`)
    })
  }

  it('finds every error and every entry by its name', () => {
    const documented = readFileSync(join(root, 'docs/errors.md'), 'utf8').match(/(?<=^### )\w+$/gm) ?? []
    const entries = globSync('api/fillproof/{,*/}index.html', { cwd: built }).map((page) =>
      page.slice(4, -11),
    )
    const errors = artifacts.flatMap(({ abi }) =>
      abi.flatMap(({ type, name }) => (type === 'error' && name ? name : [])),
    )
    // The search box shows 16.
    const isShown = (name: string) =>
      engine
        .search(name)
        .slice(0, 16)
        .some(({ title }) => title === name)
    const names = new Set([...documented, ...errors, ...entries])
    expect(names.size).to.be.above(150)
    expect([...names].filter((name) => !isShown(name))).to.deep.equal([])
  })

  it('has a section for each public name of each contract', () => {
    const sections = artifacts.flatMap(({ contractName, abi }) =>
      abi.flatMap(({ name }) => (name ? `/contracts/${contractName}.html#${name.toLowerCase()}` : [])),
    )
    expect(sections.length).to.be.above(500)
    expect(sections.filter((section) => !engine.has(section))).to.deep.equal([])
  })
})
