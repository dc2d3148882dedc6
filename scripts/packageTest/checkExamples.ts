import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'
import { run } from './run.js'

const tasks = ['authorize', 'inspect', 'mock', 'verify']

/** Each example project: it compiles, its tests pass, and Hardhat lists the plugin's tasks. */
export async function checkExamples(temporary: string, tarball: string): Promise<void> {
  const examples = join(root, 'examples')
  for (const name of readdirSync(examples)) {
    const folder = join(temporary, 'examples', name)
    cpSync(join(examples, name), folder, {
      recursive: true,
      filter: (path) => !/\/(node_modules|artifacts|cache)$/.test(path),
    })
    const path = join(folder, 'package.json')
    const project = JSON.parse(readFileSync(path, 'utf8'))
    project.dependencies.fillproof = `file:${tarball}`
    writeFileSync(path, JSON.stringify(project))
    await run(folder, 'npm', ['install', '--no-audit', '--no-fund'])
    const tests = await run(folder, 'npm', ['test'])
    if (!/2 passing|pass 2/.test(tests)) throw new Error(`expected 2 passing tests of ${name} in\n${tests}`)
    await run(folder, 'npx', ['--no-install', 'tsc'])
    const help = await run(folder, 'npx', ['--no-install', 'hardhat', 'fillproof', '--help'])
    const missing = tasks.filter((task) => !help.includes(`fillproof ${task}`))
    if (missing.length > 0) throw new Error(`${name} does not list ${missing.join(', ')} in\n${help}`)
  }
}
