import { Command, type Option } from 'commander'
import { cleanLines } from '../base/cleanText.js'
import { addHelp, helpConfiguration } from './definitions/addHelp.js'
import { defineAuthorize } from './definitions/defineAuthorize.js'
import { defineCheck } from './definitions/defineCheck.js'
import { defineClaim } from './definitions/defineClaim.js'
import { defineDemo } from './definitions/defineDemo.js'
import { defineDeploy } from './definitions/defineDeploy.js'
import { defineDoctor } from './definitions/defineDoctor.js'
import { defineHelp } from './definitions/defineHelp.js'
import { defineInit } from './definitions/defineInit.js'
import { defineInspect } from './definitions/defineInspect.js'
import { defineMock } from './definitions/defineMock.js'
import { definePause } from './definitions/definePause.js'
import { defineQuote } from './definitions/defineQuote.js'
import { defineRecipients } from './definitions/defineRecipients.js'
import { defineVerify } from './definitions/defineVerify.js'
import { defineWatch } from './definitions/defineWatch.js'
import type { ProgramContext } from './definitions/types.js'
import type { GlobalOptions } from './options.js'
import { readVersion } from './readVersion.js'

/**
 * Defines the command line. Each command is loaded only when it runs.
 *
 * @param setStatus - Receives the exit status of the command.
 */
export function createProgram(setStatus: (status: number) => void): Command {
  const program = new Command('fillproof')
    .description('Verifies cross-chain fills, and runs the service on this machine.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('--help', 'print help')
    .option(
      '--profile <name|file>',
      'the service: relay, relay-testnet, mock, or a JSON file with a profile',
      'relay',
    )
    .option('--json', 'print only JSON to stdout')
    .configureHelp(helpConfiguration)
    .showHelpAfterError('(--help prints the usage)')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(cleanLines(hideValue(text))) })
  addHelp(program, { text, exitStatus, examples, page: 'docs/cli.md' })

  const globals = (): GlobalOptions => ({
    ...program.opts<GlobalOptions>(),
    profileGiven: program.getOptionValueSource('profile') === 'cli',
  })
  const context: ProgramContext = { globals, setStatus }
  defineVerify(program, context)
  defineQuote(program, context)
  defineInspect(program, context)
  defineCheck(program, context)
  defineWatch(program, context)
  defineAuthorize(program, context)
  defineClaim(program, context)
  defineRecipients(program, context)
  defineMock(program, context)
  defineDeploy(program, context)
  definePause(program, context)
  defineDoctor(program, context)
  defineDemo(program, context)
  defineInit(program, context)
  defineHelp(program)
  checkRequiredLast(program)
  return program
}

/** Removes the value of an unknown option from a message: it may be a URL with a key. */
function hideValue(text: string): string {
  return text.replace(/^(error: unknown option '[^=]*)=.*'/s, "$1'")
}

const text = 'FILLPROOF_DEBUG=1 prints the stack of an error; NO_COLOR=1 turns colors off.'

const exitStatus = `\
0 all valid, 1 something is invalid or unknown to the service, 2 wrong usage or unreadable input,
3 the service or a chain could not be reached, 130 stopped by a signal (mock: 0;
watch: 1 if it found anything, else 0).`

const examples = [
  'fillproof verify 0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
  'fillproof quote quote.json --request request.json --minimum 900000',
  'fillproof check attestations.ndjson',
  `\
fillproof recipients build recipients.txt --chain-id 8453 \\
  --receiver 0x1234567890123456789012345678901234567890`,
  `\
fillproof watch --rpc-url https://rpc.example --from-block 21000000 \\
  --receiver 0x1234567890123456789012345678901234567890`,
  `\
fillproof authorize call.json --rpc-url https://rpc.example \\
  --receiver 0x1234567890123456789012345678901234567890`,
  'fillproof mock --port 4000',
  'fillproof deploy --rpc-url https://rpc.example --config receiver.json --dry-run',
  'fillproof pause --rpc-url https://rpc.example --receiver 0x1234567890123456789012345678901234567890',
  'fillproof doctor',
  'fillproof demo',
  'fillproof init hardhat shop',
]

/** Reports a misspelled option first. Commander alone would only report that a required option is missing. */
function checkRequiredLast(program: Command): void {
  const required = new Map<Command, Option[]>()
  const relax = (command: Command) => {
    const options = command.options.filter(({ mandatory }) => mandatory)
    required.set(command, options)
    for (const option of options) option.makeOptionMandatory(false)
    command.commands.forEach(relax)
  }
  relax(program)
  program.hook('preAction', (_, command) => {
    for (const option of required.get(command) ?? []) {
      if (command.getOptionValue(option.attributeName()) === undefined)
        command.error(`error: required option '${option.flags}' not specified`)
    }
  })
}
