import type { Command } from 'commander'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { suggest } from '../suggest.js'
import { addHelp } from './addHelp.js'

/** Commander's own help command takes no subcommands, and says nothing of a misspelt one. */
export function defineHelp(program: Command): void {
  const command = program
    .helpCommand(false)
    .command('help')
    .description('print help for a command')
    .argument('[command...]', 'the command, and its subcommand where it has some')
    .action((names: readonly string[]) => find(program, names).outputHelp())
  addHelp(command, {
    exitStatus: '0 printed, 2 there is no such command.',
    examples: ['fillproof help', 'fillproof help check', 'fillproof help recipients build'],
    page: 'docs/cli.md',
  })
}

function find(command: Command, [name, ...rest]: readonly string[]): Command {
  if (name === undefined) return command
  const found = command.commands.find((candidate) => candidate.name() === name)
  if (found) return find(found, rest)
  const names = command.commands.map((candidate) => candidate.name())
  const problem =
    names.length === 0 ? `${command.name()} has no subcommands` : `The commands are ${names.join(', ')}`
  throw new UsageError(`${problem}, found "${printable(name)}".`, { metaMessages: suggest(name, names) })
}
