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
    return { text, items: own.map(toItem) }
  })
  const entries = readEntries().map(({ name }) => ({ text: name, link: `/api/${name}/index.md` }))
  const contents = { text: 'TypeScript', link: '/api/index.md', items: entries }
  return {
    '/': pages,
    '/api/': [contents],
    ...Object.fromEntries(
      entries.map(({ text, link }) => [
        `/api/${text}/`,
        [{ text: contents.text, link: contents.link }, { text, link }, ...readSections(`api/${text}`)],
      ]),
    ),
    '/contracts/': [{ text: 'Solidity', link: '/contracts/index.md' }, ...readSections('contracts')],
  }
}

function toItem(file: string): Items[number] {
  const heading = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`${file} has no heading.`)
  return { text: heading.replaceAll('`', ''), link: `/${toPage(join(root, file))}` }
}

/** The sections of a generated index, with what each links to; of an entry only its functions have pages. */
function readSections(folder: string): Items {
  const [, ...sections] = readFileSync(join(generated, folder, 'index.md'), 'utf8').split(/^## /m)
  return sections.flatMap((section) => {
    const items = [...section.matchAll(/^[|-] \[(\w+)\]\(([^)#]*)\)/gm)].map(([, text = '', link]) => ({
      text,
      link: `/${folder}/${link}`,
    }))
    return items.length > 0 ? [{ text: section.split('\n', 1)[0]!, items }] : []
  })
}
