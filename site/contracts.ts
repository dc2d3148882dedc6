import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContractDefinition, SourceUnit } from 'solidity-ast'
import { astDereferencer, findAll, isNodeType } from 'solidity-ast/utils.js'
import type { DefaultTheme } from 'vitepress'
import { explainedErrors } from '../src/contract/checks.js'
import { generated, root } from './pages.js'

const kinds = ['FunctionDefinition', 'VariableDeclaration', 'EventDefinition', 'ErrorDefinition'] as const
const groups = ['Deploy', 'Inherit', 'Examples and tests', 'Interfaces and libraries'] as const

type Part = ContractDefinition['nodes'][number] & { nodeType: (typeof kinds)[number] }

/** Writes a page for every published contract from its NatSpec, and an index; gives their sidebar. */
export function writeContracts(): DefaultTheme.SidebarItem[] {
  const builds = globSync('artifacts/build-info/*.output.json', { cwd: root })
  // A contract may be in several.
  const pages = [...new Map(builds.flatMap(renderBuild))].sort(([a], [b]) => a.localeCompare(b))
  const write = (file: string, text: string) => writeFileSync(join(generated, 'contracts', file), text)
  mkdirSync(join(generated, 'contracts'), { recursive: true })
  for (const [name, { text }] of pages) write(`${name}.md`, text)
  const sections = groups.map((title) => ({ title, own: pages.filter(([, { group }]) => group === title) }))
  const lists = sections.map(({ title, own }) => {
    const rows = own.map(([name, { purpose }]) => `- [${name}](${name}.md): ${purpose}`)
    return [`## ${title}\n`, ...rows].join('\n')
  })
  write('index.md', ['# Solidity', ...lists].join('\n\n'))
  const items = sections.map(({ title, own }) => ({
    text: title,
    items: own.map(([text]) => ({ text, link: `/contracts/${text}.md` })),
  }))
  return [{ text: 'Solidity', link: '/contracts/index.md' }, ...items]
}

function renderBuild(file: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const { sources } = read(file.replace('.output', '')).input
  const { output } = read(file)
  const find = astDereferencer(output)

  function renderContract(contract: ContractDefinition, path: string) {
    const { id, name, abstract, linearizedBaseContracts, usedEvents = [], usedErrors = [] } = contract
    // What overrides a function comes before it.
    const functions = linearizedBaseContracts
      .flatMap((base) => find('ContractDefinition', base).nodes)
      .filter(isNodeType(['FunctionDefinition', 'VariableDeclaration']))
    const internal = functions.filter(
      ({ nodeType, scope, visibility }) =>
        nodeType === 'FunctionDefinition' && scope === id && visibility === 'internal',
    )
    const external = Map.groupBy(
      functions.filter(({ functionSelector }) => functionSelector),
      ({ functionSelector }) => functionSelector,
    )
    const sections: Record<string, Part[][]> = {
      Functions: [...external.values()],
      Events: usedEvents.map((event) => [find('EventDefinition', event)]),
      Errors: usedErrors.map((error) => [find('ErrorDefinition', error)]),
      'For contracts that inherit or use it': internal.map((part) => [
        part,
        ...functions.filter(({ name, functionSelector }) => name === part.name && !functionSelector),
      ]),
    }
    const parts = Object.entries(sections).flatMap(([title, own]) => {
      const sorted = own.sort(([a], [b]) => a!.name.localeCompare(b!.name))
      return own.length > 0 ? [`## ${title}`, ...sorted.flatMap(renderPart)] : []
    })
    const text = renderText(contract)
    const place = `\`import {${name}} from "fillproof/${path}";\``
    return {
      group: groupOf(path, abstract),
      purpose: text.split('\n\n')[0]!.replaceAll('\n', ' '),
      text: [`# ${name}`, text, place, ...parts].join('\n\n'),
    }
  }

  /** A part with the text of the first declaration that has one: its own, or what it overrides. */
  function renderPart(declarations: Part[]): string[] {
    const [{ id, name, nodeType, src }] = declarations as [Part]
    const { content } = sources[find.withSourceUnit(kinds, id).sourceUnit.absolutePath]
    const source = Buffer.from(content).toString('utf8', Number.parseInt(src, 10))
    const code = source.replace(/\s*[{;][\s\S]*/, '').replaceAll('\n    ', '\n')
    const remedy = nodeType === 'ErrorDefinition' && explainedErrors[name]?.remedy
    const text = declarations.map(renderText).find(Boolean) ?? ''
    return [`### ${name}`, `\`\`\`solidity\n${code}\n\`\`\``, text, remedy ? `What to do: ${remedy}` : '']
  }

  const published = Object.values<{ ast: SourceUnit }>(output.sources).flatMap(({ ast }) => {
    const [, path] = /^project\/(contracts\/(?!mocks\/).*(?<!\.t)\.sol)$/.exec(ast.absolutePath) ?? []
    return path ? [...findAll('ContractDefinition', ast)].map((contract) => ({ contract, path })) : []
  })
  return published.map(({ contract, path }) => [contract.name, renderContract(contract, path)] as const)
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
