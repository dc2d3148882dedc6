import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const stylesheet = /<link rel="preload stylesheet" href="([^"]+)" as="style">/g
const script = /<link rel="modulepreload"[^>]*>|<script type="module" src="[^"]+"><\/script>/g

/**
 * Makes a page paint with its first answer on a slow network: its styles are in it, its picture is asked for with the first
 * bytes, and scripts come last.
 */
export function quickenPage(html: string, outDir: string): string {
  const late: string[] = []
  const pictures = [
    ...html.matchAll(/<source media="\(([^)]+)\)" srcset="([^"]+)">\s*<img[^>]* src="([^"]+)"/g),
  ]
  const preloads = pictures.flatMap(([, media = '', dark = '', light = '']) => [
    `<link rel="preload" as="image" media="(${media})" href="${dark}" fetchpriority="high">`,
    `<link rel="preload" as="image" media="not all and (${media})" href="${light}" fetchpriority="high">`,
  ])
  return html
    .replaceAll(stylesheet, (link, path: string) => {
      const file = join(outDir, path)
      if (existsSync(file)) return `<style>${readFileSync(file, 'utf8')}</style>`
      late.push(link)
      return ''
    })
    .replaceAll(script, (tag) => {
      if (tag.startsWith('<script')) late.push(tag)
      return ''
    })
    .replace('</title>', () => `</title>${preloads.join('')}`)
    .replace('</body>', () => `${late.join('')}</body>`)
}
