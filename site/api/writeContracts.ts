import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AbiParameter } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { remedies } from '../../src/contract/revert/remedies.js'
import { generated } from '../paths.js'
import type { AstNode, Contract, Doc, Item } from './compileContracts.js'

const groups = { function: 'Functions', event: 'Events', error: 'Errors' } as const

/** Writes a page for every published contract, from its NatSpec. */
export function writeContracts(contracts: Contract[]): void {
  const folder = join(generated, 'contracts')
  mkdirSync(folder, { recursive: true })
  for (const contract of contracts) writeFileSync(join(folder, `${contract.name}.md`), render(contract))
  writeFileSync(join(folder, 'index.md'), renderIndex(contracts))
}

function renderIndex(contracts: Contract[]): string {
  const rows = contracts.map(({ name, userdoc, devdoc, file }) => {
    const summary = userdoc.notice ?? devdoc.details ?? ''
    return `| [${name}](${name}.md) | ${toText(summary)} | [${file}](../../../${file}) |`
  })
  return ['# Solidity', '| contract | what it is | source |\n| --- | --- | --- |', rows.join('\n'), ''].join(
    '\n\n',
  )
}

function render(contract: Contract): string {
  const { name, file, abi, devdoc, userdoc, node } = contract
  const sections = Object.entries(groups).flatMap(([type, title]) => {
    const items = abi.filter((item) => item.type === type).sort((a, b) => a.name.localeCompare(b.name))
    return items.length > 0 ? [`## ${title}`, ...items.flatMap((item) => renderItem(item, contract))] : []
  })
  const internal = (node.nodes ?? []).filter(
    ({ nodeType, visibility }) => nodeType === 'FunctionDefinition' && visibility === 'internal',
  )
  return [
    `# ${name}`,
    paragraphs({ ...devdoc, ...userdoc }),
    `\`import {${name}} from "fillproof/${file}";\` · [source](../../../${file})`,
    ...sections,
    ...(internal.length > 0
      ? ['## For contracts that inherit or use it', ...internal.flatMap(renderInternal)]
      : []),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

function renderItem(item: Item, { devdoc, userdoc }: Contract): string[] {
  const kind = ({ function: 'methods', event: 'events', error: 'errors' } as const)[item.type]
  const doc: Doc = Object.assign(
    {},
    ...[devdoc, userdoc].flatMap((docs) => docs[kind]?.[formatAbiItem(item)] ?? []),
  )
  const remedy = item.type === 'error' ? remedies[item.name]?.remedy : undefined
  return [
    `### ${item.name}`,
    code(item),
    paragraphs(doc),
    list(doc.params),
    list(doc.returns, 'Returns '),
    ...(remedy ? [`What to do: ${remedy}`] : []),
  ]
}

/** What the ABI does not have, as it is written in the source. */
function renderInternal({ name, documentation }: AstNode): string[] {
  const text = (documentation?.text ?? '')
    .replaceAll(/^ *@(notice|dev|inheritdoc) /gm, '\n')
    .replaceAll(/^ *@(?:param|return) (\w+) /gm, '\n- `$1`: ')
  return [`### ${name || 'constructor'}`, text.split('\n').map(toText).join('\n').trim()]
}

function code(item: Item): string {
  const { stateMutability, outputs = [] } = item.type === 'function' ? item : {}
  const mutability = !stateMutability || stateMutability === 'nonpayable' ? '' : ` ${stateMutability}`
  const returned = outputs.length > 0 ? ` returns ${write(outputs)}` : ''
  return `\`\`\`solidity\n${item.type} ${item.name}${write(item.inputs)}${mutability}${returned}\n\`\`\``
}

/** On one line where it is short. */
function write(parameters: readonly (AbiParameter & { indexed?: boolean })[]): string {
  const written = parameters.map(({ type, internalType, indexed, name }) => {
    const shown = (internalType ?? type).replace(/^(struct|enum|contract) /, '')
    return [shown, indexed ? 'indexed' : '', name].filter(Boolean).join(' ')
  })
  const line = `(${written.join(', ')})`
  return line.length < 50 ? line : `(\n    ${written.join(',\n    ')}\n)`
}

function paragraphs({ notice, details }: Doc): string {
  return [notice, details]
    .filter((text) => text !== undefined)
    .map(toText)
    .join('\n\n')
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
