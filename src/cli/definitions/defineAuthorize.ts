import type { Command } from 'commander'
import { addAccountOptions } from './addAccountOptions.js'
import { addHelp } from './addHelp.js'
import { stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineAuthorize(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('authorize')
    .description('present the evidence of calls to their receiver, so that any solver can pay them')
    .argument(
      '<file|requestId>',
      'a call that payReceiver kept, a quote, NDJSON or a folder of these, or a request id',
    )
    .requiredOption('--rpc-url <url>', 'JSON-RPC of the destination chain')
    .requiredOption('--receiver <address>', 'the receiver that the order calls')
    .option('--recipient-proof <file>', 'the output of `recipients prove --json`')
    .option('--order <path>', 'with a request id: its quote, or a folder or NDJSON of quotes')
    .option('--url <url>', "the service's base URL (default: the profile's URL)")
    .option('--batcher <address>', 'with several calls: a contract with `aggregate3` (default: Multicall3)')
    .option('--send', 'send the transaction (default: a dry run)')
  addAccountOptions(command, 'with --send: ').action(async (target: string, options) => {
    stopOnSignal()
    const { runAuthorize } = await import('../commands/authorize.js')
    setStatus(await runAuthorize(target, { ...globals(), ...options }))
  })
  addHelp(command, { text, exitStatus, examples, page: 'docs/authorize.md' })
}

const text = `\
The file is a call that payReceiver kept, a quote from the service, or a JSON object. The object has the quote as "quote"
and, if the receiver needs them, "attestation" (the service's record with its requestId), "recipientProof", "terms" and
"termsSignature". NDJSON has one call per line, and a folder has several files. Several calls are sent in batches of 25, and
each has its own result.

For a request id, the attestation comes from the service and the order from --order. Missing parts are listed. The public
service returns a signed order only in the quote, so keep the quote.

The command checks the evidence against the receiver and simulates the transaction. With --send, it sends the transaction
with the key of --keystore or in FILLPROOF_PRIVATE_KEY, or from --unlocked, and waits for the receipt. Anyone may send this
transaction: it moves no funds, and sending it again changes nothing. Deposit on the origin chain only after the transaction
is confirmed.`

const exitStatus = `\
0 authorized, already paid, or provable in a dry run; 1 not provable, or the node refuses the transaction; 2 wrong usage;
3 the service or the chain could not be reached; 130 stopped by a signal.`

const receiver = '0x1234567890123456789012345678901234567890'

const examples = [
  `fillproof authorize call.json --rpc-url https://rpc.example --receiver ${receiver}`,
  `fillproof authorize call.json --rpc-url https://rpc.example --receiver ${receiver} --send`,
  `fillproof authorize calls --rpc-url https://rpc.example --receiver ${receiver} --send --keystore keeper.json`,
]
