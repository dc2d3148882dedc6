import { hardhatNode, isHardhatNode } from '../../base/isHardhatNode.js'
import { MockRuntimeError } from '../errors.js'

type Hardhat = typeof import('hardhat/hre')

type LoadHardhatParameters = {
  /** Injected by tests. */
  importHardhat?: () => Promise<Hardhat>
  /** Injected by tests. */
  nodeVersion?: string
}

/**
 * Imports Hardhat, an optional peer, when it is first needed.
 *
 * @throws {@link MockRuntimeError} with the command to run, on an older Node or without Hardhat.
 */
export async function loadHardhat(parameters: LoadHardhatParameters = {}): Promise<Hardhat> {
  const { importHardhat = () => import('hardhat/hre'), nodeVersion = process.versions.node } = parameters
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
      remedy: 'Install it: npm install --save-dev hardhat@^3.17.0',
      cause,
    })
  }
}
