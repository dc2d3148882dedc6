import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { DefaultTheme } from 'vitepress'

export const root = join(import.meta.dirname, '..')
export const generated = join(import.meta.dirname, 'generated')

/** What people write, in the order of the sidebar. A page is in the first group that names it. */
const groups = {
  Start: ['README.md', 'docs/tasks/{services,receive-fills,what-a-fill-proves}.md'],
  Guides: ['docs/guides/{hardhat-3,foundry,server,browser}.md', 'docs/guides/*.md'],
  Tasks: ['docs/tasks/{check-quote,test-receiver,keeper,operate}.md', 'docs/guard.md', 'docs/tasks/*.md'],
  'In depth': ['docs/{integration,evidence,recipients,settlement,security,assurance,incidents}.md'],
  Experimental: ['docs/inbox.md'],
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
  return path.endsWith('.md') ? `/${toPage(relative(root, target))}${anchor ? `#${anchor}` : ''}` : undefined
}

/** The sidebars of what people write, of each entry, and of the contracts. */
export function makeSidebar(contracts: DefaultTheme.SidebarItem[]): DefaultTheme.SidebarMulti {
  const placed = new Set<string>()
  const pages = Object.entries(groups).map(([text, patterns]) => {
    const files = new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))).difference(placed)
    for (const file of files) placed.add(file)
    const items = [...files].map((file) => ({ text: readTitle(file), link: `/${toPage(file)}` }))
    return { text, items }
  })
  const file = readFileSync(join(generated, 'api/typedoc-sidebar.json'), 'utf8')
  const entries: { text: string; link: string }[] = JSON.parse(file)
  const contents = { text: 'TypeScript', link: '/api/index.md' }
  return {
    '/': pages,
    '/contracts/': contracts,
    '/api/': [contents, ...entries.map(({ text, link }) => ({ text, link }))],
    ...Object.fromEntries(entries.map((entry) => [entry.link, [contents, entry]])),
  }
}

function readTitle(file: string): string {
  if (file === 'README.md') return 'Overview'
  const [, title = file] = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return title.replaceAll('`', '')
}
