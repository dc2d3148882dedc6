import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineDoctor(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('doctor')
    .description('compare what fillproof knows of the service with what the service says now')
    .option('--url <url>', "the service's base URL (default: the profile's URL)")
    .option('--rpc-url <url>', "JSON-RPC of the receiver's chain; requires --receiver")
    .option('--receiver <address>', 'a receiver or a guard on that chain; requires --rpc-url')
    .option('--any-checksum', 'accept a wrong checksum in --receiver')
    .action(async (options) => {
      stopOnSignal()
      const { doctor } = await import('../commands/doctor.js')
      setStatus(await doctor({ ...globals(), ...options }))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/doctor.md' })
}

const text = `\
It makes three comparisons: the profile's chains with the service's chains (GET /chains), the known operations and fields
of a quote with the service's OpenAPI document (GET /documentation/json), and the known end of one operation with the
headers of a price. Each row is "same", "new", "changed" or "gone", and states what a difference means and what to do. The
command changes nothing. Only the service vouches for its values, so compare an address with another source before you trust
it.

With --rpc-url and --receiver it also checks that the routers, the reserved addresses and the solvers of a receiver include
the current accounts of the service. A key in FILLPROOF_API_KEY goes to the service.`

const exitStatus = `\
0 nothing differs; 1 something does, or the service's answer is malformed; 2 wrong usage; 3 the service or the chain could
not be reached; 130 stopped by a signal.`

const examples = [
  'fillproof doctor',
  'fillproof doctor --json',
  'fillproof doctor --profile mock --url http://127.0.0.1:4000',
  `fillproof doctor --rpc-url https://rpc.example \\\n  --receiver 0x1234567890123456789012345678901234567890`,
]
