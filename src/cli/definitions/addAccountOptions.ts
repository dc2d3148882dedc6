import type { Command } from 'commander'

/** Adds the options for the sending account. `when` is the condition that precedes a description. */
export function addAccountOptions(command: Command, when = ''): Command {
  return command
    .option('--keystore <file>', `${when}send with the key in this encrypted file`)
    .option(
      '--password-file <file>',
      'a file with the password of --keystore (default: ask for the password)',
    )
    .option('--unlocked <address>', `${when}send from this account of the node`)
}
