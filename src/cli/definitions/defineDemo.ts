import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { stopOnSignal } from './stopOnSignal.js'
import type { ProgramContext } from './types.js'

export function defineDemo(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('demo')
    .description('show the whole flow, and what is refused, on the mock service')
    .action(async () => {
      stopOnSignal()
      const { demo } = await import('../commands/demo.js')
      setStatus(await demo(globals()))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/demo.md' })
}

const text = `\
It runs the mock service twice: as the public service, where any solver pays a receiver by a call of a signed order, and
as it is specified, where a payer brings the attestation. It tries to cheat, and prints what was seen. It needs Node
22.13 and Hardhat 3.`

const exitStatus = `\
0 everything went as told, 1 something went otherwise, 2 wrong usage, or no Node or Hardhat that it can run on,
130 stopped by a signal.`

const examples = ['fillproof demo', 'fillproof demo --json']
