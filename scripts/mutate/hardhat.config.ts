// The project's configuration for one mutant. Contracts that contain the changed file are compiled when a test needs
// them.
import { appendFileSync } from 'node:fs'
import { overrideTask } from 'hardhat/config'
import config from '../../hardhat.config.js'
import { compile, contains } from './compile.js'

/** The changed file. If empty, every contract is compiled. */
const changed = process.env.MUTATED_FILE ?? ''
const broken = process.env.BROKEN_FILE ?? ''

const compileMutant = {
  id: 'compile-mutant',
  tasks: [
    overrideTask(['test', 'mocha'])
      .setAction(async () => ({
        default: (args, hre, runSuper) => {
          const { artifacts } = hre
          const readArtifact = artifacts.readArtifact.bind(artifacts)
          artifacts.readArtifact = async <Name extends string>(name: Name) => {
            const artifact = await readArtifact(name)
            const { sourceName, contractName } = artifact as Record<'sourceName' | 'contractName', string>
            if (!sourceName.startsWith('contracts/')) return artifact
            // A test compares its optimized code with the frozen one.
            if (sourceName === 'contracts/Inbox.sol') return artifact
            if (changed && !contains(sourceName, changed)) return artifact
            try {
              return Object.assign(artifact, compile(sourceName, contractName))
            } catch (error) {
              appendFileSync(broken, `${error}\n`)
              throw error
            }
          }
          return runSuper(args)
        },
      }))
      .build(),
  ],
}

const { default: main, destination } = config.networks ?? {}
const networks = Object.fromEntries(
  Object.entries({ default: main, destination }).map(([name, network]) => [
    name,
    { ...network, allowUnlimitedContractSize: true },
  ]),
)

export default {
  ...config,
  plugins: [...(config.plugins ?? []), compileMutant],
  networks,
  test: { ...config.test, mocha: { timeout: 600_000, bail: true, reporter: 'tap' } },
} as typeof config
