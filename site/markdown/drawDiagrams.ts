import { renderMermaidSVG } from 'beautiful-mermaid'
import type { MarkdownRenderer } from 'vitepress'

const options = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  muted: 'var(--vp-c-text-2)',
  line: 'var(--vp-c-text-2)',
  border: 'var(--vp-c-text-3)',
  transparent: true,
  padding: 8,
}

/** Draws mermaid blocks while the site is built, in the colors of the theme. */
export function drawDiagrams(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence!
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index]!
    return info.trim() === 'mermaid' ? draw(content) : fence(tokens, index, options, env, self)
  }
}

function draw(text: string): string {
  const svg = renderMermaidSVG(text, options)
    // The font would come from another host; the page has its own.
    .replaceAll(/@import url\([^)]*\);/g, '')
    .replaceAll("'Inter', system-ui, sans-serif", 'inherit')
  // Vue takes no style element in a template.
  const template = svg.replace('<style>', `<component :is="'style'">`).replace('</style>', '</component>')
  return `<div class="diagram">${template}</div>`
}
