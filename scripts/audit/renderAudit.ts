// The parts of docs/audit.md that the sources and the compiler say.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Sources that an auditor reads: what is deployed, and what integrators inherit. */
const scope = globSync('contracts/**/*.sol', { cwd: root })
  .filter((file) => !/^contracts\/(mocks|testing|examples)\//.test(file))
  .sort()

const layouts = JSON.parse(read('test/vectors/storage-layouts.json')) as Record<
  string,
  Record<string, string[]>
>

type Entry = { file: string; name: string; rest: string }

/** Replaces each part between its markers. */
export function renderAudit(text: string): string {
  const parts = { scope: renderScope(), entries: renderEntries(), storage: renderStorage() }
  return Object.entries(parts).reduce((before, [name, content]) => {
    const markers = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end of ${name} -->)`)
    if (!markers.test(before)) throw new Error(`docs/audit.md has no markers for ${name}`)
    return before.replace(markers, (_, start: string, end: string) => start + content + end)
  }, text)
}

function renderScope(): string {
  const rows = scope.map((file) => {
    const lines = read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const count = lines.split('\n').filter((line) => line.trim()).length
    return { count, row: `| [${file}](../${file}) | ${count} |` }
  })
  const sum = rows.reduce((total, { count }) => total + count, 0)
  return [
    `| file | lines of code |`,
    `| --- | --- |`,
    ...rows.map(({ row }) => row),
    `| all | ${sum} |`,
  ].join('\n')
}

/** External and public functions that can change state. */
function findEntries(): Entry[] {
  return scope
    .filter((file) => !file.includes('/interfaces/'))
    .flatMap((file) =>
      [...read(file).matchAll(/function (\w+)\([^)]*\)\s*((?:external|public)[^{;]*)\{/g)]
        .map(([, name = '', rest = '']) => ({ file, name, rest: rest.replaceAll(/\s+/g, ' ').trim() }))
        .filter(({ rest }) => !/\b(view|pure)\b/.test(rest)),
    )
}

function renderEntries(): string {
  const rows = findEntries().map(({ file, name, rest }) => {
    const caller =
      /onlyRole\((\w+)\)/.exec(rest)?.[1] ?? (rest.includes('initializer') ? 'anyone, once' : 'anyone')
    const guards = ['payable', 'nonReentrant'].filter((word) => rest.includes(word)).join(', ')
    return `| [${file.replace('contracts/', '')}](../${file}) | \`${name}\` | ${caller} | ${guards} |`
  })
  return ['| contract | function | caller | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function renderStorage(): string {
  return Object.entries(layouts)
    .map(([contract, spaces]) => {
      const lines = Object.entries(spaces).flatMap(([space, slots]) => [
        ...(slots.length ? [`${space}`, ...slots.map((slot) => `  ${slot}`)] : []),
      ])
      return `### ${contract}\n\n\`\`\`text\n${lines.join('\n') || 'no state'}\n\`\`\``
    })
    .join('\n\n')
}
