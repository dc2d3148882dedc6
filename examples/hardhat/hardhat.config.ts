import { createRequire } from 'node:module'
import hardhatMocha from '@nomicfoundation/hardhat-mocha'
import hardhatViem from '@nomicfoundation/hardhat-viem'
import fillproof from 'fillproof/hardhat'
import { defineConfig } from 'hardhat/config'

export default defineConfig({
  plugins: [hardhatMocha, hardhatViem, fillproof],
  solidity: {
    version: '0.8.35',
    // Compiles offline.
    path: createRequire(import.meta.url).resolve('solc/soljson.js'),
  },
})
