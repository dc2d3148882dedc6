import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { addRequestOptions } from './addRequestOptions.js'
import { stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineVerify(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('verify')
    .description('verify one request, or a quote, a record or a call that was kept')
    .argument(
      '<requestId|hash|url|file>',
      'a request id, the hash of one of its transactions, a URL of either, or a file of evidence',
    )
    .option('--offline', 'verify the file alone, without network requests')
  addRequestOptions(command).action(async (argument: string, options) => {
    stopOnSignal()
    const { verify } = await import('../commands/verify.js')
    setStatus(await verify(argument, { ...globals(), ...options }))
  })
  addHelp(command, { text, exitStatus, examples, page: 'docs/verify.md' })
}

const text = `\
It reports whether a trusted solver signed these terms (genuine), and what happened (outcome: paid, returned, refunded,
failed, settled, waiting, expired, unknown), with the source of each statement and the next step. It fetches the attestation,
recovers its signer, and asks the service for the status of the request. Chain names, symbols and decimals come from the
service or the profile, and are not signed.

A file is a quote, its order, a record of an attestation, a call that payReceiver kept, or the output of verify --json. With
--offline the file is verified alone, without network requests.

--order is the quote from the service, a call that payReceiver kept, the quote's protocol.v2.orderData, or a registrar's
{"terms","termsSignature"}. The order's id, solver and deadline are checked. In a folder or NDJSON of quotes, the quote with
the order's hash is used. The service no longer lists orders, so keep the quote.

With a key in FILLPROOF_API_KEY the service returns more: the order's id, the chains of refunds, and times. Then the argument
may also be the hash of any transaction of the request, or the transaction's URL at an explorer. The URL is not fetched: the
service's listing names the request.

With --rpc-url and --receiver it calls the receiver on the destination chain. If the evidence is complete, it reports each
check of inspectFill, otherwise the receiver's state. It also reports whether the request was paid, when, and in which
transaction: it searches for the payment backwards to --from-block. Then the argument may also be the hash of a transaction
on the destination chain.

A genuine attestation proves the terms, not that anyone paid.`

const exitStatus = `\
0 genuine, and with --receiver paid there or still payable; 1 not, or unknown to the service; 2 wrong usage; 3 the
service or the chain could not be reached; 130 stopped by a signal.`

const id = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'

const examples = [
  `fillproof verify ${id}`,
  `fillproof verify ${id} \\\n  --solver 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF --json`,
  `fillproof verify ${id} \\\n  --profile mock --url http://127.0.0.1:4000`,
  `fillproof verify ${id} --layout v2`,
  `fillproof verify https://etherscan.io/tx/${id}`,
  'fillproof verify quote.json --offline',
  `fillproof verify ${id} --order quote.json \\\n  --rpc-url https://rpc.example --receiver 0x1234567890123456789012345678901234567890`,
]
