import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainedErrors } from '../../src/contract/checks.js'
import { generated } from '../paths.js'
import type { AstNode, Contract, Doc, Item } from './compileContracts.js'

const groups = ['Deploy', 'Inherit', 'Examples and tests', 'Interfaces and libraries'] as const
const titles = { function: 'Functions', event: 'Events', error: 'Errors' } as const

/** Writes a page for every published contract, from its NatSpec. */
export function writeContracts(contracts: Contract[]): void {
  const folder = join(generated, 'contracts')
  mkdirSync(folder, { recursive: true })
  for (const contract of contracts) writeFileSync(join(folder, `${contract.name}.md`), render(contract))
  writeFileSync(join(folder, 'index.md'), renderIndex(contracts))
}

function renderIndex(contracts: Contract[]): string {
  const sections = groups.map((group) => {
    const rows = contracts
      .filter((contract) => groupOf(contract) === group)
      .map(({ name, doc }) => `| [${name}](${name}.md) | ${toText(doc.notice ?? doc.details ?? '')} |`)
    return `## ${group}\n\n| contract | purpose |\n| --- | --- |\n${rows.join('\n')}\n`
  })
  return `# Solidity\n\n${sections.join('\n')}`
}

function groupOf({ file, isAbstract }: Contract): (typeof groups)[number] {
  if (/^contracts\/(examples|testing|local)\//.test(file)) return 'Examples and tests'
  if (/^contracts\/(interfaces|libraries|types)\//.test(file)) return 'Interfaces and libraries'
  return isAbstract ? 'Inherit' : 'Deploy'
}

function render({ name, file, doc, items, nodes }: Contract): string {
  const sections = Object.entries(titles).flatMap(([type, title]) => {
    const own = items.filter((item) => item.type === type).sort((a, b) => a.name.localeCompare(b.name))
    return own.length > 0 ? [`## ${title}`, ...own.flatMap(renderItem)] : []
  })
  const internal = nodes.filter(
    ({ nodeType, visibility }) => nodeType === 'FunctionDefinition' && visibility === 'internal',
  )
  if (internal.length > 0) {
    sections.push('## For contracts that inherit or use it', ...internal.flatMap(renderInternal))
  }
  const place = `\`import {${name}} from "fillproof/${file}";\``
  return [`# ${name}`, paragraphs(doc), place, ...sections].filter(Boolean).join('\n\n')
}

function renderItem({ type, name, doc, written }: Item): string[] {
  const remedy = type === 'error' ? explainedErrors[name]?.remedy : undefined
  return [
    `### ${name}`,
    written,
    paragraphs(doc),
    list(doc.params),
    list(doc.returns, 'Returns '),
    remedy ? `What to do: ${remedy}` : '',
  ]
}

/** What the ABI does not have, as it is written in the source. */
function renderInternal({ name, documentation, written }: AstNode): string[] {
  const text = (documentation?.text ?? '')
    .replaceAll(/^ *@(notice|dev|inheritdoc) /gm, '\n')
    .replaceAll(/^ *@(?:param|return) (\w+) /gm, '\n- `$1`: ')
  return [`### ${name}`, written, text.split('\n').map(toText).join('\n').trim()]
}

function paragraphs({ notice = '', details = '' }: Doc): string {
  return [notice, details].filter(Boolean).map(toText).join('\n\n')
}

function list(entries: Record<string, string> = {}, before = ''): string {
  return Object.entries(entries)
    .map(([name, text]) => `- ${before}\`${name}\`: ${toText(text)}`)
    .join('\n')
}

/** OpenZeppelin writes code as AsciiDoc does, and names of other functions in braces. */
function toText(text: string): string {
  return text
    .replaceAll('``', '`')
    .replaceAll(/\{([\w-]+)\}/g, '`$1`')
    .replaceAll(/[<|]/g, '\\$&')
    .trim()
}
