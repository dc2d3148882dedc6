import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, written } from '../paths.js'
import { toPage } from './mapLinks.js'

/** The first paragraph of a page, without its links and marks, in at most 160 characters. */
export function describePage(file: string): string | undefined {
  const text = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
  const paragraph = /^(?![#`|<:!-])\S[\s\S]*?(?=\n\n|\n*$(?![\s\S]))/m.exec(text)?.[0] ?? ''
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '')
  return plain.replaceAll('\n', ' ').replace(/^(.{0,160}\S)\s.*$/, '$1')
}

/** Writes each page that people write as Markdown next to its HTML, and `llms.txt`, which lists them. */
export function writePlainText(folder: string): void {
  const rows = written.map((file) => {
    const page = toPage(join(root, file))!
    copyFileSync(join(root, file), join(folder, page))
    const title = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
    return `- [${title}](/${page}): ${describePage(join(root, file))}`
  })
  writeFileSync(
    join(folder, 'llms.txt'),
    `# fillproof\n\n> ${describePage(join(root, 'README.md'))}\n\n${rows.join('\n')}\n`,
  )
}
