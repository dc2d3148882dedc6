// npm on Node 20 skips Hardhat's native package (its engines field asks for Node 22). `node_modules/.bin/node`
// is a newer Node, on which npm installs it. As `prepublish` it runs after `npm ci` in a clone, and nowhere else: npm
// warns users of a package that has a `prepare`.
import { execSync } from 'node:child_process'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

function isLoadable(name) {
  try {
    require(name)
    return true
  } catch {
    return false
  }
}

if (!process.env.FILLPROOF_PREPARED && !isLoadable('@nomicfoundation/edr')) {
  execSync('npm install --no-save --ignore-scripts --no-audit --no-fund', {
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, FILLPROOF_PREPARED: '1' },
  })
}
