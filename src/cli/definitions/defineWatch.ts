import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { collect, solverOption } from './createChoice.js'
import { abortOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineWatch(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('watch')
    .description("check a receiver's fills as they arrive, and report contradictions")
    .option('--rpc-url <url>', "JSON-RPC of the receiver's chain; repeat it for a fallback", collect)
    .option('--receiver <address>', 'the receiver')
    .option('--from-block <number>', 'the first block whose fills are checked')
    .option('--jobs <file>', 'a JSON file of many receivers, in place of the three options above')
    .option('--until-block <number>', 'the last block, or latest (default: no end)')
    .option('--db <url|file>', 'the database that keeps the state (default: a file in this folder)')
    .option('--out <file>', 'write each contradiction to this file, as NDJSON')
    .option('--webhook <url>', 'post each contradiction to this URL')
    .option('--listen <host:port>', 'serve /health, /ready and /metrics')
    .option('--url <url>', "the service's base URL (default: the profile's URL)")
    .option(...solverOption)
    .option('--order <path>', 'the quotes that you kept: a JSON or NDJSON file, or a folder of these')
    .option('--inboxes <path>', 'the inboxes to watch for money that waits: the list of fillproof claim')
    .option('--claim-delay <seconds>', 'how long money may lie in an inbox (default: 3600)')
    .option('--any-checksum', 'accept a wrong checksum in --receiver and --solver')
    .option('--grace <seconds>', 'how long the service may take to finish a request (default: 600)')
    .option('--confirmations <number>', 'blocks that must follow a block before it is read (default: 12)')
    .option(
      '--lookback <number>',
      'search this many blocks before --from-block for authorizations (default: 10000)',
    )
    .option(
      '--patience <seconds>',
      'with --until-block: give up after this long without progress (default: 60)',
    )
    .option('--max-lag <seconds>', '/ready fails if the last block that was read is older (default: 300)')
    .option(
      '--per-second <number>',
      "the most requests per second to a node (default: adapted to the node's answers)",
    )
    .option('--rejudge', 'judge every stored fill again, with the current options')
    .option('--poll-interval <seconds>', 'time between two reads of the chain (default: 2)')
    .action(async (options) => {
      const signal = abortOnSignal()
      const { watch } = await import('../commands/watch.js')
      setStatus(await watch({ ...globals(), ...options }, signal))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/watch.md', hardhat3: true })
}

const text = `\
It checks each fill of the receiver against the service's attestation and status, and against the effects of its
transaction. It keeps its state in a database: stop it at any time, and run the same command again to continue. --db is a
file, or the URL of a PostgreSQL database that several workers share (npm install pg, password in PGPASSWORD). By default
it is a file in this folder, named after the chain and the receiver.

Each contradiction is reported once: on stdout, in --out and to --webhook. A webhook delivery has the finding's id as its
Idempotency-Key, is repeated until it succeeds, and is signed with the key in FILLPROOF_WEBHOOK_KEY, if any. To check
signed orders, set the service's key in FILLPROOF_API_KEY.

--order has the orders that a fill's calldata does not show. The service no longer lists orders, so keep each quote. Files
that are added to a folder are found without a restart.

--inboxes has the terms of inboxes. Money that lies in one for longer than --claim-delay, with no claim or refund, is reported;
once it was claimed or refunded, the finding is reported once more, as withdrawn.

The database stores the options that verdicts depend on: --url, --solver and --grace. If you change one of them, --rejudge
is required: it judges every fill again, and reports a finding that no longer holds once more, as withdrawn. With an earlier
--from-block, the earlier blocks are also checked.

Without --until-block it runs until SIGINT or SIGTERM, and waits for a chain or a service that fails. With --until-block it
ends after --patience without progress. It needs Node 22.13.`

const exitStatus = `\
0 no contradiction was ever found, 1 a contradiction was found, 2 wrong usage, 3 the chain, the service or PostgreSQL could
not be reached, or blocks or fills are left to check; the state is kept.`

const job = '--rpc-url https://rpc.example --receiver 0x1234567890123456789012345678901234567890'

const examples = [
  `fillproof watch ${job} \\\n  --from-block 21000000`,
  `fillproof watch ${job} \\\n  --from-block 21000000 --until-block latest --json`,
  `fillproof watch ${job} \\\n  --from-block 21000000 --db watch.sqlite --out findings.ndjson --webhook https://alerts.example/fills`,
  `fillproof watch ${job} \\\n  --from-block 21000000 --db postgresql://watcher@db.example/fills`,
]
