import type { Argument, Command, Option } from 'commander'
import { collect } from '../definitions/collect.js'
import { readOfferedWords } from './offerWords.js'

/** What a value can be: words, files, both, or unknown. */
export type CompletionValue = { words: readonly string[]; isFile: boolean }

export type CompletionFlag = {
  flag: string
  description: string
  value?: CompletionValue
  repeats: boolean
}

/** A command, for the scripts. */
export type CompletionCommand = {
  /** Empty for the program, `recipients build` for a subcommand. */
  place: string
  subcommands: { name: string; description: string }[]
  /** Its own, and those of its parents. */
  flags: CompletionFlag[]
  values: CompletionValue[]
}

/** Every command of a program that its help shows, the program first. */
export function describeProgram(command: Command, place = ''): CompletionCommand[] {
  const help = command.createHelp()
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)]
  const subcommands = command.commands.map((subcommand) => ({
    name: subcommand.name(),
    description: subcommand.description(),
  }))
  const values = command.registeredArguments.map(describeValue)
  const children = command.commands.flatMap((subcommand) =>
    describeProgram(subcommand, `${place} ${subcommand.name()}`.trim()),
  )
  return [{ place, subcommands, flags: options.flatMap(describeFlag), values }, ...children]
}

function describeFlag(option: Option): CompletionFlag[] {
  const { long, description, required, optional, parseArg } = option
  if (!long) return []
  const value = required || optional ? { value: describeValue(option) } : {}
  return [{ flag: long, description, ...value, repeats: parseArg === collect }]
}

/** A value is a file where its placeholder says so. */
function describeValue(what: Argument | Option): CompletionValue {
  const placeholder = 'flags' in what ? what.flags : what.name()
  return { words: readOfferedWords(what), isFile: /\b(file|path)\b/.test(placeholder.replace(/^--\S+/, '')) }
}
