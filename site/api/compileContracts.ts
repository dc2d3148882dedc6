import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { readContractFiles, root } from '../paths.js'

export type Doc = {
  notice?: string
  details?: string
  params?: Record<string, string>
  returns?: Record<string, string>
}

/** What has a name in the ABI, with its NatSpec. */
export type Item = Extract<Abi[number], { type: 'function' | 'event' | 'error' }> & { doc: Doc }

export type AstNode = { nodeType: string; name: string; visibility?: string; documentation?: { text: string } }

export type Contract = { name: string; file: string; doc: Doc; items: Item[]; nodes: AstNode[] }

const kinds = { function: 'methods', event: 'events', error: 'errors' } as const

/** Asks the compiler for the documentation of the published contracts; no code is generated. */
export function compileContracts(): Contract[] {
  const files = readContractFiles()
  const read = (file: string) => ({ contents: readFileSync(join(root, file), 'utf8') })
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: read(file).contents }])),
    settings: {
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['abi', 'devdoc', 'userdoc'], '': ['ast'] } },
    },
  }
  const find = (path: string) => read(existsSync(join(root, path)) ? path : `node_modules/${path}`)
  const solc = createRequire(import.meta.url)('solc')
  const { errors = [], sources, contracts } = JSON.parse(solc.compile(JSON.stringify(input), { import: find }))
  const failure = errors.find(({ severity }: { severity: string }) => severity === 'error')
  if (failure) throw new Error(failure.formattedMessage)
  return files.flatMap((file) =>
    sources[file].ast.nodes
      .filter(({ nodeType }: AstNode) => nodeType === 'ContractDefinition')
      .map(({ name, nodes }: AstNode & { nodes: AstNode[] }) => {
        const { abi, devdoc, userdoc } = contracts[file][name]
        const items = (abi as Item[]).filter((item) => 'name' in item)
        for (const item of items) {
          const found = [devdoc, userdoc].flatMap((docs) => docs[kinds[item.type]]?.[formatAbiItem(item)] ?? [])
          item.doc = Object.assign({}, ...found)
        }
        return { name, file, doc: { ...devdoc, ...userdoc }, items, nodes }
      }),
  )
}
