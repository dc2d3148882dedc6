import { Argument, type Command } from 'commander'
import type { Shell } from '../commands/completion.js'
import { addHelp } from './addHelp.js'
import { readChoice } from './readChoice.js'
import type { ProgramContext } from './types.js'

const shells = Object.keys({ bash: true, zsh: true, fish: true } satisfies Record<Shell, true>)

export function defineCompletion(program: Command, { globals }: ProgramContext): void {
  const command = program
    .command('completion')
    .description('print a script that completes commands, options, values and files in a shell')
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
The script is made from this version's own commands, and completes without starting fillproof. It is for the command
fillproof, as a global installation or an alias gives it; make it anew after an update.`

const examples = [
  'fillproof completion bash > ~/.local/share/bash-completion/completions/fillproof',
  'eval "$(fillproof completion bash)"',
  'fillproof completion zsh > ~/.zfunc/_fillproof',
  'fillproof completion fish > ~/.config/fish/completions/fillproof.fish',
]
