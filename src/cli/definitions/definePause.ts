import type { Command } from 'commander'
import { addAccountOptions } from './addAccountOptions.js'
import { addHelp } from './addHelp.js'
import { stopOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

export function definePause(program: Command, { globals, setStatus }: ProgramContext): void {
  for (const step of ['pause', 'unpause'] as const) {
    const { description, examples } = helpOf[step]
    const command = addAccountOptions(
      addTarget(program.command(step).description(description)).option(
        '--send',
        'send the transaction (default: a dry run)',
      ),
      'with --send: ',
    )
      .option('--safe', 'print a batch for the Safe Transaction Builder')
      .action(async (options) => {
        stopOnSignal()
        const { changePause } = await import('../commands/pause.js')
        setStatus(await changePause(step, { ...globals(), ...options }))
      })
    addHelp(command, { text, exitStatus, examples, page })
  }
  const command = addTarget(
    program
      .command('status')
      .description('show whether a receiver or a guard is paused, and what a key may do'),
  ).action(async (options) => {
    stopOnSignal()
    const { showStatus } = await import('../commands/pause.js')
    setStatus(await showStatus({ ...globals(), ...options }))
  })
  addHelp(command, {
    text: textOfStatus,
    exitStatus: exitStatusOfStatus,
    examples: [`fillproof status ${target}`],
    page,
  })
}

function addTarget(command: Command): Command {
  return command
    .requiredOption('--rpc-url <url>', 'JSON-RPC of its chain')
    .requiredOption('--receiver <address>', 'the receiver or the guard')
}

const page = 'docs/pause.md'
const target = '--rpc-url https://rpc.example --receiver 0x1234567890123456789012345678901234567890'

const helpOf = {
  pause: {
    description: 'pause a receiver or a guard: it then rejects every payment',
    examples: [`fillproof pause ${target}`, `fillproof pause ${target} --send --keystore guardian.json`],
  },
  unpause: {
    description: 'end the pause of a receiver or a guard',
    examples: [
      `fillproof unpause ${target} --send --keystore admin.json`,
      `fillproof unpause ${target} --safe > batch.json`,
    ],
  },
}

const text = `\
Without --send and --safe it sends nothing, and prints the state, the transaction, and the role that its sender needs:
guardian to pause, admin to unpause. With a key in FILLPROOF_PRIVATE_KEY it also prints the roles of the key's account.
--send simulates the transaction, sends it with the key of --keystore or in FILLPROOF_PRIVATE_KEY, or from --unlocked, and
waits for the receipt.

While a receiver is paused, the calls of orders to it revert, and the service refunds these orders by its rules.`

const exitStatus = `\
0 done, already in this state, or printed; 1 the contract or the node refuses; 2 wrong usage, or no such contract; 3 the chain could
not be reached; 130 stopped by a signal.`

const textOfStatus = `\
It prints the kind of the contract, its chain and block, whether it is paused, and a receiver's policy epoch. With a key in
FILLPROOF_PRIVATE_KEY it also prints the roles of the key's account. It sends nothing.`

const exitStatusOfStatus = `\
0 not paused, 1 paused, 2 wrong usage, or no such contract, 3 the chain could not be reached, 130 stopped by a signal.`
