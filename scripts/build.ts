/** Builds everything that the package ships. Run: `npm run build`, which puts the project's own tools on the path. */
import { execSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (command: string) => execSync(command, { cwd: root, stdio: 'inherit' })
const runScript = (name: string, option = '') => run(`node --import tsx scripts/${name}.ts ${option}`)

run('hardhat build --quiet')
rmSync(join(root, 'dist'), { recursive: true, force: true })
runScript('generateAbi')
runScript('writeErrors')
runScript('writeForms')
runScript('audit', '--write')
run('tsc -p tsconfig.build.json')
runScript('removeSourceMaps')
runScript('writeSchemas')
runScript('bundleBackend')
runScript('writeCommonJsTypes')
runScript('buildPage')
