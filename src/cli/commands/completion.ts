import type { Command } from 'commander'
import { describeProgram } from '../completion/describeProgram.js'
import { renderBash } from '../completion/renderBash.js'
import { renderFish } from '../completion/renderFish.js'
import { renderZsh } from '../completion/renderZsh.js'
import { printJson } from '../output.js'

const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish }

export type Shell = keyof typeof renderers

/** Prints a completion script with the program's commands, which does not start it. */
export function completion(shell: Shell, program: Command, { json }: { json?: boolean }): void {
  const script = renderers[shell](describeProgram(program))
  if (json) printJson({ shell, script })
  else process.stdout.write(script)
}
