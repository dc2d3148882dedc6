import type { Command } from 'commander'
import { addHelp } from './addHelp.js'
import { stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineRecipients(program: Command, context: ProgramContext): void {
  const recipients = program
    .command('recipients')
    .description('build the Merkle root of a list of recipients, and its proofs')
  addHelp(recipients, {
    text: `${text}\n\n${textOfList}`,
    exitStatus: `${exitStatusOfBuild}\nprove: 1 the recipient is not on the list.`,
    examples: [...examplesOfBuild, ...examplesOfProve],
    page,
  })
  defineBuild(recipients, context)
  defineProve(recipients, context)
}

function defineBuild(recipients: Command, { globals, setStatus }: ProgramContext): void {
  const command = recipients
    .command('build')
    .description('build the root of a list')
    .argument('<file>', 'one address per line, optionally followed by ",hook"; - is standard input')
    .requiredOption('--chain-id <number>', "the receiver's chain")
    .requiredOption('--receiver <address>', 'the receiver that uses the root')
    .option('--any-checksum', 'accept a wrong checksum in the list and in --receiver')
    .option('--out <file>', 'write the dump for `recipients prove` to this file, as JSON')
    .action(async (file: string, options) => {
      stopOnSignal()
      const { buildRecipients } = await import('../commands/recipients.js')
      setStatus(await buildRecipients(file, { ...globals(), ...options }))
    })
  addHelp(command, { text: textOfList, exitStatus: exitStatusOfBuild, examples: examplesOfBuild, page })
}

function defineProve(recipients: Command, { globals, setStatus }: ProgramContext): void {
  const command = recipients
    .command('prove')
    .description('print the recipientProof of one recipient')
    .argument('<file>', 'the dump of `recipients build --out`')
    .argument('<address>', 'the recipient')
    .option('--any-checksum', 'accept a wrong checksum in the address')
    .action(async (dump: string, address: string, options) => {
      stopOnSignal()
      const { proveRecipient } = await import('../commands/recipients.js')
      setStatus(await proveRecipient(dump, address, { ...globals(), ...options }))
    })
  addHelp(command, { text, exitStatus: exitStatusOfProve, examples: examplesOfProve, page })
}

const page = 'docs/recipients.md'

const text = `\
A receiver pays only the recipients on its list. A Merkle root in place of the list allows any number of recipients:
build computes the root, and prove computes the recipientProof that a fill needs.`

const textOfList = `\
Each line of FILE is an address, followed by ",hook" for a recipient whose hook is called. Blank lines, text after a #,
and a first line "address,hook" are ignored. An address in a single case has no checksum. An address with a wrong
checksum is refused unless --any-checksum is given. A FILE that ends in .gz is decompressed; - is standard input. A tree is
bound to one receiver on one chain.`

const exitStatusOfBuild = '0 done, 2 wrong usage or unreadable input, 130 stopped by a signal.'

const exitStatusOfProve = `\
0 done, 1 the recipient is not on the list, 2 wrong usage or unreadable input, 130 stopped by a signal.`

const examplesOfBuild = [
  `\
fillproof recipients build recipients.txt --chain-id 8453 \\
  --receiver 0x1234567890123456789012345678901234567890 --out recipients.json`,
]

const examplesOfProve = [
  'fillproof recipients prove recipients.json 0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e --json',
]
