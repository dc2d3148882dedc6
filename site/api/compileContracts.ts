import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Abi, keccak256, toBytes } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { readContractFiles, root } from '../paths.js'

export type Doc = Partial<Record<'notice' | 'details', string>> &
  Partial<Record<'params' | 'returns', Record<string, string>>>

/** What has a name in the ABI, with its NatSpec, and as the source has it, in Markdown. */
export type Item = Extract<Abi[number], { type: 'function' | 'event' | 'error' }> & {
  doc: Doc
  written: string
}

/** A part of a contract, whose `src` starts with its place in bytes. */
export type AstNode = Record<'nodeType' | 'name' | 'src' | 'written', string> &
  Record<string, string> & { documentation?: { text: string }; nodes: AstNode[] }

export type Contract = {
  name: string
  file: string
  isAbstract: boolean
  doc: Doc
  items: Item[]
  nodes: AstNode[]
}

type Docs = Record<string, Record<string, Doc | Doc[]>>
const kinds = { function: 'methods', event: 'events', error: 'errors' } as const

/** Asks the compiler for the documentation of the published contracts; no code is generated. */
export function compileContracts(): Contract[] {
  const files = readContractFiles()
  const find = (path: string) => {
    const file = existsSync(join(root, path)) ? path : `node_modules/${path}`
    return { contents: readFileSync(join(root, file), 'utf8') }
  }
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: find(file).contents }])),
    settings: {
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['abi', 'devdoc', 'userdoc'], '': ['ast'] } },
    },
  }
  const solc = createRequire(import.meta.url)('solc')
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: find }))
  const failure = output.errors?.find(({ severity }: { severity: string }) => severity === 'error')
  if (failure) throw new Error(failure.formattedMessage)

  const contractsOf = (file: string): AstNode[] =>
    output.sources[file].ast.nodes.filter(({ nodeType }: AstNode) => nodeType === 'ContractDefinition')
  const bySelector = new Map<string, string>()
  // What implements an interface comes before it.
  for (const file of Object.keys(output.sources).reverse()) {
    const bytes = Buffer.from(find(file).contents)
    for (const node of contractsOf(file).flatMap(({ nodes }) => nodes)) {
      const [text = ''] = bytes.toString('utf8', Number.parseInt(node.src, 10)).split(/[{;]/, 1)
      node.written = `\`\`\`solidity\n${text.trim().replaceAll('\n    ', '\n')}\n\`\`\``
      bySelector.set(`0x${node.functionSelector ?? node.errorSelector ?? node.eventSelector}`, node.written)
    }
  }
  return files.flatMap((file) =>
    contractsOf(file).map(({ name, nodes, abstract }) => {
      const { abi, devdoc, userdoc } = output.contracts[file][name]
      const items = (abi as Item[]).filter((item) => 'name' in item)
      for (const item of items) {
        const signature = formatAbiItem(item)
        const docOf = (docs: Docs) => docs[kinds[item.type]]?.[signature] ?? []
        item.doc = Object.assign({}, ...[devdoc, userdoc].flatMap(docOf))
        item.written =
          bySelector.get(keccak256(toBytes(signature)).slice(0, item.type === 'event' ? 66 : 10)) ?? ''
      }
      return { name, file, isAbstract: Boolean(abstract), doc: { ...devdoc, ...userdoc }, items, nodes }
    }),
  )
}
