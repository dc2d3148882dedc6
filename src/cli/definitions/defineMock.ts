import type { Command } from 'commander'
import type { StartMockServiceOptions } from '../../mock/index.js'
import { addHelp } from './addHelp.js'
import { createChoice } from './createChoice.js'
import type { ProgramContext } from './types.js'

/** In the order of the description. */
const idForms = ['specification', 'public'] as const satisfies readonly StartMockServiceOptions['idForm'][]

const routers = ['v3', 'v2.1'] as const satisfies readonly StartMockServiceOptions['router'][]

export function defineMock(program: Command, { globals }: ProgramContext): void {
  const command = program
    .command('mock')
    .description('run the service on this machine')
    .option('--port <port>', 'port of the HTTP interface on 127.0.0.1 (default: a free one)')
    .addOption(
      createChoice(
        '--id-form <form>',
        'request ids: as order ids, or of their own as the public service',
        idForms,
      ),
    )
    .addOption(
      createChoice('--router <version>', 'the version of the router through which the solver fills', routers),
    )
    .option('--seed <text>', 'make what is made up, such as keys and salts, the same in every run')
    .action(async (options) => {
      const { mock } = await import('../commands/mock.js')
      await mock({ ...globals(), ...options })
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/mock.md' })
}

const text = `\
It starts two chains, the service's contracts and receivers on them, its HTTP interface and its solver, all on this
machine, and serves until SIGINT or SIGTERM. Its keys are known to everybody. It needs Node 22.13 and Hardhat 3. What it
prints as controlUrl tells, when it is read, how to make it fail, move time, and fund accounts.`

const exitStatus =
  '0 stopped by a signal, 2 wrong usage, a port in use, or no Node or Hardhat that it can run on.'

const examples = [
  'fillproof mock',
  'fillproof mock --port 4000 --json',
  'fillproof mock --id-form public --seed 1',
]
