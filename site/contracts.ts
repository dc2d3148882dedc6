import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractDefinition, SourceUnit } from 'solidity-ast'
import { astDereferencer, isNodeType } from 'solidity-ast/utils.js'
import type { DefaultTheme } from 'vitepress'
import { kindConfigs } from '../src/deploy/config/kindConfigs.js'
import { explainedErrors } from '../src/rules/explainedErrors.js'
import { generated, root } from './pages.js'

const called = ['FunctionDefinition', 'VariableDeclaration'] as const
const kinds = [...called, 'EventDefinition', 'ErrorDefinition', 'StructDefinition'] as const
const groups = ['Deploy', 'Inherit', 'Examples and tests', 'Interfaces and libraries'] as const
const purpose = 'What the functions of several contracts take and return.'

type Part = ContractDefinition['nodes'][number] & { nodeType: (typeof kinds)[number] }

const readJson = (file: string) => JSON.parse(readFileSync(join(root, 'artifacts', file), 'utf8'))
// Examples are compiled with the tests, which read every contract.
const { buildInfoId } = readJson('contracts/examples/Shop.sol/Shop.json')
const { input } = readJson(`build-info/${buildInfoId}.json`)
const { output } = readJson(`build-info/${buildInfoId}.output.json`)
const find = astDereferencer(output)

/** Writes a page for every published contract from its NatSpec, one for structs, and an index; gives their sidebar. */
export function writeContracts(): DefaultTheme.SidebarItem[] {
  const files = Object.values<{ ast: SourceUnit }>(output.sources).flatMap(
    ({ ast: { absolutePath, nodes } }) => {
      const [, path] = /^project\/(contracts\/(?!mocks\/).*(?<!\.t)\.sol)$/.exec(absolutePath) ?? []
      return path ? { path, nodes } : []
    },
  )
  const isOfTypes = ({ path }: { path: string }) => Number(path.startsWith('contracts/types/'))
  const structs = files
    .toSorted((a, b) => isOfTypes(b) - isOfTypes(a))
    .flatMap(({ path, nodes }) =>
      renderParts(`fillproof/${path}`, nodes.filter(isNodeType('StructDefinition'))),
    )
  const pages = files
    .flatMap(({ path, nodes }) =>
      nodes.filter(isNodeType('ContractDefinition')).map((contract) => renderContract(contract, path)),
    )
    .concat({ name: 'Structs', group: groups[3], purpose, parts: [purpose, ...structs] })
    .sort((a, b) => a.name.localeCompare(b.name))
  const write = (file: string, ...parts: string[]) =>
    writeFileSync(join(generated, 'contracts', `${file}.md`), parts.join('\n\n'))
  mkdirSync(join(generated, 'contracts'), { recursive: true })
  for (const { name, parts } of pages) write(name, `# ${name}`, ...parts)
  const sections = groups.map((text) => ({ text, own: pages.filter(({ group }) => group === text) }))
  const lists = sections.map(({ text, own }) =>
    [`## ${text}\n`, ...own.map(({ name, purpose }) => `- [${name}](${name}.md): ${purpose}`)].join('\n'),
  )
  write('index', '# Solidity', 'What to deploy, to inherit and to test with, and the interfaces.', ...lists)
  const items = sections.map(({ text, own }) => ({
    text,
    items: own.map(({ name }) => ({ text: name, link: `/contracts/${name}.md` })),
  }))
  return [{ text: 'Solidity', link: '/contracts/index.md' }, ...items]
}

function renderContract(contract: ContractDefinition, path: string) {
  const { name, abstract, nodes, linearizedBaseContracts, usedEvents = [], usedErrors = [] } = contract
  // What overrides a function comes last.
  const functions = linearizedBaseContracts
    .flatMap((base) => find('ContractDefinition', base).nodes.filter(isNodeType(called)))
    .filter(({ functionSelector }) => functionSelector)
    .reverse()
  const internal = nodes
    .filter(isNodeType('FunctionDefinition'))
    .filter(({ visibility }) => visibility === 'internal')
  const text = renderText(contract)
  return {
    name,
    group: groupOf(path, abstract),
    purpose: text.split('\n\n')[0]!.replaceAll('\n', ' '),
    parts: [
      text.split('\n\n')[0]!,
      `\`\`\`solidity\nimport {${name}} from "fillproof/${path}";\n\`\`\``,
      ...renderExample(path, name),
      ...text.split('\n\n').slice(1),
      ...renderParts('Functions', [...new Map(functions.map((one) => [one.functionSelector, one])).values()]),
      ...renderParts('Events', usedEvents.map(find('EventDefinition'))),
      ...renderParts('Errors', usedErrors.map(find('ErrorDefinition'))),
      ...renderParts('For contracts that inherit or use it', internal),
    ],
  }
}

/** The code of an example, or the command that deploys what is deployed unchanged. */
function renderExample(path: string, name: string): string[] {
  const kind = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  if (kind in kindConfigs) {
    const command = `npx fillproof deploy --kind ${kind} --rpc-url $RPC_URL --config ${kind}.json`
    return ['## Example', `\`\`\`bash\n${command}\n\`\`\``]
  }
  if (!path.startsWith('contracts/examples/')) return []
  return ['## Example', `\`\`\`solidity\n${input.sources[`project/${path}`].content.trim()}\n\`\`\``]
}

function renderParts(title: string, parts: Part[]): string[] {
  const sorted = parts.sort((a, b) => a.name.localeCompare(b.name))
  return parts.length > 0 ? [`## ${title}`, ...sorted.flatMap(renderPart)] : []
}

function renderPart(part: Part): string[] {
  const { id, name, nodeType, src } = part
  const { content } = input.sources[find.withSourceUnit(kinds, id).sourceUnit.absolutePath]
  const [start = 0, length = 0] = src.split(':').map(Number)
  const whole = Buffer.from(content).toString('utf8', start, start + length)
  const head = whole.replace(/\s*[{;][\s\S]*/, '').replaceAll('\n    ', '\n')
  const code = nodeType === 'StructDefinition' ? whole : head
  const remedy = nodeType === 'ErrorDefinition' && explainedErrors[name]?.remedy
  return [
    `### ${name}`,
    `\`\`\`solidity\n${code}\n\`\`\``,
    readText(part),
    remedy ? `What to do: ${remedy}` : '',
  ]
}

/** The text of a part, or of what it overrides. */
function readText(part: Part): string {
  const bases = ('baseFunctions' in part && part.baseFunctions) || []
  return renderText(part) || bases.map((id) => readText(find(called, id))).findLast(Boolean) || ''
}

function groupOf(file: string, isAbstract: boolean): (typeof groups)[number] {
  if (/^contracts\/(examples|testing|local)\//.test(file)) return 'Examples and tests'
  if (/^contracts\/(interfaces|libraries|types)\//.test(file)) return 'Interfaces and libraries'
  return isAbstract ? 'Inherit' : 'Deploy'
}

/** NatSpec as Markdown. OpenZeppelin writes code as AsciiDoc does, and names of other functions in braces. */
function renderText({ documentation }: Pick<ContractDefinition | Part, 'documentation'>): string {
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
