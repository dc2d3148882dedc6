import type { Command } from 'commander'

export type CommandHelp = {
  /** What the command does, below its options. */
  text?: string
  exitStatus: string
  /** Command lines, continued after a backslash. */
  examples: readonly string[]
  /** Its page, from the root of the package. */
  page: string
}

/** Adds to a command's `--help` what commander can't know. */
export function addHelp(command: Command, { text, exitStatus, examples, page }: CommandHelp): void {
  const parts = [
    ...(text === undefined ? [] : [text]),
    ['Exit status:', ...indent(exitStatus)].join('\n'),
    ['Examples:', ...examples.flatMap(indent)].join('\n'),
    `More: ${page}`,
  ]
  command.addHelpText('after', `\n${parts.join('\n\n')}`)
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`)
}
