import { renderMermaidSVG } from 'beautiful-mermaid'
import convert from 'npm-to-yarn'
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress'
import { mapLink } from './pages.js'

type ShikiTransformer = NonNullable<MarkdownOptions['codeTransformers']>[number]

const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const
const colors = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', muted: 'var(--vp-c-text-2)' }

/** Maps links of the repository before a page is read; a link to a file without a page becomes its text. */
export const mapLinks = {
  name: 'map-links',
  enforce: 'pre' as const,
  transform(text: string, file: string) {
    if (!file.endsWith('.md')) return
    return text.replaceAll(
      /^(```+)[\s\S]*?^\1$|\[((?:`[^`]*`|[^[\]`])*)\]\(([^)\s]+)\)|`[^`\n]*`/gm,
      (all, _, label, href) => {
        if (href === undefined) return all
        const link = mapLink(href, file)
        return link ? `[${label}](${link})` : label
      },
    )
  },
}

/** Shows the diagrams and each `npm install` of Markdown that is written for the repository. */
export function adaptMarkdown({ core, renderer: { rules } }: MarkdownRenderer): void {
  const { fence } = rules
  rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]!
    return info.trim() === 'mermaid' ? drawDiagram(content) : fence!(tokens, index, ...rest)
  }
  core.ruler.before('normalize', 'package-managers', (state) => {
    const installs = /^```sh\n((?:npm install (?!--prefix)[^&\n]+\n)+)```$/gm
    state.src = state.src.replaceAll(installs, (_, commands: string) => {
      const tabs = managers.map((name) => `\`\`\`sh [${name}]\n${convert(commands, name)}\`\`\``)
      return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`
    })
  })
}

/** A line that is longer than its column continues two characters behind its own beginning. */
export const hangLines: ShikiTransformer = {
  line(node, line) {
    const [indent = ''] = /^ */.exec(this.source.split('\n')[line - 1] ?? '') ?? []
    node.properties.style = `--hang:${indent.length + 2}ch`
  },
}

function drawDiagram(text: string): string {
  const svg = renderMermaidSVG(text, { ...colors, transparent: true, padding: 8 })
    // The font would come from another host; the page has its own.
    .replaceAll(/@import url\([^)]*\);/g, '')
    .replaceAll("'Inter', system-ui, sans-serif", 'inherit')
  // Vue takes no style element in a template.
  const template = svg.replace('<style>', `<component :is="'style'">`).replace('</style>', '</component>')
  return `<div class="diagram" tabindex="0">${template}</div>`
}
