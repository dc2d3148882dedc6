/** Builds the site, from a fresh clone too: it makes first what is missing. Run: `npm run build --prefix site`. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const run = (command) => {
  process.stderr.write(`> ${command}\n`)
  const { status } = spawnSync(command, { cwd: root, shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const steps = [
  ['node_modules', 'npm ci'],
  ['dist/schemas', 'npm run -s build'],
  ['artifacts/contracts/examples/Shop.sol/Shop.json', 'npx hardhat build --quiet'],
  ['site/node_modules', 'npm ci --prefix site'],
]
for (const [needed, command] of steps) if (!existsSync(join(root, needed))) run(command)
const bin = 'site/node_modules/.bin'
run(`${bin}/tsc -p site && ${bin}/vitepress build site && ${bin}/check-html-links site/dist`)
