import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { slug } from 'github-slugger'

type Page = { name: string; file: string; text: string }

const groups = { functions: 'Functions', classes: 'Errors', variables: 'Constants', 'type-aliases': 'Types' }

/**
 * Makes one page for each function with its types on it, and one for the errors, constants and other types of an entry.
 * `sentences` says what each entry is for.
 */
export function groupPages(folder: string, sentences: Record<string, string>): void {
  const places = new Map<string, string>()
  const pages: [file: string, parts: Page[]][] = []
  const entries = globSync('fillproof/{,*/}index.md', { cwd: folder }).map((file) =>
    join(folder, dirname(file)),
  )
  for (const entry of entries) {
    const found = Object.fromEntries(
      [...Object.keys(groups), 'interfaces'].map((kind) => [kind, readPages(join(entry, kind))]),
    )
    const functions = found.functions!.map((page): [string, Page[]] => [page.file, [page]])
    const types = [...found['type-aliases']!, ...found.interfaces!].filter((type) => {
      const own = functions.find(([, [page]]) => isTypeOf(type.name, page!.name))
      own?.[1].push(type)
      return !own
    })
    const isError = ({ name }: Page) => name.endsWith('Error')
    const others = {
      errors: [...found.classes!, ...found.variables!.filter(isError)].map(cutInherited),
      constants: found.variables!.filter((page) => !isError(page)).map(cutType),
      types,
    }
    const shared = Object.entries(others).map(([name, parts]): [string, Page[]] => [
      join(entry, `${name}.md`),
      [{ name: '', file: '', text: `# ${name[0]!.toUpperCase()}${name.slice(1)}\n` }, ...parts],
    ])
    const own = [...functions, ...shared.filter(([, parts]) => parts.length > 1)]
    for (const [file, parts] of own) {
      for (const [index, part] of parts.entries()) {
        places.set(part.file, index === 0 ? file : `${file}#${slug(part.name)}`)
      }
    }
    pages.push(...own)
    const name = relative(folder, entry)
    const list = [functions.map(([, [page]]) => page!), ...Object.values(others)].flatMap((parts, index) => [
      ...(parts.length > 0 ? [`\n## ${Object.values(groups)[index]}\n`] : []),
      ...parts.map(
        (part) =>
          `- [${part.name}](${relative(entry, part.file)})${index > 1 ? '' : `: ${readSentence(part)}`}`,
      ),
    ])
    const [, again = ''] = readFileSync(join(entry, 'index.md'), 'utf8').split('## References\n')
    const references = again.replaceAll(/^### .*\n+Re-exports (.*)\n/gm, '- $1').replaceAll(/\n+/g, '\n')
    const ending = again ? ['## Exported here too', references] : []
    const text = [`# ${name}`, sentences[name], list.join('\n'), ...ending].join('\n\n')
    pages.push([join(entry, 'index.md'), [{ name, file: join(entry, 'index.md'), text }]])
  }
  for (const [file, parts] of pages) {
    const text = parts.map((part, index) =>
      move(index === 0 ? part.text : demote(part), part.file, file, places),
    )
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.join('\n\n'))
  }
  for (const kind of ['classes', 'variables', 'type-aliases', 'interfaces']) {
    for (const entry of entries) rmSync(join(entry, kind), { recursive: true, force: true })
  }
  const rows = entries.map((entry) => relative(folder, entry)).sort()
  const table = rows.map((name) => `| [\`${name}\`](${name}/index.md) | ${sentences[name]} |`).join('\n')
  writeFileSync(join(folder, 'index.md'), `# TypeScript\n\n| entry | contents |\n| --- | --- |\n${table}\n`)
}

function readPages(folder: string): Page[] {
  return globSync('*.md', { cwd: folder })
    .sort()
    .map((file) => ({
      name: basename(file, '.md'),
      file: join(folder, file),
      text: readFileSync(join(folder, file), 'utf8').replace(/^# (?:~~)?[\w ]+: (\w+).*$/m, '# $1'),
    }))
}

function isTypeOf(type: string, name: string): boolean {
  const suffix = type.slice(name.length)
  return (
    type.toLowerCase().startsWith(name.toLowerCase()) &&
    /^(Parameters|ReturnType|ErrorType|Options)$/.test(suffix)
  )
}

/** Readers of an ABI want its name; its type is a megabyte of HTML. */
function cutType(page: Page): Page {
  return { ...page, text: page.text.replace(/^```ts\n(?:.*\n){20,}?```$/m, '') }
}

/** Every error has what FillproofError has. */
function cutInherited(page: Page): Page {
  const members = page.text
    .split(/^(?=#{2,3} )/m)
    .filter((part) => !/^#### (Inherited from|Overrides)$/m.test(part))
  return {
    ...cutType(page),
    text: members.join('').replaceAll(/^## (Constructors|Methods|Extends)\n+(?=## |$)/gm, ''),
  }
}

/** The first sentence of a docstring, after the signature. */
function readSentence({ text }: Page): string {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const sentence = /^(?![#|*>-])\S[\s\S]*?\.(?=\s|$)/m.exec(prose)?.[0] ?? ''
  return sentence.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

function demote({ text }: Page): string {
  return text.replaceAll(/^#### (.*)$/gm, '**$1**').replaceAll(/^(#{1,3}) /gm, '#$1 ')
}

function move(text: string, from: string, to: string, places: Map<string, string>): string {
  return text.replaceAll(/\]\(([\w./-]+\.md)(?:#[\w-]*)?\)/g, (link, path: string) => {
    const place = places.get(join(dirname(from), path))
    return place === undefined ? link : `](${relative(dirname(to), place)})`
  })
}
