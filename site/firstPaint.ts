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
  const preloads = [...html.matchAll(/<picture>.*?<\/picture>/gs)].flatMap(([picture]) => preload(picture))
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

/** Asks for the one image of a picture that the browser shows: its first source that matches, or else its `img`. */
function preload(picture: string): string[] {
  const sources = [...picture.matchAll(/<source media="([^"]+)" srcset="([^"]+)"/g)]
  const [, image = ''] = /<img[^>]* src="([^"]+)"/.exec(picture) ?? []
  const earlier = (count: number) => sources.slice(0, count).map(([, media]) => `(not (${media}))`)
  const link = (media: string[], href: string) =>
    `<link rel="preload" as="image" media="${media.join(' and ')}" href="${href}" fetchpriority="high">`
  return [
    ...sources.map(([, media, href = ''], index) => link([...earlier(index), `(${media})`], href)),
    link(earlier(sources.length), image),
  ]
}
