import type { Command } from 'commander'
import { abortOnSignal } from './abortOnSignal.js'
import { addHelp } from './addHelp.js'
import { collect } from './collect.js'
import type { ProgramContext } from './types.js'

export function defineCheck(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('check')
    .description('check the attestations of a file, one record per line')
    .argument('<file>', 'NDJSON, also compressed as .gz; - is standard input')
    .option('--solver <address>', "a trusted solver, may be repeated (default: the profile's)", collect)
    .option('--any-checksum', 'accept addresses with a wrong checksum')
    .option('--expect <field=value>', 'what every record must contain, may be repeated', collect)
    .option('--threads <number>', 'worker threads, 0 for none (default: one for each core)')
    .option('--invalid <file>', 'write every line that is not valid to this file, as NDJSON')
    .option('--resume', 'continue an interrupted check of this file')
    .action(async (file: string, options) => {
      const signal = abortOnSignal()
      const { check } = await import('../commands/check.js')
      setStatus(await check(file, { ...globals(), ...options }, signal))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/check.md' })
}

const text = `\
A line is {"requestId","requestData","signature"}: the service's answer, with the id of the request. A broken line is
reported with its number, and the check continues. A FILE that ends in .gz is decompressed; - is standard input.

--expect FIELD=VALUE is what every record must contain. FIELD is originChainId, originUser, originCurrency, originAmount
(100, 100..200, 100.. or ..200), destinationChainId, destinationUser (A,B or @file with one address a line) or
destinationCurrency. Without it any genuine attestation is valid.

The check keeps its position in FILE.fillproof-check. After an interruption, run the same command with --resume: each
line is reported once.

A valid attestation proves the terms, not that anyone paid.`

const exitStatus = `\
0 all valid, 1 a line is invalid or malformed, 2 wrong usage or unreadable input, 130 stopped by a signal.`

const examples = [
  'fillproof check attestations.ndjson',
  'fillproof check attestations.ndjson.gz --invalid broken.ndjson --json',
  'fillproof check attestations.ndjson --expect originAmount=100..200 --expect destinationUser=@recipients.txt',
  'fillproof check attestations.ndjson --invalid broken.ndjson --resume',
  'zstdcat attestations.ndjson.zst | fillproof check - --threads 4',
]
