import { createRequire } from 'node:module'
import hardhatEthers from '@nomicfoundation/hardhat-ethers'
import hardhatNodeTestRunner from '@nomicfoundation/hardhat-node-test-runner'
import fillproof from 'fillproof/hardhat'
import { defineConfig } from 'hardhat/config'

export default defineConfig({
  plugins: [hardhatEthers, hardhatNodeTestRunner, fillproof],
  solidity: {
    version: '0.8.35',
    // Compiles offline.
    path: createRequire(import.meta.url).resolve('solc/soljson.js'),
  },
})
