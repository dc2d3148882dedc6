import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainedErrors } from '../src/contract/checks.js'
import { type Artifact, generated, readArtifacts, root } from './pages.js'

/** A contract, or a part of one, as the compiler describes it; `code` is how it starts in its source. */
type Node = Record<'nodeType' | 'name' | 'src' | 'visibility' | 'code', string> & {
  abstract?: boolean
  functionSelector?: string
  documentation?: { text: string }
  nodes?: Node[]
} & { id: number } & { [key in 'linearizedBaseContracts' | 'usedErrors' | 'usedEvents']?: number[] }

const groups = ['Deploy', 'Inherit', 'Examples and tests', 'Interfaces and libraries'] as const

/** Writes a page for every published contract from its NatSpec, an index, and their sidebar. */
export function writeContracts(): void {
  const builds = Map.groupBy(readArtifacts(), ({ buildInfoId }) => buildInfoId)
  const pages = [...builds].flatMap(([id, artifacts]) => {
    const nodes = readNodes(id)
    return artifacts.map((artifact) => renderContract(artifact, nodes))
  })
  pages.sort((a, b) => a.name.localeCompare(b.name))
  const sections = groups.map((text) => ({ text, own: pages.filter(({ group }) => group === text) }))
  const tables = sections.map(({ text, own }) => {
    const rows = own.map(({ name, purpose }) => `| [${name}](${name}.md) | ${purpose} |\n`)
    return `## ${text}\n\n| contract | purpose |\n| --- | --- |\n${rows.join('')}`
  })
  const sidebar = sections.map(({ text, own }) => ({ text, items: own.map(({ link }) => link) }))
  const write = (file: string, text: string) => writeFileSync(join(generated, 'contracts', file), text)
  mkdirSync(join(generated, 'contracts'), { recursive: true })
  for (const { name, text } of pages) write(`${name}.md`, text)
  write('index.md', ['# Solidity', ...tables].join('\n\n'))
  write('sidebar.json', JSON.stringify([{ text: 'Solidity', link: '/contracts/index.md' }, ...sidebar]))
}

/** What one run of the compiler read, by its id, and contracts by their file and name too. */
function readNodes(build: string): Map<number | string, Node> {
  const read = (end: string) =>
    JSON.parse(readFileSync(join(root, 'artifacts/build-info', build + end), 'utf8'))
  const { sources } = read('.json').input
  const nodes = new Map<number | string, Node>()
  for (const [file, { ast }] of Object.entries<{ ast: Node }>(read('.output.json').output.sources)) {
    const bytes = Buffer.from(sources[file].content)
    for (const top of ast.nodes ?? []) {
      nodes.set(`${file}:${top.name}`, top)
      for (const node of [top, ...(top.nodes ?? [])]) {
        const [code = ''] = bytes.toString('utf8', Number.parseInt(node.src, 10)).split(/[{;]/, 1)
        nodes.set(node.id, Object.assign(node, { code: code.trim().replaceAll('\n    ', '\n') }))
      }
    }
  }
  return nodes
}

function renderContract({ sourceName, contractName: name }: Artifact, nodes: Map<number | string, Node>) {
  const find = (ids: number[] = []) => ids.flatMap((id) => nodes.get(id) ?? [])
  const contract = nodes.get(`project/${sourceName}:${name}`)!
  // What overrides a function comes before it.
  const members = find(contract.linearizedBaseContracts).flatMap((base) => base.nodes ?? [])
  const isSame = (a: Node, b: Node) => a.name === b.name && a.functionSelector === b.functionSelector
  const sections = {
    Functions: members.filter(
      (node) => node.functionSelector && members.find((other) => isSame(node, other)) === node,
    ),
    Events: find(contract.usedEvents),
    Errors: find(contract.usedErrors),
    'For contracts that inherit or use it': (contract.nodes ?? []).filter(
      ({ nodeType, visibility }) => nodeType === 'FunctionDefinition' && visibility === 'internal',
    ),
  }
  const parts = Object.entries(sections).flatMap(([title, own]) => [
    ...(own.length > 0 ? [`## ${title}`] : []),
    ...own
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap((node) => renderPart([node, ...members.filter((other) => isSame(node, other))])),
  ])
  const text = renderText(contract)
  const place = `\`import {${name}} from "fillproof/${sourceName}";\``
  return {
    group: groupOf(sourceName, contract),
    name,
    link: { text: name, link: `/contracts/${name}.md` },
    purpose: text.split('\n\n')[0]!.replaceAll('\n', ' '),
    text: [`# ${name}`, text, place, ...parts].join('\n\n'),
  }
}

function groupOf(file: string, { abstract }: Node): (typeof groups)[number] {
  if (/^contracts\/(examples|testing|local)\//.test(file)) return 'Examples and tests'
  if (/^contracts\/(interfaces|libraries|types)\//.test(file)) return 'Interfaces and libraries'
  return abstract ? 'Inherit' : 'Deploy'
}

/** A part with the text of the first that has one: itself, or what it overrides. */
function renderPart(declarations: Node[]): string[] {
  const [{ name, nodeType, code }] = declarations as [Node]
  const remedy = nodeType === 'ErrorDefinition' && explainedErrors[name]?.remedy
  const text = declarations.map(renderText).find(Boolean) ?? ''
  return [`### ${name}`, `\`\`\`solidity\n${code}\n\`\`\``, text, remedy ? `What to do: ${remedy}` : '']
}

/** NatSpec as Markdown. OpenZeppelin writes code as AsciiDoc does, and names of other functions in braces. */
function renderText({ documentation }: Node): string {
  return (documentation?.text ?? '')
    .replaceAll(/^ +/gm, '')
    .replaceAll(/^@(title|inheritdoc) .*/gm, '')
    .replaceAll(/^@(notice|dev) /gm, '\n')
    .replaceAll(/^@param (\w+)/gm, '- `$1`:')
    .replaceAll(/^@return (\w+)/gm, '- Returns `$1`:')
    .replaceAll('``', '`')
    .replaceAll(/\{([\w-]+)\}/g, '`$1`')
    .replaceAll(/[<|]/g, '\\$&')
    .trim()
}
