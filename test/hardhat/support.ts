import { join } from 'node:path'
import hardhatNetworkHelpers from '@nomicfoundation/hardhat-network-helpers'
import hardhatViem from '@nomicfoundation/hardhat-viem'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import type { HardhatUserConfig } from 'hardhat/types/config'
import fillproof from '../../src/hardhat/index.js'

let project: ReturnType<typeof openProject> | undefined

const root = join(import.meta.dirname, '../..')

/** A project with the plugin, and this repository's artifacts. One for all, as they take a while to load. */
export function createProject() {
  project ??= openProject()
  return project
}

/** @param config - Of a project with other artifacts or options. */
export function openProject(config: Pick<HardhatUserConfig, 'fillproof' | 'paths' | 'solidity'> = {}) {
  return createHardhatRuntimeEnvironment(
    {
      plugins: [hardhatViem, hardhatNetworkHelpers, fillproof],
      solidity: '0.8.35',
      networks: {
        own: { type: 'edr-simulated', chainType: 'l1', chainId: 8453 },
        other: { type: 'edr-simulated', chainType: 'op', chainId: 10 },
        live: { type: 'http', url: 'http://127.0.0.1:1' },
      },
      ...config,
    },
    { network: 'own' },
    root,
  )
}
