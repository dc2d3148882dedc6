import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { exampleNames } from './examples.js'
import { joinChoices } from './readChoice.js'
import type { ProgramContext } from './types.js'

export function defineInit(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('init')
    .description('copy an example project whose tests pass: a contract with a hook, a server, or an indexer')
    .argument('<kind>', joinChoices(exampleNames))
    .argument('[folder]', 'a new or empty folder (default: fillproof-KIND)')
    .option(
      '--package <spec>',
      'the fillproof package for the project: a version, an archive or a URL (default: the one that runs this command)',
    )
    .action(async (kind: string, folder: string | undefined, options: { package?: string }) => {
      const { init } = await import('../commands/init.js')
      setStatus(init(kind, folder, { ...globals(), ...options }))
    })
  addHelp(command, { exitStatus, examples, page: 'docs/tasks/test-receiver.md' })
}

const exitStatus =
  '0 copied, 2 wrong usage, the folder is not empty or cannot be written, or Node is too old for the project.'

const examples = ['fillproof init hardhat shop', 'fillproof init foundry --package 0.1.0']
