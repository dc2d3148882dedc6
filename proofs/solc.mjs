#!/usr/bin/env node
// Answers forge like a native solc, with the pinned compiler of npm.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')
const args = process.argv.slice(2)

if (args.includes('--version')) {
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${version}`)
} else if (args.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.exitCode = 1
}
