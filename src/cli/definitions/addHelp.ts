import { type Command, Help, type HelpConfiguration } from 'commander'
import { requireNode } from '../requireNode.js'

export type CommandHelp = {
  /** The text that describes the command, printed below the options. */
  text?: string
  exitStatus: string
  /** Command lines, continued after a backslash. */
  examples: readonly string[]
  /** The documentation page, from the root of the package. */
  page: string
  /** Whether the command needs the Node of Hardhat 3. With an older one it is refused, before it is loaded. */
  hardhat3?: boolean
}

/** Adds the text, exit status, examples and page to a command's `--help`, wrapped at the same width, and checks its Node. */
export function addHelp(command: Command, { text, exitStatus, examples, page, hardhat3 }: CommandHelp): void {
  if (hardhat3) command.hook('preAction', () => requireNode(command.name()))
  command.addHelpText('after', ({ error }) => {
    const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput()
    const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? 80
    const parts = [
      ...(text === undefined ? [] : [wrap(text, width)]),
      `Exit status:\n${wrap(indent(joinLines(exitStatus)), width)}`,
      ['Examples:', ...examples.map(indent)].join('\n'),
      `More: ${page}`,
    ]
    return `\n${parts.join('\n\n')}`
  })
}

/** Wraps the help on terminals that are too narrow for commander's own wrapping. */
export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 1,
  formatItem(term, termWidth, description, helper) {
    const { helpWidth = 80 } = this
    if (helpWidth - termWidth >= 40) {
      return Help.prototype.formatItem.call(this, term, termWidth, description, helper)
    }
    return `  ${term}\n${wrap(indent(indent(description)), helpWidth)}`
  },
}

function wrap(text: string, width: number): string {
  const helper = Object.assign(new Help(), helpConfiguration)
  return joinLines(text).replace(/^( *)(.*)$/gm, (_, blanks: string, line: string) =>
    helper.boxWrap(line, width - blanks.length).replace(/^/gm, blanks),
  )
}

/** Joins the lines of each paragraph. Indented lines stay. */
function joinLines(text: string): string {
  return text.replace(/(?<=^\S.*)\n(?=\S)/gm, ' ')
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
