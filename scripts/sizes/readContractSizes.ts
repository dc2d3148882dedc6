import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import hre from 'hardhat'
import { size } from 'viem'

/** Returns the size limit. EIP-170 allows 24,576 bytes; the remainder is for rules in inheriting contracts. */
export const limitOf = (name: string) => (name === 'SignedOrderReceiver' ? 22_450 : 22_100)

export type ContractSize = { name: string; bytes: number; runs: number }

/** Reads the onchain size and the optimizer runs of each deployable contract. */
export async function readContractSizes(): Promise<ContractSize[]> {
  const paths = globSync('contracts/*.sol', { cwd: join(import.meta.dirname, '../..') }).sort()
  const sizes = await Promise.all(paths.map((path) => readSize(basename(path, '.sol'))))
  // Abstract contracts have no code.
  return sizes.filter(({ bytes }) => bytes > 0)
}

async function readSize(name: string): Promise<ContractSize> {
  const { deployedBytecode, buildInfoId } = await hre.artifacts.readArtifact(name)
  const path = join(hre.config.paths.artifacts, 'build-info', `${buildInfoId}.json`)
  const { input } = JSON.parse(await readFile(path, 'utf8'))
  return { name, bytes: size(deployedBytecode as `0x${string}`), runs: input.settings.optimizer.runs }
}
