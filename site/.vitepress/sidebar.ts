import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { toPage } from '../markdown/mapLinks.js'
import { generated, readEntries, root, written } from '../paths.js'

type Items = DefaultTheme.SidebarItem[]

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)

/** A page is in the first group that names it, so "Reference" has every other page of docs/. */
const groups: Record<string, string[]> = {
  Start: ['README.md', ...docs('tasks/services', 'tasks/receive-fills', 'tasks/what-a-fill-proves')],
  Tasks: [
    ...docs(
      'tasks/test-receiver',
      'tasks/keeper',
      'tasks/operate',
      'guard',
      'tasks/verify-history',
      'tasks/migrate',
    ),
    ...written.filter((file) => file.startsWith('docs/tasks/')),
  ],
  'In depth': docs('integration', 'evidence', 'recipients', 'settlement', 'security', 'assurance'),
  'By tool chain': written.filter((file) => file.startsWith('docs/guides/')),
  'Command line': docs('cli', 'deploy', 'verify', 'inspect', 'check', 'authorize', 'watch', 'pause', 'demo'),
  Reference: written.filter((file) => file.startsWith('docs/')),
  Project: written.filter((file) => !file.includes('/')),
}

/** Every page holds its sidebar, so the long references have their own. */
export function makeSidebar(): DefaultTheme.SidebarMulti {
  const placed = new Set<string>()
  const pages = Object.entries(groups).map(([text, files]) => {
    const own = [...new Set(files)].filter((file) => !placed.has(file))
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
