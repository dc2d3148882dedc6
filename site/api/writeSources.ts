import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { generated, readContractFiles, root, written } from '../paths.js'

const languages: Record<string, string> = { '.sol': 'solidity', '.ts': 'ts', '.json': 'json' }

/** Writes a page for each file and folder that a page links to, since a reader of the site may have no repository. */
export function writeSources(): void {
  const paths = new Set([...readContractFiles(), ...written.flatMap(findLinked)])
  for (const path of paths) {
    const page = join(generated, 'source', `${path}.md`)
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, `---\nsearch: false\n---\n\n# ${path}\n\n${render(path, paths)}\n`)
  }
}

/** The files and folders of the repository, apart from pages, that a page links to. */
function findLinked(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '')
  return [...text.matchAll(/(?<!!)\[[^\]]*\]\((?!https?:|#)([^)#\s]+)/g)]
    .map(([, link = '']) => join(dirname(file), link))
    .filter((path) => !written.includes(path))
}

function render(path: string, paths: Set<string>): string {
  const absolute = join(root, path)
  if (!statSync(absolute).isDirectory()) {
    return `\`\`\`\`${languages[extname(path)] ?? 'text'}\n${readFileSync(absolute, 'utf8').trimEnd()}\n\`\`\`\``
  }
  return readdirSync(absolute, { withFileTypes: true })
    .map((entry) => {
      const name = `\`${entry.name}${entry.isDirectory() ? '/' : ''}\``
      return paths.has(join(path, entry.name))
        ? `- [${name}](${basename(path)}/${entry.name}.md)`
        : `- ${name}`
    })
    .join('\n')
}
