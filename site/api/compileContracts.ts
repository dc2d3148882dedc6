import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { readContractFiles, root } from '../paths.js'

export type Item = Extract<Abi[number], { type: 'function' | 'event' | 'error' }>

export type Doc = {
  notice?: string
  details?: string
  params?: Record<string, string>
  returns?: Record<string, string>
}

type Docs = Doc & {
  title?: string
  methods?: Record<string, Doc>
  events?: Record<string, Doc>
  errors?: Record<string, Doc[]>
}

export type Contract = {
  name: string
  file: string
  /** What has a name: functions, events and errors. */
  abi: Item[]
  devdoc: Docs
  userdoc: Docs
  node: AstNode
}

export type AstNode = {
  nodeType: string
  name?: string
  visibility?: string
  documentation?: { text: string }
  nodes?: AstNode[]
}

const require = createRequire(import.meta.url)

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
  const output = JSON.parse(require('solc').compile(JSON.stringify(input), { import: find }))
  const errors = (output.errors ?? []).filter(({ severity }: { severity: string }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors[0].formattedMessage)
  return files.flatMap((file) =>
    output.sources[file].ast.nodes
      .filter(({ nodeType }: AstNode) => nodeType === 'ContractDefinition')
      .map((node: AstNode) => {
        const { abi, ...docs } = output.contracts[file][node.name!]
        return { name: node.name, file, abi: abi.filter((item: object) => 'name' in item), ...docs, node }
      }),
  )
}
