import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { addRequestOptions } from './addRequestOptions.js'
import type { ProgramContext } from './types.js'

export function defineInspect(program: Command, { globals }: ProgramContext): void {
  const command = program
    .command('inspect')
    .description('look at one request, or at a file of records, in a browser')
    .argument('[requestId|file|transaction]', 'the request that the page shows first')
    .option('--port <port>', 'port of the page (default: 8737, or a free port if 8737 is taken)')
    .option('--open', 'open the page in the browser')
  addRequestOptions(command).action(async (argument: string | undefined, options) => {
    const { inspect } = await import('../commands/inspect.js')
    await inspect(argument, { ...globals(), ...options })
    process.exit(0)
  })
  addHelp(command, { text, exitStatus, examples, page: 'docs/inspect.md' })
}

const text = `\
It serves a page on 127.0.0.1 and prints its URL. The page takes a request id, a record, a quote, an evidence file or the
hash of a transaction. It shows what was signed, what the chain measured, and what the service reports. If you drop a file
of records on the page, the page checks the file as \`fillproof check\` does.

The command forwards the page's requests only to the service and the nodes that the options name. A key in
FILLPROOF_API_KEY stays in the command. The other options are those of \`fillproof verify\`.`

const exitStatus = '0 stopped by a signal, 2 wrong usage, the port is in use, or the page is not built.'

const examples = [
  'fillproof inspect',
  'fillproof inspect 0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
  'fillproof inspect quote.json --rpc-url https://rpc.example \\\n  --receiver 0x1234567890123456789012345678901234567890',
]
