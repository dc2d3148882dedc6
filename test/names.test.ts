import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'chai'

const root = new URL('..', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const find = (pattern: string, exclude = ['**/{node_modules,artifacts,cache,dist,generated,.venv}/**']) =>
  globSync(pattern, { cwd: root, exclude }).sort()

const extensions = 'css,html,js,json,mjs,sh,sol,ts,txt,yaml,yml'
const code = find(
  `{*.{json,ts},.ci/*,{bench,container,contracts,examples,proofs,scripts,site,src,test}/**/*.{${extensions}}}`,
)
const packages = find('node_modules/@openzeppelin/contracts/**/*.sol', [])

/** Without comments, so that a name does not stand for itself. */
const readCode = (file: string) => {
  const text = read(file)
  return file.endsWith('.sol') ? text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') : text
}
const wordsOf = (text: string): string[] => text.match(/[\w$]+/g) ?? []
const solidity = new Set([
  ...code.filter((file) => file.startsWith('contracts/')).flatMap((file) => wordsOf(readCode(file))),
  ...packages.flatMap((file) => wordsOf(read(file))),
])
const words = new Set([...code.flatMap((file) => wordsOf(readCode(file))), ...solidity])
const baseNames = new Set([...code, ...packages].map((file) => basename(file)))
const ignored = new Set(read('.gitignore').split(/\/?\n/))

type Paper = { file: string; text: string; own: Set<string> }

const pages: Paper[] = find('{*.md,contracts/*.md,docs/**/*.md}').map((file) => {
  const text = read(file)
  const blocks = text.match(/^```[\s\S]*?^```$/gm) ?? []
  // A page may name what its own examples declare.
  return { file, text: text.replaceAll(/^```[\s\S]*?^```$/gm, ''), own: new Set(blocks.flatMap(wordsOf)) }
})
const comments: Paper[] = find('contracts/**/*.sol').map((file) => {
  const lines = read(file).match(/\/\/.*$|\/\*[\s\S]*?\*\//gm) ?? []
  return { file, text: lines.join('\n'), own: new Set<string>() }
})

/** A field of a file that another product reads. */
const others = new Set(['contract_spec'])

/** A name with a hump, an underscore, a member or an argument list; a plain word may be a value. */
const isName = (span: string) =>
  /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*(\([^)]*\))?$/.test(span) && /[a-z][A-Z]|_|\.|\(/.test(span)

function findUnknownNames({ file, text, own }: Paper): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return spans.filter(isName).flatMap((span) => {
    const parts = span.replace(/\(.*/, '').split('.')
    if (extensions.split(',').includes(parts.at(-1)!)) return []
    const known = (part: string) =>
      own.has(part) ||
      others.has(part) ||
      (part.startsWith('_') ? solidity : words).has(part) ||
      words.has(part.replace(/^fillproof_watch_/, '')) ||
      words.has(`check_${part}`)
    const [holder = '', member] = parts
    const isType = /^[A-Z]/.test(holder)
    const homes = code.filter((path) => isType && [`${holder}.sol`, `${holder}.ts`].includes(basename(path)))
    // A proof is named without the prefix of its function.
    const isIn = (home: string) =>
      wordsOf(readCode(home)).some((word) => word.replace(/^check_/, '') === member)
    const isMember = !member || !homes.length || homes.some(isIn)
    return parts.every(known) && isMember ? [] : [`${file}: ${span}`]
  })
}

function findDeadPaths({ file, text }: Paper): string[] {
  const paths = text.match(
    /(?<![\w/.@-])(bench|contracts|docs|examples|proofs|scripts|site|src|test)\/[\w./-]*\w/g,
  )
  const dead = (paths ?? []).filter((path) => {
    // A guide's reader has contracts and tests of their own.
    if (file.startsWith('docs/') && /^(contracts|test)\/[^/]+$/.test(path)) return false
    return !existsSync(new URL(path, root)) && ![path, ...path.split('/')].some((part) => ignored.has(part))
  })
  const names = file.endsWith('.sol') ? (text.match(/(?<![\w/.@-])\w+\.(sol|ts)\b/g) ?? []) : []
  return [...dead, ...names.filter((name) => !baseNames.has(name))].map((path) => `${file}: ${path}`)
}

describe('pages and NatSpec', () => {
  it('name only identifiers that exist', () => {
    expect(words.size).to.be.greaterThan(10_000)
    expect([...pages, ...comments].flatMap(findUnknownNames)).to.deep.equal([])
  })

  it('name only files that exist', () => {
    expect([...pages, ...comments].flatMap(findDeadPaths)).to.deep.equal([])
  })
})
