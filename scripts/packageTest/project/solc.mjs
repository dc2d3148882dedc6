#!/usr/bin/env node
// npm's solc with the command line of a native one, for forge.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')
const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')

if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${version}`)
} else if (process.argv.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.exitCode = 1
}
