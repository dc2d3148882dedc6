import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import { slug } from 'github-slugger'
import MiniSearch from 'minisearch'
import { launchBrowser } from '../test/inspect/page/browser.js'
import { searchOptions } from './.vitepress/search.js'
import { built, readArtifacts, root } from './pages.js'

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
const looked = [
  'index',
  'tasks/receive-fills',
  questions.payReceiver,
  'contracts/SignedOrderReceiver',
  'project/architecture',
]

/** What is wrong with the built pages. */
export async function findProblems(): Promise<string[]> {
  // Every link leads to a page, and to an anchor of it.
  execFileSync(join(import.meta.dirname, 'node_modules/.bin/check-html-links'), [built], { stdio: 'inherit' })
  return [...(await checkSearch()), ...(await checkPages())]
}

/** Questions lead where they are answered, each error and entry is found, each name has a section, the index is small. */
async function checkSearch(): Promise<string[]> {
  const [file = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: built })
  const size = gzipSync(read(file)).length
  console.log(`The search index has ${size} bytes, compressed.`)
  const { default: index } = await import(join(built, file))
  const fields = { fields: ['title', 'titles', 'text'], storeFields: ['title'] }
  const { options, searchOptions: ranking } = searchOptions
  const engine = MiniSearch.loadJSON(index, { ...fields, ...options, searchOptions: ranking })
  const items = readArtifacts().flatMap(({ contractName, abi }) =>
    abi.flatMap((item) => ('name' in item ? { contractName, type: item.type, name: item.name } : [])),
  )
  const documented = readFileSync(join(root, 'docs/errors.md'), 'utf8').match(/(?<=^### )\w+$/gm) ?? []
  const entries = globSync('api/fillproof/{,*/}index.html', { cwd: built }).map((page) => page.slice(4, -11))
  const errors = items.filter(({ type }) => type === 'error').map(({ name }) => name)
  const first = (question: string) => engine.search(question)[0]?.id.split('.html')[0]
  return [
    ...(size > 200_000 ? ['That is more than 200,000.'] : []),
    ...Object.entries(questions)
      .filter(([question, page]) => first(question) !== `/${page}`)
      .map(
        ([question, page]) => `A search for ${question} leads to ${first(question)} first, not to ${page}.`,
      ),
    // The search box shows 16.
    ...[...new Set([...documented, ...errors, ...entries])]
      .filter(
        (name) =>
          !engine
            .search(name)
            .slice(0, 16)
            .some(({ title }) => title === name),
      )
      .map((name) => `A search for ${name} does not find it.`),
    ...items
      .filter(({ contractName, name }) => !engine.has(`/contracts/${contractName}.html#${slug(name)}`))
      .map(({ contractName, name }) => `${name} of ${contractName} has no section.`),
  ]
}

/** A page of each kind, light and dark, loads nothing from another host and has no violation of axe's rules. */
async function checkPages(): Promise<string[]> {
  const browser = await launchBrowser()
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme })
    await page.route('**', (route) => {
      const { host, pathname } = new URL(route.request().url())
      if (host === 'site') return route.fulfill({ path: join(built, pathname) })
      problems.push(`${page.url()} loads ${route.request().url()}.`)
      return route.abort()
    })
    for (const name of looked) {
      await page.goto(`http://site/${name}.html`)
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
      problems.push(
        ...violations.map(({ id, nodes }) => `${page.url()}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
      )
    }
  }
  await browser.close()
  return problems
}

function read(file: string): string {
  return readFileSync(join(built, file), 'utf8')
}
