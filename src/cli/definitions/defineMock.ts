import type { Command } from 'commander'
import { choices } from '../choices.js'
import { addHelp } from './addHelp.js'
import { collect, createChoice } from './createChoice.js'
import type { ProgramContext } from './types.js'

export function defineMock(program: Command, { globals }: ProgramContext): void {
  const command = program
    .command('mock')
    .description('run the service on this machine')
    .option(
      '--port <port>',
      'port of the HTTP interface; the chains take the ports after it (default: free ones)',
    )
    .option(
      '--rpc-ports <ports>',
      'ports of the two chains, separated by a comma (default: those after --port)',
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .addOption(
      createChoice(
        '--id-form <form>',
        'request ids: equal to order ids, or separate like those of the public service',
        choices.idForm,
      ),
    )
    .addOption(
      createChoice('--router <version>', 'the router version that the solver fills through', choices.router),
    )
    .option(
      '--retired <path>',
      'answer as if this operation had ended, such as quote/v2; may be repeated',
      collect,
    )
    .option('--seed <text>', 'use the same generated values, such as keys and salts, in every run')
    .option(
      '--status-delay <seconds>',
      'how long a request stays in each status, to test user interfaces (default: 0)',
    )
    .option('--quiet', 'do not print a line for each request, deposit, fill, refund and failure')
    .action(async (options) => {
      const { mock } = await import('../commands/mock.js')
      await mock({ ...globals(), ...options })
      process.exit(0)
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/mock.md', hardhat3: true })
}

const text = `\
It starts two local chains with the service's contracts and receivers, the service's HTTP interface and its solver, and
serves until SIGINT or SIGTERM. It prints each new request, deposit, fill and refund with its amount, token and chain, the
request's id and the transaction, and each failure with its reason, unless --quiet or --json is given. With the same
--port and --seed, a new start has the same URLs, API key, accounts and contracts, but no requests, and balances as at the
first start. All keys are public. It needs Node 22.13 and Hardhat 3. GET / lists what it serves.`

const exitStatus =
  '0 stopped by a signal, 2 wrong usage, a port is in use, or Node or Hardhat is missing or too old.'

const examples = [
  'fillproof mock',
  'fillproof mock --port 4000 --json',
  'fillproof mock --id-form public --retired quote/v2 --retired price',
  'fillproof mock --port 4000 --rpc-ports 8545,8546 --status-delay 1.5',
  'fillproof mock --id-form public --seed 1',
]
