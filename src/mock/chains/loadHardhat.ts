import { createRequire } from 'node:module'
import { hardhatNode, isHardhatNode } from '../../base/isHardhatNode.js'
import { MockRuntimeError } from '../errors.js'

type Hardhat = typeof import('hardhat/hre')

type LoadHardhatParameters = {
  /** Injected by tests. */
  importHardhat?: () => Promise<Hardhat>
  /** Injected by tests. */
  hardhatVersion?: string | undefined
  /** Injected by tests. */
  nodeVersion?: string
}

const require = createRequire(import.meta.url)

/** The command that installs every optional peer of the mock. */
export const needed = 'npm install --save-dev hardhat@^3.17.0 fastify ws'

/**
 * Imports Hardhat, an optional peer, when it is first needed.
 *
 * @throws {@link MockRuntimeError} with the command to run, if Node is too old or Hardhat is missing or version 2.
 */
export async function loadHardhat(parameters: LoadHardhatParameters = {}): Promise<Hardhat> {
  const {
    importHardhat = () => import('hardhat/hre'),
    hardhatVersion = findHardhat(),
    nodeVersion = process.versions.node,
  } = parameters
  if (hardhatVersion?.startsWith('2.')) {
    throw new MockRuntimeError({
      shortMessage: `The mock service needs Hardhat 3, and this project has Hardhat ${hardhatVersion}.`,
      remedy: `Run "fillproof mock" in a folder of its own, with Node ${hardhatNode} or newer, after: npm install fillproof viem hardhat@^3.17.0 fastify ws`,
    })
  }
  if (!isHardhatNode(nodeVersion)) {
    throw new MockRuntimeError({
      shortMessage: `The mock service needs Node ${hardhatNode} or newer, found ${nodeVersion}.`,
      remedy: 'Install a newer Node: https://nodejs.org',
    })
  }
  try {
    return await importHardhat()
  } catch (cause) {
    throw new MockRuntimeError({
      shortMessage: 'The mock service needs Hardhat 3, which could not be loaded.',
      remedy: `Install it: ${needed}`,
      cause,
    })
  }
}

function findHardhat(): string | undefined {
  try {
    return require('hardhat/package.json').version
  } catch {
    return undefined
  }
}
