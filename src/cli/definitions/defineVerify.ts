import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { collect } from './collect.js'
import { stopOnSignal } from './stopOnSignal.js'
import type { ProgramContext } from './types.js'

export function defineVerify(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('verify')
    .description('verify the attestation of one request')
    .argument('<requestId>', 'the request, 32 bytes of hex')
    .option('--url <url>', "the service's base URL (default: the profile's)")
    .option('--solver <address>', "a trusted solver, may be repeated (default: the profile's)", collect)
    .option('--rpc-url <url>', 'JSON-RPC of the destination chain; with --receiver')
    .option('--receiver <address>', 'a receiver there; with --rpc-url')
    .action(async (requestId: string, options) => {
      stopOnSignal()
      const { verify } = await import('../commands/verify.js')
      setStatus(await verify(requestId, { ...globals(), ...options }))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/cli.md' })
}

const text = `\
It fetches the attestation, recovers its signer, and holds that against the trusted solvers. With --rpc-url and
--receiver it also asks the receiver on the destination chain for what it can tell without the order: whether the signer
is an active solver, the route's range, the recipient's status, and whether the request was paid. The receiver's
inspectFill tells the rest; it needs the order, which the service gives with the quote only.

A valid attestation proves the terms, and not that anybody paid.`

const exitStatus = `\
0 valid, 1 something is invalid or unknown to the service, 2 wrong usage, 3 the service or the chain could not be
reached, 130 stopped by a signal.`

const id = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'

const examples = [
  `fillproof verify ${id}`,
  `fillproof verify ${id} \\\n  --solver 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF --json`,
  `fillproof verify ${id} \\\n  --profile mock --url http://127.0.0.1:4000`,
  `fillproof verify ${id} \\\n  --rpc-url https://rpc.example --receiver 0x1234567890123456789012345678901234567890`,
]
