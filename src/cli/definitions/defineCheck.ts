import type { Command } from 'commander'
import { addHelp, helpConfiguration } from './addHelp.js'
import { collect, solverOption } from './createChoice.js'
import { abortOnSignal, stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineCheck(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('check')
    .description('check the attestations and signed orders of a file, one record per line')
    .argument('<file>', 'NDJSON, also compressed as .gz; - is standard input')
    .option(...solverOption)
    .option('--any-checksum', 'accept a wrong checksum in --solver (checksums in records are never checked)')
    .option(
      '--expect <field=value>',
      'a field and the value it must have in every record, may be repeated',
      collect,
    )
    .option('--threads <number>', 'worker threads, 0 for none (default: one for each core)')
    .option('--invalid <file>', 'write every line that is not valid to this file, as NDJSON')
    .option('--unique', 'refuse an attestation or an order that occurred before')
    .option('--shard <I/N>', 'check the I-th of N parts of the file; needs --invalid (see `check merge`)')
    .action(async (file: string, options) => {
      const signal = abortOnSignal()
      const { check } = await import('../commands/check.js')
      setStatus(await check(file, { ...globals(), ...options }, signal))
    })
  addHelp(command, { text, exitStatus, examples, page })
  defineMerge(program, command, { globals, setStatus })
}

type MergeContext = Pick<ProgramContext, 'globals' | 'setStatus'>

function defineMerge(program: Command, check: Command, { globals, setStatus }: MergeContext): void {
  const command = check
    .command('merge')
    .description('merge the results of all shards of a file')
    .argument('<result...>', 'the file that each `check --shard` wrote to --invalid, in any order')
    .option('--invalid <file>', 'write the lines of all shards that are not valid to this file, as NDJSON')
    .configureHelp({ ...helpConfiguration, visibleGlobalOptions: () => [...program.options] })
    .action(async (results: string[]) => {
      stopOnSignal()
      // If parent and subcommand both have an option, Commander gives its value to the parent.
      const { invalid, ...others } = check.opts()
      const other = check.options.find((option) => option.attributeName() in others)
      if (other) command.error(`error: '${other.long}' is not an option of check merge`)
      const { mergeChecks } = await import('../commands/mergeChecks.js')
      setStatus(await mergeChecks(results, { ...globals(), invalid }))
    })
  addHelp(command, { text: textOfMerge, exitStatus: exitStatusOfMerge, examples: examplesOfMerge, page })
}

const page = 'docs/check.md'

const textOfMerge = `\
The command needs the complete result of each shard of one file, exactly once. All shards must have been checked with the
same --solver and --expect. Otherwise it refuses the results. The counts and the lines of --invalid are the same as from one
check of the whole file. The reported seconds are the sum over all shards.`

const exitStatusOfMerge = `\
0 all valid, 1 a line is invalid or malformed, 2 wrong usage, or a shard is missing or incomplete, 130 stopped by a signal.`

const examplesOfMerge = ['fillproof check merge shard-1.ndjson shard-2.ndjson --invalid broken.ndjson --json']

const text = `\
A line is an attestation, {"requestId","requestData","signature"}, or a signed order: {"orderData","orderSignature"}, a quote,
or a call that payReceiver kept. A broken line is reported with its number, and the check continues. A FILE that ends in
.gz is decompressed; - is standard input. For a file that is not JSON lines, such as UTF-16 or CSV, the check exits with 2
and prints the command that converts the file, if there is one.

With --expect FIELD=VALUE, every record must have this value. FIELD is originChainId, originUser, originCurrency, originAmount
(100, 100..200, 100.. or ..200), destinationChainId, destinationUser (A,B or @file with one address per line) or
destinationCurrency. Orders also have solver, orderId, deadline and minimumAmount; the last two take ranges. A record
without the field fails. Without --expect any genuine record is valid.

--unique refuses an attestation or an order that occurs a second time. It remembers every id, which takes about 45 MB for a million records.

--shard I/N checks the lines that begin in the I-th of N equal parts of the file's bytes, on any machine that has the
file. The --invalid file ends with the shard's result; \`check merge\` merges the results of all shards.

A valid record proves the terms, not that anyone paid.`

const exitStatus = `\
0 all valid, 1 a line is invalid or malformed, 2 wrong usage or unreadable input, 130 stopped by a signal.`

const examples = [
  'fillproof check attestations.ndjson',
  'fillproof check attestations.ndjson.gz --invalid broken.ndjson --json',
  'fillproof check attestations.ndjson --expect originAmount=100..200 --expect destinationUser=@recipients.txt',
  'fillproof check attestations.ndjson --shard 2/7 --invalid shard-2.ndjson',
  'fillproof check attestations.ndjson --unique',
  'fillproof check quotes.ndjson --expect deadline=1790000000.. --expect minimumAmount=1000000..',
  'zstdcat attestations.ndjson.zst | fillproof check - --threads 4',
]
