import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Abi } from 'viem'
import type { DefaultTheme } from 'vitepress'

export const root = join(import.meta.dirname, '..')
export const generated = join(import.meta.dirname, 'generated')
export const built = join(import.meta.dirname, 'dist')

/** What people write, in the order of the sidebar. A page is in the first group that names it. */
const groups = {
  Start: ['README.md', 'docs/tasks/{services,receive-fills,what-a-fill-proves}.md'],
  Tasks: ['docs/tasks/{test-receiver,keeper,operate}.md', 'docs/guard.md', 'docs/tasks/*.md'],
  'In depth': ['docs/{integration,evidence,recipients,settlement,security,assurance}.md'],
  'By tool chain': ['docs/guides/*.md'],
  'Command line': ['docs/{cli,deploy,verify,inspect,check,authorize,watch,pause,demo}.md'],
  Reference: ['docs/**/*.md'],
  Project: ['*.md'],
}

/** The place of a file's page in the site. Names that differ by their case alone would be one page. */
export function toPage(file: string): string {
  if (file === 'site/home.md') return 'index.md'
  return file
    .replace(/^(docs|site\/generated)\//, '')
    .replace(/^[A-Z]+\.md$/, (name) => `project/${name.toLowerCase()}`)
}

/** Where a link of the repository leads in the site; a file without a page has no place. */
export function mapLink(href: string, from: string): string | undefined {
  if (/^(\w+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(from, '..', decodeURI(path))
  if (!existsSync(target)) throw new Error(`${from} links to ${href}, which does not exist.`)
  return path.endsWith('.md') ? `/${toPage(relative(root, target))}${anchor ? `#${anchor}` : ''}` : undefined
}

/** The contracts and the entries have sidebars of their own, made with their pages. */
export function makeSidebar(): DefaultTheme.SidebarMulti {
  const placed = new Set<string>()
  const pages = Object.entries(groups).map(([text, patterns]) => {
    const files = new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))).difference(placed)
    for (const file of files) placed.add(file)
    return { text, items: [...files].map((file) => ({ text: readTitle(file), link: `/${toPage(file)}` })) }
  })
  const read = (file: string): DefaultTheme.SidebarItem[] =>
    JSON.parse(readFileSync(join(generated, file), 'utf8'))
  const entries = read('api/typedoc-sidebar.json')
  const contents = { text: 'TypeScript', link: '/api/index.md' }
  return {
    '/': pages,
    '/api/': [contents, ...entries.map(({ text, link }) => ({ text, link }))] as DefaultTheme.SidebarItem[],
    '/contracts/': read('contracts/sidebar.json'),
    ...Object.fromEntries(entries.map((entry) => [entry.link, [contents, entry]])),
  }
}

function readTitle(file: string): string {
  if (file === 'README.md') return 'Overview'
  const [, title = file] = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return title.replaceAll('`', '')
}

export type Artifact = { contractName: string; sourceName: string; buildInfoId: string; abi: Abi }

/** The published contracts, as Hardhat built them. */
export function readArtifacts(): Artifact[] {
  const exclude = ['**/mocks/**', '**/*.t.sol/**']
  const files = globSync('artifacts/contracts/**/*.json', { cwd: root, exclude }).sort()
  return files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')))
}
