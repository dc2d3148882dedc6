import type { Command } from 'commander'

/** Adds the options for the sending account. `when` starts each description. */
export function addAccountOptions(command: Command, when = ''): Command {
  return command
    .option('--keystore <file>', `${when}send with the key in this encrypted file`)
    .option('--password-file <file>', 'a file with its password (default: ask for it)')
    .option('--unlocked <address>', `${when}send from this account of the node`)
}
