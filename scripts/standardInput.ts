import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import hre from 'hardhat'
import type { StandardInput } from '../src/deploy/verify/standardInput.js'

type Source = { content: string }
type BuildInfo = {
  solcLongVersion: string
  input: {
    sources: Record<string, Source>
    settings: { optimizer: object; evmVersion: string; metadata: object; remappings: string[] }
  }
}

/** Says what a compiler has to be given to make a contract again, with its own sources and no other. */
export async function describeInput(contract: string): Promise<StandardInput> {
  const { buildInfoId, inputSourceName } = await hre.artifacts.readArtifact(contract)
  const path = join(hre.config.paths.artifacts, 'build-info', `${buildInfoId}.json`)
  const { solcLongVersion, input } = JSON.parse(await readFile(path, 'utf8')) as BuildInfo
  const { optimizer, evmVersion, metadata } = input.settings
  const names = [...findSources(inputSourceName!, input)].sort()
  // A build that was divided otherwise has others besides.
  const remappings = input.settings.remappings.filter((remapping) =>
    names.some((name) => name.startsWith(remapping.slice(remapping.indexOf('=') + 1))),
  )
  const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode']
  const outputSelection = { [inputSourceName!]: { [contract]: outputs } }
  return {
    contract: `${inputSourceName}:${contract}`,
    compiler: solcLongVersion,
    input: {
      language: 'Solidity',
      sources: Object.fromEntries(names.map((name) => [name, input.sources[name]!])),
      settings: { optimizer, evmVersion, metadata, remappings, outputSelection },
    },
  }
}

/** A source and all that it imports, directly or not. */
function findSources(first: string, { sources, settings }: BuildInfo['input']): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    const source = sources[name]
    if (!source) throw new Error(`${first} needs ${name}, which was not compiled`)
    found.add(name)
    for (const [, path = ''] of source.content.matchAll(
      /^\s*(?:import|}\s*from)\b[^;"']*["']([^"']+)["']/gm,
    )) {
      visit(resolve(name, path, settings.remappings))
    }
  }
  visit(first)
  return found
}

/** As the compiler does: relative to the source, or by the longest remapping of its context. */
function resolve(from: string, path: string, remappings: readonly string[]): string {
  if (path.startsWith('.')) return join(from, '..', path)
  const fitting = remappings
    .map((remapping) => /^(.*?):(.*?)=(.*)$/.exec(remapping) ?? [])
    .filter(([, context = '', prefix]) => prefix && from.startsWith(context) && path.startsWith(prefix))
    .sort(([, a = ''], [, b = '']) => b.length - a.length)
  const [, , prefix = '', target = ''] = fitting[0] ?? []
  return target + path.slice(prefix.length)
}
