import type { Command } from 'commander'
import type { DemoOptions } from '../commands/demo.js'
import { addHelp } from './addHelp.js'
import { stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineDemo(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('demo')
    .description('show the whole flow on the mock service, and the attacks that a receiver refuses')
    .option('--verbose', 'print the observations of each step as they happen, and the gas')
    .action(async (options: DemoOptions) => {
      stopOnSignal()
      const { demo } = await import('../commands/demo.js')
      setStatus(await demo(globals(), options))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/demo.md', hardhat3: true })
}

const text = `\
It runs the mock service twice: first like the public service, where any solver pays a receiver through a call of a
signed order, then as specified, where the payer brings the attestation. It tries to cheat in several ways and prints
what happens. It needs Node 22.13 and Hardhat 3.`

const exitStatus = `\
0 every step matched its expectation, 1 otherwise, 2 wrong usage, or Node or Hardhat is missing or too old,
130 stopped by a signal.`

const examples = ['fillproof demo', 'fillproof demo --verbose', 'fillproof demo --json']
