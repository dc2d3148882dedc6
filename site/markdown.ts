import { renderMermaidSVG } from 'beautiful-mermaid'
import convert from 'npm-to-yarn'
import type { MarkdownRenderer } from 'vitepress'
import { mapLink } from './pages.js'

const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const
const colors = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', muted: 'var(--vp-c-text-2)' }

/** Shows Markdown that is written for the repository: its links, its diagrams and its `npm install` in the site. */
export function adaptMarkdown({ core, renderer: { rules } }: MarkdownRenderer): void {
  const { fence, link_open: openLink } = rules
  rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]!
    return info.trim() === 'mermaid' ? drawDiagram(content) : fence!(tokens, index, ...rest)
  }
  rules.link_open = (tokens, index, options, env, self) => {
    const link = tokens[index]!
    const href = mapLink(link.attrGet('href')!, env.realPath ?? env.path)
    link.attrs = href === undefined ? [] : [['href', href]]
    return openLink!(tokens, index, options, env, self)
  }
  core.ruler.before('normalize', 'package-managers', (state) => {
    const installs = /^```sh\n((?:npm install (?!--prefix)[^&\n]+\n)+)```$/gm
    state.src = state.src.replaceAll(installs, (_, commands: string) => {
      const tabs = managers.map((name) => `\`\`\`sh [${name}]\n${convert(commands, name)}\`\`\``)
      return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`
    })
  })
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
