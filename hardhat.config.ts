import { createRequire } from 'node:module'
import hardhatIgnitionViem from '@nomicfoundation/hardhat-ignition-viem'
import hardhatMocha from '@nomicfoundation/hardhat-mocha'
import hardhatNetworkHelpers from '@nomicfoundation/hardhat-network-helpers'
import hardhatViem from '@nomicfoundation/hardhat-viem'
import hardhatViemAssertions from '@nomicfoundation/hardhat-viem-assertions'
import { defineConfig } from 'hardhat/config'
import { buildInParts } from './scripts/buildInParts.js'
import { selectTests } from './scripts/selectTests.js'

const require = createRequire(import.meta.url)

const compile = (optimizer: { enabled: boolean; runs?: number }) => ({
  version: '0.8.35',
  path: require.resolve('solc/soljson.js'),
  settings: {
    optimizer,
    evmVersion: 'cancun' as const,
    // The hash covers how a build was divided, and addresses that are planned must not depend on that.
    metadata: { bytecodeHash: 'none' as const },
  },
})

// With a price and a limit, a transaction needs no questions before it, and one that is refused is mined.
const network = {
  type: 'edr-simulated' as const,
  chainType: 'l1' as const,
  gas: 16_000_000n,
  gasPrice: 2_000_000_000n,
}

export default defineConfig({
  plugins: [
    buildInParts,
    hardhatMocha,
    selectTests,
    hardhatViem,
    hardhatViemAssertions,
    hardhatNetworkHelpers,
    hardhatIgnitionViem,
  ],
  solidity: {
    npmFilesToBuild: ['@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol'],
    profiles: {
      default: compile({ enabled: true, runs: 200 }),
      tests: compile({ enabled: false }),
    },
  },
  networks: {
    default: network,
    destination: { ...network, chainId: 8453 },
  },
  test: {
    // Files side by side: much of a test is waiting for chains and processes.
    mocha: { timeout: 60_000, parallel: true, jobs: 3 },
    solidity: {
      fuzz: { runs: 64, seed: '0x66696c6c70726f6f66' },
      // A handler that reverts would hide what it was about to find.
      invariant: { runs: 4, depth: 25, failOnRevert: true },
      fsPermissions: {
        readFile: ['test/vectors/local-service.txt', 'vectors/inboxes.json', 'vectors/orders.json'],
      },
    },
  },
})
