import { Command, Option } from 'commander'
import type { GlobalOptions } from './options.js'
import { readVersion } from './readVersion.js'

const examples = {
  all: `
Examples:
  fillproof verify 0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a
  fillproof check attestations.ndjson
  fillproof recipients build recipients.txt --chain-id 8453 --receiver 0x1234…7890
  fillproof watch --rpc-url https://rpc.example --receiver 0x1234…7890 --from-block 21000000
  fillproof mock --port 4000
  fillproof deploy --rpc-url https://rpc.example --config receiver.json --dry-run
  fillproof demo

Exit status:
  0 all valid, 1 something is invalid or unknown to the service, 2 wrong usage or unreadable input,
  3 the service or a chain could not be reached, 130 stopped by a signal (mock: 0;
  watch: 1 if it found anything, else 0).
  FILLPROOF_DEBUG=1 prints the stack of an error; NO_COLOR=1 prints no colours.`,
  verify: `
It fetches the attestation, recovers its signer, and holds that against the trusted solvers. With --rpc-url and
--receiver it also asks the receiver on the destination chain for what it can tell without the order: whether the signer
is an active solver, the route's range, the recipient's status, and whether the request was paid. The receiver's
inspectFill tells the rest; it needs the order, which the service gives with the quote only.

A valid attestation proves the terms, and not that anybody paid.

Examples:
  fillproof verify 0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a
  fillproof verify 0x9101…8e2a --solver 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF --json
  fillproof verify 0x9101…8e2a --profile mock --url http://127.0.0.1:4000
  fillproof verify 0x9101…8e2a --rpc-url https://rpc.example --receiver 0x1234…7890`,
  check: `
A line is {"requestId","requestData","signature"}, as the service answers, with the id it was asked for. A line that is
broken is reported with its number and stops nothing. FILE may be compressed, with a name that ends in .gz; - is standard
input.

--expect FIELD=VALUE is what every record must say. FIELD is originChainId, originUser, originCurrency, originAmount
(100, 100..200, 100.. or ..200), destinationChainId, destinationUser (A,B or @file with one address a line) or
destinationCurrency. Without it any genuine attestation is valid.

While a file is checked, the place is kept in FILE.fillproof-check. After an interruption the same command with --resume
goes on from there, and each line is reported once.

A valid attestation proves the terms, and not that anybody paid.

Examples:
  fillproof check attestations.ndjson
  fillproof check attestations.ndjson.gz --invalid broken.ndjson --json
  fillproof check attestations.ndjson --expect originAmount=100..200 --expect destinationUser=@recipients.txt
  fillproof check attestations.ndjson --invalid broken.ndjson --resume
  zstdcat attestations.ndjson.zst | fillproof check - --threads 4`,
  watch: `
It checks each fill of the receiver against the service's attestation and status and against what its transaction did, and
tells what contradicts. It keeps its place in a database: run the same command again, after whatever ended it, and it
goes on. --db is a file, by default one in this folder that is named after chain and receiver, or a PostgreSQL, with which
several workers share the job (npm install pg pg-boss).

Each contradiction is told once, on stdout, in --out and to --webhook. A webhook's delivery has the finding's id as its
Idempotency-Key, is repeated until it is taken, and is signed when there is a key in FILLPROOF_WEBHOOK_KEY. The service's key,
which signed orders need, is in FILLPROOF_API_KEY.

Without --until-block it goes on until SIGINT or SIGTERM. It needs Node 22.13.

Exit status: 0 nothing was ever found, 1 something was, 2 wrong usage, 3 the chain, the service or PostgreSQL could not be
reached; the place is kept.

Examples:
  fillproof watch --rpc-url https://rpc.example --receiver 0x1234…7890 --from-block 21000000
  fillproof watch --rpc-url https://rpc.example --receiver 0x1234…7890 --from-block 21000000 --until-block latest --json
  fillproof watch --rpc-url https://rpc.example --receiver 0x1234…7890 --from-block 21000000 \\
    --db watch.sqlite --out findings.ndjson --webhook https://alerts.example/fills
  PGPASSWORD=… fillproof watch --rpc-url https://rpc.example --receiver 0x1234…7890 --from-block 21000000 \\
    --db postgresql://watcher@db.example/watch`,
  mock: `
It starts two chains, the service's contracts and receivers on them, its HTTP interface and its solver, all on this
machine, and serves until SIGINT or SIGTERM. Its keys are known to everybody. It needs Node 22.13 and Hardhat 3. What it
prints as controlUrl tells, when it is read, how to make it fail, move time, and fund accounts.

Examples:
  fillproof mock
  fillproof mock --port 4000 --json
  fillproof mock --id-form public --seed 1`,
  deploy: `
It deploys the implementation and the factory by the deterministic proxy, and a receiver by the factory, initialised in the
same transaction. The addresses are the same on every chain, since nothing of a chain enters them but the deployer and the
salt. A contract that is there already is left as it is: an interrupted deployment goes on when the same command is run
again, and a complete one sends nothing.

The key of the deployer is in FILLPROOF_PRIVATE_KEY; or --unlocked names an account that the node holds. The deployer gets
no rights: the admin is named by --admin or the configuration.

--config is a JSON file:
  {"admin": "0x…", "solvers": ["0x…"], "recipients": ["0x…", {"recipient": "0x…", "hook": true}],
   "routers": ["0x…"], "reserved": ["0x…"], "salt": "0x…32 bytes", "kind": "fillReceiver",
   "chains": {"8453": {"chainName": "base", "routes": [{"chainId": 1, "currency": "0x…", "min": "1", "max": "1000"}]}}}
kind is fillReceiver, signedOrderReceiver (with "chainNames": [{"name": "ethereum", "chainId": 1, "isEvm": true}]),
registeredFillReceiver (with "registrars": ["0x…"]) or paymentGuard (with "depository", "chainNames", and "recipients" as
[{"chainId": 8453, "recipient": "0x…"}]). A receiver's "recipientRoot" is a root, or a file of \`recipients build\`; it is
the admin's to set, and told as pending.
What "chains" says of a chain wins over the rest, and an option over both. A chain's name defaults to the profile's.

With --check it deploys nothing and compares a receiver with the configuration, and with the service's listing of chains
where --url or --profile names one. Lists are rebuilt from events since the block of --record or --from-block. With
--verify it publishes the sources at an explorer with Etherscan's interface; the key is in ETHERSCAN_API_KEY.

Exit status: 0 deployed or the same, 1 the chain refused or something differs, 2 wrong usage or configuration, 3 a chain, the
service or the explorer could not be reached, 130 stopped by a signal between two transactions.

Examples:
  fillproof deploy --rpc-url https://rpc.example --config receiver.json --dry-run --unlocked 0x1234…7890
  fillproof deploy --rpc-url https://rpc.example --config receiver.json --record deployments
  fillproof deploy --rpc-url https://a.example --rpc-url https://b.example --config receiver.json --record deployments
  fillproof deploy --rpc-url https://rpc.example --chain-name base --admin 0x1234…7890 \\
    --solver 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF --route 1:native:1:1000000000000000000 --recipient 0xabcd…ef01
  fillproof deploy --rpc-url https://rpc.example --config guard.json --kind paymentGuard --record deployments
  fillproof deploy --rpc-url https://rpc.example --config receiver.json --verify https://api.etherscan.io/v2/api
  fillproof deploy --rpc-url https://rpc.example --config receiver.json --check --record deployments/8453-0x12….json`,
  recipients: `
A receiver with a list of its own pays whom the list names. With a Merkle root in its place the list may be of any length:
build makes the root, prove makes the recipientProof that goes with a fill.

A line of FILE is an address, with ",hook" behind it for a recipient that is told of its payments. Blank lines, what
follows a #, and a first line "address,hook" are left out. FILE may be compressed, with a name that ends in .gz; - is
standard input. A tree is bound to one receiver on one chain.

Examples:
  fillproof recipients build recipients.txt --chain-id 8453 --receiver 0x1234…7890 --out recipients.json
  fillproof recipients prove recipients.json 0xf3d6…691e --json`,
  demo: `
It starts the mock service, lets an unmodified solver pay a receiver in the two ways that there are, tries to cheat, and
prints what was seen. It exits with 1 if anything went otherwise than told. It needs Node 22.13 and Hardhat 3.

Examples:
  fillproof demo
  fillproof demo --json`,
}

/**
 * Describes the command line. Each command is loaded when it is run, so that nothing loads more than it needs.
 *
 * @param setStatus - Told the exit status of a command that ends.
 */
export function createProgram(setStatus: (status: number) => void): Command {
  const program = new Command('fillproof')
    .description('Proves cross-chain fills: looks at attestations, and runs the service on this machine.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('--help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addOption(
      new Option('--profile <profile>', 'the service: relay, mock, or a JSON file with a profile').default(
        'relay',
      ),
    )
    .option('--json', 'print JSON to stdout, and nothing else')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(--help prints the usage)')
    .exitOverride()
    .addHelpText('after', examples.all)
  const profileSource = () => program.getOptionValueSource('profile')
  const globals = (): GlobalOptions => ({
    ...program.opts<GlobalOptions>(),
    profileGiven: profileSource() === 'cli',
  })

  program
    .command('verify')
    .description('verify the attestation of one request')
    .argument('<requestId>', 'the request, 32 bytes of hex')
    .option('--url <url>', "the service's base URL (default: the profile's)")
    .option('--solver <address>', "a trusted solver, may be repeated (default: the profile's)", collect)
    .option('--rpc-url <url>', 'JSON-RPC of the destination chain; with --receiver')
    .option('--receiver <address>', 'a receiver there; with --rpc-url')
    .addHelpText('after', examples.verify)
    .action(async (requestId: string, options) => {
      stopOnSignal()
      const { verify } = await import('./commands/verify.js')
      setStatus(await verify(requestId, { ...globals(), ...options }))
    })

  program
    .command('check')
    .description('check the attestations of a file, one record a line')
    .argument('<file>', 'NDJSON, also compressed as .gz; - is standard input')
    .option('--solver <address>', "a trusted solver, may be repeated (default: the profile's)", collect)
    .option('--expect <field=value>', 'what every record must say, may be repeated', collect)
    .option('--threads <number>', 'worker threads, 0 for none (default: one for each core)')
    .option('--invalid <file>', 'write every line that is not valid to this file, as NDJSON')
    .option('--resume', 'go on where a check of this file was interrupted')
    .addHelpText('after', examples.check)
    .action(async (file: string, options) => {
      const signal = abortOnSignal()
      const { check } = await import('./commands/check.js')
      setStatus(await check(file, { ...globals(), ...options }, signal))
    })

  const recipients = program
    .command('recipients')
    .description('make the Merkle root of a list of recipients, and the proofs for it')
    .addHelpText('after', examples.recipients)
  recipients
    .command('build')
    .description('make the root of a list')
    .argument('<file>', 'one address a line, with ",hook" behind it where wanted; - is standard input')
    .requiredOption('--chain-id <number>', 'the chain that the receiver is on')
    .requiredOption('--receiver <address>', 'the receiver that takes the root')
    .option('--out <dump>', 'write what `recipients prove` needs to this file, as JSON')
    .addHelpText('after', examples.recipients)
    .action(async (file: string, options) => {
      stopOnSignal()
      const { buildRecipients } = await import('./commands/recipients.js')
      setStatus(await buildRecipients(file, { ...globals(), ...options }))
    })
  recipients
    .command('prove')
    .description('make the recipientProof of one recipient')
    .argument('<dump>', 'what `recipients build --out` wrote')
    .argument('<address>', 'the recipient')
    .addHelpText('after', examples.recipients)
    .action(async (dump: string, address: string) => {
      stopOnSignal()
      const { proveRecipient } = await import('./commands/recipients.js')
      setStatus(await proveRecipient(dump, address, globals()))
    })

  program
    .command('watch')
    .description("check a receiver's fills as they come, and tell what contradicts the service")
    .requiredOption('--rpc-url <url>', 'JSON-RPC of the chain that the receiver is on')
    .requiredOption('--receiver <address>', 'the receiver')
    .requiredOption('--from-block <number>', 'the first block whose fills are checked')
    .option('--until-block <number>', 'the last one, or latest (default: it goes on)')
    .option('--db <url>', 'where it keeps its place (default: a file in this folder)')
    .option('--out <file>', 'write each contradiction to this file, as NDJSON')
    .option('--webhook <url>', 'post each contradiction there')
    .option('--url <url>', "the service's base URL (default: the profile's)")
    .option('--solver <address>', "a trusted solver, may be repeated (default: the profile's)", collect)
    .option('--grace <seconds>', 'for how long the service may not have finished a request', '600')
    .option('--confirmations <number>', 'how many blocks must follow a fill before it is checked', '12')
    .option(
      '--lookback <number>',
      'how many blocks before the first are searched for authorisations',
      '10000',
    )
    .option('--poll-interval <seconds>', 'between two looks at the chain', '2')
    .addHelpText('after', examples.watch)
    .action(async (options) => {
      const signal = abortOnSignal()
      const { watch } = await import('./commands/watch.js')
      setStatus(await watch({ ...globals(), ...options }, signal))
    })

  program
    .command('mock')
    .description('run the service on this machine')
    .option('--port <port>', 'port of the HTTP interface on 127.0.0.1 (default: a free one)')
    .option('--id-form <form>', 'request ids: specification, as order ids, or public, of their own')
    .option('--seed <text>', 'make what is made up, such as keys and salts, the same in every run')
    .addHelpText('after', examples.mock)
    .action(async (options) => {
      const { mock } = await import('./commands/mock.js')
      await mock({ ...globals(), ...options })
    })

  program
    .command('deploy')
    .description(
      'deploy a receiver or a guard at the same address on every chain, or compare one with its configuration',
    )
    .option('--rpc-url <url>', 'JSON-RPC of a chain, may be repeated for several chains', collect)
    .option('--config <file>', 'JSON with what the receiver is initialised with')
    .option(
      '--kind <kind>',
      'fillReceiver (default), signedOrderReceiver, registeredFillReceiver or paymentGuard',
    )
    .option('--admin <address>', 'who administers it')
    .option('--chain-name <name>', "this chain's name in orders (default: the profile's)")
    .option('--solver <address>', 'a trusted solver, may be repeated', collect)
    .option('--route <route>', 'an accepted origin, CHAIN:CURRENCY:MIN:MAX, may be repeated', collect)
    .option(
      '--recipient <address>',
      'an allowed recipient, ADDRESS or ADDRESS:hook, may be repeated',
      collect,
    )
    .option('--router <address>', "a solvers' router that orders may name, may be repeated", collect)
    .option('--reserved <address>', 'an address that is neither paid nor called, may be repeated', collect)
    .option('--salt <salt>', 'tells the receivers of one deployer apart, 32 bytes (default: zero)')
    .option('--unlocked <address>', 'deploy from this account of the node')
    .option('--dry-run', 'tell what would be sent, and send nothing')
    .option('--record <path>', 'write a record of each deployment, to a folder or a .json file')
    .option('--verify <url>', "publish the sources at an explorer's API")
    .option('--verify-key-env <name>', "the variable with the API's key (default: ETHERSCAN_API_KEY)")
    .option('--check', 'deploy nothing, and compare what is there with the configuration')
    .option('--receiver <address>', 'with --check: which receiver (default: the one of record or deployer)')
    .option('--from-block <number>', "with --check: where its history begins (default: the record's, or 0)")
    .option('--url <url>', "with --check: the service's base URL, to compare with its chains")
    .addHelpText('after', examples.deploy)
    .action(async (options) => {
      const signal = abortOnSignal()
      const { deploy } = await import('./commands/deploy.js')
      setStatus(await deploy({ ...globals(), ...options }, signal))
    })

  program
    .command('demo')
    .description('show the whole flow, and what is refused, on the mock service')
    .addHelpText('after', examples.demo)
    .action(async () => {
      stopOnSignal()
      const { demo } = await import('./commands/demo.js')
      setStatus(await demo(globals()))
    })

  return program
}

function collect(value: string, values: string[] = []): string[] {
  return [...values, value]
}

function stopOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
}

/** The first signal asks the command to end in order, the second ends it at once. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  return controller.signal
}
