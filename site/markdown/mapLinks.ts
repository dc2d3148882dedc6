import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { generated, root, written } from '../paths.js'

/** Turns links that work in the repository into links of the site. A link to a file that is no page leads to its source. */
export function mapLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('map-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href !== null) token.attrSet('href', mapLink(href, env.realPath ?? env.path))
      }
    }
  })
}

function mapLink(href: string, from: string): string {
  if (/^(\w+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(from), decodeURI(path))
  return `/${toPage(target)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** The place of a file in the site, without a leading slash. */
export function toPage(target: string): string {
  const inGenerated = relative(generated, target)
  if (!inGenerated.startsWith('..')) return inGenerated
  const file = relative(root, target)
  if (file === 'README.md') return 'index.md'
  if (file.startsWith('docs/') && written.includes(file)) return file.slice('docs/'.length)
  // Names that differ by their case alone would be one page.
  if (written.includes(file)) return `project/${file.toLowerCase()}`
  if (!existsSync(target)) throw new Error(`A page links to ${file}, which does not exist.`)
  return `source/${file}.md`
}
