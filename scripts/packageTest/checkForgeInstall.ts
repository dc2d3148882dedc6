import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'
import { compiler } from './prepareCompilers.js'
import { run } from './run.js'

const forge = '@foundry-rs/forge@1.7.1'
const address = 'https://github.com/fillproof/fillproof'

/** Follows the Foundry guide without npm: `forge install` from a local clone, and the archive that soldeer would publish. */
export async function checkForgeInstall(temporary: string): Promise<void> {
  const folder = join(temporary, 'forge')
  const tools = join(temporary, 'forge-tools')
  for (const name of [folder, tools]) mkdirSync(name)
  await run(tools, 'npm', ['install', '--no-audit', '--no-fund', forge])
  const command = join(tools, 'node_modules/.bin/forge')

  const bare = join(temporary, 'bare.git')
  await run(temporary, 'git', ['clone', '--quiet', '--bare', root, bare])
  await run(folder, command, ['install', '--no-git', 'fillproof/fillproof'], {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${bare}.insteadOf`,
    GIT_CONFIG_VALUE_0: address,
  })
  await testReceiver({
    folder,
    command,
    remappings: 'fillproof/=lib',
    place: (name) => `lib/${name}/contracts`,
  })

  const clone = join(temporary, 'clone')
  await run(temporary, 'git', ['clone', '--quiet', bare, clone])
  await run(clone, command, ['soldeer', 'push', 'fillproof~0.1.0', '--dry-run', '--skip-warnings'])
  const archive = await run(clone, 'unzip', ['-Z1', 'clone.zip'])
  const files = archive.trim().split('\n')
  const wrong = files.filter((name) => !/^(contracts\/(?!mocks)|LICENSE$|README\.md$)/.test(name))
  if (wrong.length || !files.includes('contracts/AttestedOrderReceiver.sol')) {
    throw new Error(`expected only published contracts in soldeer's archive:\n${files.join('\n')}`)
  }

  const soldeer = join(temporary, 'soldeer')
  const dependency = join(soldeer, 'dependencies/fillproof-0.1.0')
  mkdirSync(dependency, { recursive: true })
  await run(dependency, 'unzip', ['-q', join(clone, 'clone.zip')])
  const place = (name: string) => `dependencies/@${name}-5.7.0`
  await testReceiver({ folder: soldeer, command, remappings: 'fillproof/=dependencies', place })
}

type TestReceiverParameters = {
  folder: string
  command: string
  /** The first part of the guide's remappings. */
  remappings: string
  /** Returns the folder of an OpenZeppelin package. */
  place: (name: string) => string
}

/** Runs the guide's test in a folder that has the package. */
async function testReceiver({ folder, command, remappings, place }: TestReceiverParameters): Promise<void> {
  for (const name of ['contracts', 'contracts-upgradeable']) {
    const source = join(root, 'node_modules/@openzeppelin', name)
    cpSync(source, join(folder, place(`openzeppelin-${name}`)), { recursive: true })
  }
  const guide = readFileSync(join(root, 'docs/guides/foundry.md'), 'utf8')
  const blockOf = (start: string) =>
    guide.slice(guide.indexOf(start), guide.indexOf('```', guide.indexOf(start)))
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'test/Shop.t.sol'), blockOf('// SPDX'))
  writeFileSync(join(folder, 'remappings.txt'), blockOf(remappings))
  writeFileSync(join(folder, 'foundry.toml'), '[profile.default]\noptimizer = true\nevm_version = "cancun"\n')
  const output = await run(folder, command, ['test', '--offline'], { FOUNDRY_SOLC: compiler })
  if (!output.includes('3 tests passed, 0 failed')) throw new Error(`expected 3 passing tests in\n${output}`)
}
