import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import type { ProgramContext } from './types.js'

export function defineQuote(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('quote')
    .description('judge a quote against its request, before anything is signed')
    .argument('<file>', "the service's quote, or a call that payReceiver kept, as JSON")
    .option(
      '--request <file>',
      'your request for the quote, as JSON (a call that payReceiver kept includes it)',
    )
    .option('--minimum <amount>', 'the least amount that must arrive, in the smallest unit')
    .option('--maximum <amount>', 'the most that may be sent, in the smallest unit')
    .option('--deadline <seconds>', 'the order must end later than this, in Unix seconds')
    .option('--signed', 'refuse an order without the signature of the solver')
    .option('--now <seconds>', 'the time of the check, in Unix seconds (default: now)')
    .option('--offline', 'has no effect: the command never asks a service or a chain')
    .action(async (path: string, options) => {
      const { quote } = await import('../commands/quote.js')
      setStatus(await quote(path, { ...globals(), ...options }))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/tasks/check-quote.md' })
}

const text = `\
It reports each check of a quote: the order's id and signature, where the money goes and what comes back, the minimum,
the refunds, the deadline, the calls byte for byte, the router, and what each step would have the wallet sign. A check that
needs more than the quote, your request and the profile is reported as unknown, with the missing part.

Most quotes are unsigned: then only the service vouches for the terms, and --signed refuses the quote. Without --minimum,
the minimum is known only for the trade type EXACT_OUTPUT.`

const exitStatus = '0 every check passes; 1 one fails or is unknown; 2 wrong usage or unreadable input.'

const examples = [
  'fillproof quote quote.json --request request.json --minimum 900000',
  'fillproof quote quote.json --request request.json --minimum 900000 --signed --json',
]
