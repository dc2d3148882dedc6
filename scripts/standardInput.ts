import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import hre from 'hardhat'
import type { StandardInput } from '../src/deploy/verify/standardInput.js'

type BuildInfo = {
  solcLongVersion: string
  input: {
    sources: Record<string, { content: string }>
    settings: { optimizer: object; evmVersion: string; metadata: object; remappings: string[] }
  }
}

type BuildOutput = {
  output: { sources: Record<string, { ast: { nodes: { nodeType: string; absolutePath?: string }[] } }> }
}

/** Describes how to recompile a contract, with only its own sources. */
export async function describeInput(contract: string): Promise<StandardInput> {
  const { buildInfoId, inputSourceName } = await hre.artifacts.readArtifact(contract)
  const { solcLongVersion, input } = await readBuildInfo<BuildInfo>(`${buildInfoId}.json`)
  const { output } = await readBuildInfo<BuildOutput>(`${buildInfoId}.output.json`)
  const { optimizer, evmVersion, metadata } = input.settings
  const names = [...findSources(inputSourceName!, output)].sort()
  // A build with other files also has other remappings.
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

async function readBuildInfo<info>(name: string): Promise<info> {
  return JSON.parse(await readFile(join(hre.config.paths.artifacts, 'build-info', name), 'utf8'))
}

/** Returns a source and all of its direct and indirect imports. */
function findSources(first: string, { sources }: BuildOutput['output']): Set<string> {
  const found = new Set([first])
  for (const name of found) {
    for (const { nodeType, absolutePath } of sources[name]!.ast.nodes) {
      if (nodeType === 'ImportDirective') found.add(absolutePath!)
    }
  }
  return found
}
