import type { Command, Option } from 'commander'

/** Reports a misspelled option before a missing one: commander would only report that the required option is missing. */
export function checkRequiredLast(program: Command): void {
  const required = new Map<Command, Option[]>()
  const relax = (command: Command) => {
    const options = command.options.filter(({ mandatory }) => mandatory)
    required.set(command, options)
    for (const option of options) option.makeOptionMandatory(false)
    command.commands.forEach(relax)
  }
  relax(program)
  program.hook('preAction', (_, command) => {
    for (const option of required.get(command) ?? []) {
      if (command.getOptionValue(option.attributeName()) === undefined)
        command.error(`error: required option '${option.flags}' not specified`)
    }
  })
}
