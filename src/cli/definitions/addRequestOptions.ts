import type { Command } from 'commander'
import { choices } from '../choices.js'
import { createChoice, solverOption } from './createChoice.js'

/** Adds the options for the service that knows the request, and for the trusted solvers. */
export function addRequestOptions(command: Command): Command {
  return command
    .option('--url <url>', "the service's base URL (default: the profile's URL)")
    .option(...solverOption)
    .option('--any-checksum', 'accept a wrong checksum in --solver, --receiver and --payer')
    .addOption(
      createChoice('--layout <layout>', 'the layout of the attestation (default: v1)', choices.layout),
    )
    .option('--order <path>', "the quote or its order, a folder or NDJSON of quotes, or a registrar's terms")
    .option('--rpc-url <url>', 'JSON-RPC of the destination chain; requires --receiver')
    .option('--receiver <address>', 'a receiver on that chain; requires --rpc-url')
    .option('--origin-rpc-url <url>', 'with --receiver: JSON-RPC of the origin chain, for the deposits')
    .option('--payer <address>', 'with --receiver: the account that would pay (default: the signer)')
    .option('--recipient-proof <file>', 'with --receiver: the output of `recipients prove --json`')
    .option('--from-block <number>', 'with --receiver: the earliest block to search for the payment')
}
