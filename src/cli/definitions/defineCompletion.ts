import { Argument, type Command } from 'commander'
import type { Shell } from '../commands/completion.js'
import { addHelp } from './addHelp.js'
import { readChoice } from './readChoice.js'
import type { ProgramContext } from './types.js'

const shells = Object.keys({ bash: true, zsh: true, fish: true } satisfies Record<Shell, true>)

export function defineCompletion(program: Command, { globals }: ProgramContext): void {
  const command = program
    .command('completion')
    .description('print a shell script that completes commands, options, values and files')
    .addArgument(
      new Argument('<shell>', 'the shell')
        .choices(shells)
        .argParser((value: string) => readChoice('SHELL', value, shells)),
    )
    .action(async (shell: Shell) => {
      const { completion } = await import('../commands/completion.js')
      completion(shell, program, globals())
    })
  addHelp(command, { text, exitStatus: '0 printed, 2 wrong usage.', examples, page: 'docs/cli.md' })
}

const text = `\
The script contains this version's commands and does not start fillproof. It completes the command fillproof, from a
global installation or an alias. Generate it again after an update.`

const examples = [
  'fillproof completion bash > ~/.local/share/bash-completion/completions/fillproof',
  'eval "$(fillproof completion bash)"',
  'fillproof completion zsh > ~/.zfunc/_fillproof',
  'fillproof completion fish > ~/.config/fish/completions/fillproof.fish',
]
