import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { generated, root, written } from '../paths.js'

/** Turns links that work in the repository into links of the site; a link to a file without a page is plain text. */
export function mapLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('map-links', ({ tokens, env }) => {
    for (const token of tokens) {
      let isPlain = false
      token.children = (token.children ?? []).filter((child) => {
        if (child.type === 'link_open') {
          const href = mapLink(child.attrGet('href')!, env.realPath ?? env.path)
          isPlain = href === undefined
          if (href !== undefined) child.attrSet('href', href)
        }
        const isKept = !isPlain || !child.type.startsWith('link_')
        if (child.type === 'link_close') isPlain = false
        return isKept
      })
    }
  })
}

function mapLink(href: string, from: string): string | undefined {
  if (/^(\w+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const page = toPage(join(dirname(from), decodeURI(path)))
  return page && `/${page}${anchor === undefined ? '' : `#${anchor}`}`
}

/** The place of a file's page in the site, without a leading slash. */
export function toPage(target: string): string | undefined {
  const inGenerated = relative(generated, target)
  if (!inGenerated.startsWith('..')) return inGenerated
  const file = relative(root, target)
  if (file.startsWith('docs/') && written.includes(file)) return file.slice('docs/'.length)
  // Names that differ by their case alone would be one page.
  if (written.includes(file)) return `project/${file.toLowerCase()}`
  if (!existsSync(target)) throw new Error(`A page links to ${file}, which does not exist.`)
  return undefined
}
