import type { Command } from 'commander'
import { addAccountOptions } from './addAccountOptions.js'
import { addHelp } from './addHelp.js'
import { abortOnSignal, stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function defineClaim(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('claim')
    .description('claim what was paid to inboxes (experimental)')
    .argument('<file|folder>', 'the terms of inboxes with their orders: JSON, NDJSON, or a folder of these')
    .requiredOption('--rpc-url <url>', "JSON-RPC of the receiver's chain")
    .requiredOption('--receiver <address>', 'the InboxReceiver')
    .option('--batcher <address>', 'a contract with `aggregate3`, for several inboxes (default: Multicall3)')
    .option('--max-gas <gas>', 'the most gas that one claim may use (default: 1000000)')
    .option('--follow', 'look at each new block until a signal (default: once)')
    .option('--poll-interval <seconds>', 'with --follow: time between two reads of the chain (default: 2)')
    .option('--send', 'send the claims (default: a dry run)')
  addAccountOptions(command, 'with --send: ').action(async (path: string, options) => {
    const signal = options.follow ? abortOnSignal() : new AbortController().signal
    if (!options.follow) stopOnSignal()
    const { claim } = await import('../commands/claim.js')
    setStatus(await claim(path, { ...globals(), ...options }, signal))
  })
  addHelp(command, { text, exitStatus, examples, page: 'docs/inbox.md' })
}

const text = `\
Each entry of the list is a JSON object {"inboxTerms", "orderData", "orderSignature"}, with "recipientProof" if the receiver
uses a tree. In place of the order and its signature, an entry may have "quote", the service's answer. "minimum" of the
terms is a decimal string. An entry may also be the call that payReceiver stored. NDJSON has one entry per line, and a
folder has several files. An inbox may have several entries: any order that pays the inbox opens it.

The command reads all balances at one block through the batcher, and believes it. It reports whether each inbox is empty,
claimable or claimed, or why its money waits. With --send, it sends the claims with the key of --keystore or in
FILLPROOF_PRIVATE_KEY, or from --unlocked. Several claims are sent in batches of 25. If the terms name a claimer, the claim is
sent in a transaction of its own, and only from that account. A claim that needs more gas than --max-gas waits: its hook
decides how much it uses.

Money in an inbox does not count as paid: until a claim, refundTo can take it. With --follow, the command checks the inboxes
at each new block. It reads the list again if it changed, prints an inbox if its state changed, and asks a failing node again.`

const exitStatus = `\
0 each inbox is empty or claimed, or in a dry run claimable; 1 money waits, an entry can't be read, or the node refuses a
transaction; 2 wrong usage; 3 the chain could not be reached; 130 stopped by a signal (--follow: 0 or 1).`

const receiver = '0x1234567890123456789012345678901234567890'

const examples = [
  `fillproof claim inboxes --rpc-url https://rpc.example --receiver ${receiver}`,
  `fillproof claim inboxes.ndjson --rpc-url https://rpc.example \\\n  --receiver ${receiver} --send --follow --keystore keeper.json`,
]
