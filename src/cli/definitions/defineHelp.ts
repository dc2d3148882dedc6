import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { readChoice } from './readChoice.js'

/** Defines `help`. Commander's own help command takes no subcommands, and ignores a misspelled one. */
export function defineHelp(program: Command): void {
  const command = program.helpCommand(false).command('help').description('print help for a command')
  command
    .argument('[command]', 'the command')
    .argument('[subcommand]', 'its subcommand, if any')
    .action((...names: (string | undefined)[]) =>
      find(
        program,
        names.slice(0, 2).filter((name) => name !== undefined),
      ).outputHelp(),
    )
  addHelp(command, {
    exitStatus: '0 printed, 2 no such command.',
    examples: ['fillproof help', 'fillproof help check', 'fillproof help recipients build'],
    page: 'docs/cli.md',
  })
}

function namesOf(command: Command): string[] {
  return command.commands.map((subcommand) => subcommand.name())
}

function find(command: Command, [name, ...rest]: readonly string[]): Command {
  if (name === undefined) return command
  const names = namesOf(command)
  if (names.length === 0) return command.error(`error: '${command.name()}' has no subcommands`)
  readChoice('the command', name, names)
  return find(command.commands[names.indexOf(name)]!, rest)
}
