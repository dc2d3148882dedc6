import { createRequire } from 'node:module'
import hardhatViem from '@nomicfoundation/hardhat-viem'
import { defineConfig } from 'hardhat/config'

const require = createRequire(import.meta.url)

// The settings of a new project, except for the compiler's path, so that nothing is downloaded.
export default defineConfig({
  plugins: [hardhatViem],
  solidity: { version: '0.8.35', path: require.resolve('solc/soljson.js') },
})
