import type { Command } from 'commander'
import { abortOnSignal } from './abortOnSignal.js'
import { addHelp } from './addHelp.js'
import { collect } from './collect.js'
import type { ProgramContext } from './types.js'

export function defineWatch(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('watch')
    .description("check a receiver's fills as they come, and tell what contradicts the service")
    .requiredOption('--rpc-url <url>', 'JSON-RPC of the chain that the receiver is on')
    .requiredOption('--receiver <address>', 'the receiver')
    .requiredOption('--from-block <number>', 'the first block whose fills are checked')
    .option('--until-block <number>', 'the last one, or latest (default: it goes on)')
    .option('--db <url|file>', 'where it keeps its place (default: a file in this folder)')
    .option('--out <file>', 'write each contradiction to this file, as NDJSON')
    .option('--webhook <url>', 'post each contradiction there')
    .option('--url <url>', "the service's base URL (default: the profile's)")
    .option('--solver <address>', "a trusted solver, may be repeated (default: the profile's)", collect)
    .option('--grace <seconds>', 'for how long the service may not have finished a request', '600')
    .option('--confirmations <number>', 'how many blocks must follow a fill before it is checked', '12')
    .option(
      '--lookback <number>',
      'how many blocks before the first are searched for authorizations',
      '10000',
    )
    .option('--poll-interval <seconds>', 'between two looks at the chain', '2')
    .action(async (options) => {
      const signal = abortOnSignal()
      const { watch } = await import('../commands/watch.js')
      setStatus(await watch({ ...globals(), ...options }, signal))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/watch.md' })
}

const text = `\
It checks each fill of the receiver against the service's attestation and status and against what its transaction did, and
tells what contradicts. It keeps its place in a database: run the same command again, after whatever ended it, and it
goes on. --db is a file, by default one in this folder that is named after chain and receiver, or the URL of a PostgreSQL,
with which several workers share the job (npm install pg); its password is in PGPASSWORD.

Each contradiction is told once, on stdout, in --out and to --webhook. A webhook's delivery has the finding's id as its
Idempotency-Key, is repeated until it is taken, and is signed when there is a key in FILLPROOF_WEBHOOK_KEY. The service's
key, which signed orders need, is in FILLPROOF_API_KEY.

Without --until-block it goes on until SIGINT or SIGTERM. It needs Node 22.13.`

const exitStatus = `\
0 nothing was ever found, 1 something was, 2 wrong usage, 3 the chain, the service or PostgreSQL could not be reached;
the place is kept.`

const job = '--rpc-url https://rpc.example --receiver 0x1234567890123456789012345678901234567890'

const examples = [
  `fillproof watch ${job} \\\n  --from-block 21000000`,
  `fillproof watch ${job} \\\n  --from-block 21000000 --until-block latest --json`,
  `fillproof watch ${job} \\\n  --from-block 21000000 --db watch.sqlite --out findings.ndjson --webhook https://alerts.example/fills`,
  `fillproof watch ${job} \\\n  --from-block 21000000 --db postgresql://watcher@db.example/fills`,
]
