import { emptyTask, task } from 'hardhat/config'
import { ArgumentType } from 'hardhat/types/arguments'
import type { NewTaskDefinitionBuilder, TaskArguments } from 'hardhat/types/tasks'

const text = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const
const profile = {
  ...text,
  name: 'profile',
  description: 'relay (default), relay-testnet, mock, or a JSON file',
}
const json = { name: 'json', description: 'Print only JSON to stdout' } as const
const url = { ...text, name: 'url', description: "The service's base URL (default: the profile's)" } as const
const recipientProof = {
  ...text,
  name: 'recipientProof',
  description: 'The output of `fillproof recipients prove --json`',
} as const

const mock = task(['fillproof', 'mock'], 'Runs the service on this machine')
  .addOption({ ...text, name: 'port', description: 'Port of the HTTP interface (default: a free one)' })
  .addOption({ ...text, name: 'host', description: 'Address to listen on (default: 127.0.0.1)' })
  .addOption({ ...text, name: 'idForm', description: 'specification (default) or public' })
  .addOption({
    ...text,
    name: 'router',
    description: 'The version of the router through which the solver fills (default: the newest)',
  })
  .addOption({ ...text, name: 'seed', description: 'Use the same generated values in every run' })
  .addFlag(json)
  .setAction(() => import('./mock.js'))
  .build()

const verify = addRequestOptions(
  task(['fillproof', 'verify'], 'Verifies one request, or a quote, a record or a call that was kept')
    .addPositionalArgument({
      name: 'requestId',
      description: 'A request id (32 bytes of hex), or a file of evidence',
    })
    .addFlag({ name: 'offline', description: 'Verify the file alone, without network requests' }),
)
  .setAction(() => import('./verify.js'))
  .build()

const inspect = addRequestOptions(
  task(['fillproof', 'inspect'], 'Serves a page that shows one request, or a file of records')
    .addPositionalArgument({
      name: 'target',
      description: 'A request id, the hash of a transaction, or a file',
      defaultValue: '',
    })
    .addOption({ ...text, name: 'port', description: 'Port of the page (default: a free one)' }),
)
  .setAction(() => import('./inspect.js'))
  .build()

const authorize = task(['fillproof', 'authorize'], "Presents a call's evidence to its receiver on --network")
  .addPositionalArgument({
    name: 'target',
    description: 'A call that payReceiver kept, a quote, a folder of these, or a request id',
  })
  .addOption({ ...text, name: 'receiver', description: 'The receiver that the order calls' })
  .addOption({ ...text, name: 'order', description: 'With a request id: its quote, or a folder of quotes' })
  .addOption(recipientProof)
  .addOption(url)
  .addOption({ ...text, name: 'batcher', description: 'With several calls: a contract with aggregate3' })
  .addFlag({ name: 'send', description: 'Send the transaction (default: a dry run)' })
  .addOption({ ...text, name: 'unlocked', description: "The sender (default: the network's first account)" })
  .addOption(profile)
  .addFlag(json)
  .setAction(() => import('./authorize.js'))
  .build()

/** Each task runs a command of the command line, on the network of Hardhat's `--network`. */
export const tasks = [
  emptyTask('fillproof', 'Verifies cross-chain fills, and runs the service').build(),
  mock,
  verify,
  inspect,
  authorize,
]

/** Adds the options for the source of a request and the trusted solver. */
function addRequestOptions<given extends TaskArguments>(builder: NewTaskDefinitionBuilder<given>) {
  return builder
    .addOption(url)
    .addOption({
      ...text,
      name: 'solver',
      description: "Trusted solvers, comma-separated (default: the profile's)",
    })
    .addFlag({ name: 'anyChecksum', description: 'Accept a wrong checksum in solver, receiver and payer' })
    .addOption({ ...text, name: 'layout', description: 'v1 (default) or v2' })
    .addOption({
      ...text,
      name: 'order',
      description: 'The quote or its order, a folder or NDJSON of quotes',
    })
    .addOption({ ...text, name: 'receiver', description: 'A receiver on the chain of --network' })
    .addOption({ ...text, name: 'payer', description: 'The account that would pay (default: the signer)' })
    .addOption(recipientProof)
    .addOption({ ...text, name: 'fromBlock', description: 'The earliest block to search for the payment' })
    .addOption(profile)
    .addFlag(json)
}
