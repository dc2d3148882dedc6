import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { toPage } from '../markdown/mapLinks.js'
import { generated, readEntries, root, written } from '../paths.js'

type Items = DefaultTheme.SidebarItem[]

/** The order of the first groups; every other page of docs/ is in the group "Reference". */
const groups: Record<string, string[]> = {
  Start: [
    'README.md',
    'docs/tasks/receive-fills.md',
    'docs/tasks/services.md',
    'docs/tasks/what-a-fill-proves.md',
  ],
  Tasks: written.filter((file) => file.startsWith('docs/tasks/')),
  'Test your receiver': written.filter((file) => file.startsWith('docs/guides/')),
  'Command line': [
    'cli',
    'deploy',
    'verify',
    'check',
    'authorize',
    'watch',
    'recipients',
    'demo',
    'troubles',
  ].map((name) => `docs/${name}.md`),
  Reference: written.filter((file) => /^docs\/[^/]+$/.test(file)),
  Project: written.filter((file) => !file.includes('/')),
}

/** Every page is in exactly one group, the first that names it. Each page holds its sidebar, so references have their own. */
export function makeSidebar(): DefaultTheme.SidebarMulti {
  const placed = new Set<string>()
  const pages = Object.entries(groups).map(([text, files]) => {
    const own = files.filter((file) => !placed.has(file))
    for (const file of own) placed.add(file)
    return { text, collapsed: false, items: own.map(toItem) }
  })
  const entries = readEntries().map(({ name }) => ({ text: name, link: `/api/${name}/index.md` }))
  return {
    '/': pages,
    '/api/': [{ text: 'TypeScript', link: '/api/index.md', items: entries }],
    '/contracts/': [{ text: 'Solidity', link: '/contracts/index.md', items: readContracts() }],
    '/source/': [],
  }
}

function toItem(file: string): Items[number] {
  const heading = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`${file} has no heading.`)
  return { text: heading.replaceAll('`', ''), link: `/${toPage(join(root, file))}` }
}

function readContracts(): Items {
  const index = readFileSync(join(generated, 'contracts/index.md'), 'utf8')
  return [...index.matchAll(/^\| \[(\w+)\]/gm)].map(([, name]) => ({
    text: name,
    link: `/contracts/${name}.md`,
  }))
}
