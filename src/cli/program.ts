import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import type { GlobalOptions } from './options.js'

const examples = {
  all: `
Examples:
  fillproof verify 0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a
  fillproof check attestations.ndjson
  fillproof recipients build recipients.txt --chain-id 8453 --receiver 0x1234…7890
  fillproof mock --port 4000
  fillproof demo

Exit status:
  0 all valid, 1 something is invalid or unknown to the service, 2 wrong usage or unreadable input,
  3 the service or a chain could not be reached, 130 stopped by a signal (mock: 0).
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
  mock: `
It starts two chains, the service's contracts and receivers on them, its HTTP interface and its solver, all on this
machine, and serves until SIGINT or SIGTERM. Its keys are known to everybody. It needs Node 22.13 and Hardhat 3. What it
prints as controlUrl tells, when it is read, how to make it fail, move time, and fund accounts.

Examples:
  fillproof mock
  fillproof mock --port 4000 --json
  fillproof mock --id-form public --seed 1`,
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

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
