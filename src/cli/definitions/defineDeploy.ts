import type { Command } from 'commander'
import type { KindName } from '../../deploy/config/kindConfigs.js'
import type { ApplyForm } from '../deploy/readOptions.js'
import { addAccountOptions } from './addAccountOptions.js'
import { addHelp } from './addHelp.js'
import { collect, createChoice } from './createChoice.js'
import { abortOnSignal } from './onFirstSignal.js'
import type { ProgramContext } from './types.js'

/** The kinds. They are listed here, so that `--help` does not load the code that deploys them. */
const kinds: Record<KindName, true> = {
  attestedOrderReceiver: true,
  signedOrderReceiver: true,
  inboxReceiver: true,
  registeredTermsReceiver: true,
  paymentGuard: true,
}

const applyForms: Record<ApplyForm, true> = { calldata: true, safe: true, send: true }

export function defineDeploy(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('deploy')
    .description(
      'deploy a receiver or a guard to the same address on every chain, or compare it with its configuration',
    )
    .option('--rpc-url <url>', 'JSON-RPC of a chain, may be repeated for several chains', collect)
    .option('--config <file>', 'JSON with the initial configuration of the receiver')
  addConfigOptions(command)
  addAccountOptions(command)
  command
    .option('--guard <address>', 'a guard on the same chain, to add to the reserved addresses')
    .option('--salt <salt>', '32 bytes that distinguish the receivers of one deployer (default: zero)')
    .option('--dry-run', 'send nothing; print the setup, the transactions and the cost for review')
    .option('--record <path>', 'write a record of each deployment, to a folder or a .json file')
    .option('--verify <url>', "publish the sources through an explorer's API")
    .option('--verify-key-env <name>', "the variable with the API's key (default: ETHERSCAN_API_KEY)")
    .option('--check', 'deploy nothing; compare the receiver with the configuration')
    .addOption(
      createChoice(
        '--apply [form]',
        'print or send the transactions that bring the receiver to the configuration (default: calldata)',
        Object.keys(applyForms),
      ).preset('calldata'),
    )
    .option(
      '--receiver <address>',
      'with --check or --apply: the receiver (default: the one in --record, or the one that the account would deploy)',
    )
    .option(
      '--from-block <number>',
      "the first block of the receiver's history (default: the block in --record, or 0)",
    )
    .option('--url <url>', "the service's base URL, to compare the receiver with its chains")
    .action(async (options) => {
      const signal = abortOnSignal()
      const { deploy } = await import('../commands/deploy.js')
      setStatus(await deploy({ ...globals(), ...options }, signal))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/deploy.md', hardhat3: true })
}

/** Adds an option for each configuration field that the command line can set. */
function addConfigOptions(command: Command): void {
  command
    .addOption(
      createChoice(
        '--kind <kind>',
        'the contract to deploy; the public service needs signedOrderReceiver',
        Object.keys(kinds),
      ),
    )
    .option('--admin <address>', 'administers roles, changes the policy and unpauses')
    .option('--guardian <address>', 'pauses, and revokes solvers (default: the admin)')
    .option('--rescuer <address>', 'moves stray balances (default: the admin)')
    .option('--chain-name <name>', "this chain's name in orders (default: the name in the profile)")
    .option('--solver <address>', 'a trusted solver, may be repeated', collect)
    .option('--route <route>', 'an accepted origin, CHAIN:CURRENCY:MIN:MAX, may be repeated', collect)
    .option(
      '--token <token>',
      'a token that can be paid, ADDRESS=MIN..MAX or native=MIN..MAX, may be repeated',
      collect,
    )
    .option(
      '--recipient <address>',
      'an allowed recipient, ADDRESS or ADDRESS:hook, may be repeated',
      collect,
    )
    .option(
      '--router <address>',
      "a solvers' router that orders may name, may be repeated (default: the profile's routers)",
      collect,
    )
    .option('--reserved <address>', 'an address that must never be paid, may be repeated', collect)
}

const text = `\
It deploys the implementation and the factory through the deterministic proxy. The factory then deploys a receiver, and
initializes the receiver in the same transaction. The addresses depend only on the deployer, the salt and the package
version, so they are the same on every chain. Contracts that exist are not deployed again: run the same command again to
continue an interrupted deployment. After a complete deployment, the command sends nothing. At the end it compares the
receiver with its configuration, as --check does.

The deployer's key is in the encrypted file of --keystore, as geth, Foundry and ethers write it, or in
FILLPROOF_PRIVATE_KEY. Or --unlocked names an account of the node. The deployer gets no rights: --admin, --guardian and
--rescuer get the roles. The command warns if one account gets several roles.

--config is a JSON file:
  {"kind": "signedOrderReceiver", "admin": "0x…", "guardian": "0x…", "rescuer": "0x…", "solvers": ["0x…"],
   "recipients": ["0x…", {"recipient": "0x…", "hook": true}],
   "tokens": [{"token": "0x…", "min": "10000000", "max": "1000000000"}],
   "routers": ["0x…"], "reserved": ["0x…"], "salt": "0x…32 bytes",
   "chains": {"8453": {"chainName": "base", "routes": [{"chainId": 1, "currency": "0x…", "min": "1", "max": "1000"}]}}}
kind is one of:
  attestedOrderReceiver
  signedOrderReceiver, for the public service; with "chainNames": [{"name": "ethereum", "chainId": 1, "isEvm": true}]
  inboxReceiver, experimental; with the fields of signedOrderReceiver; the command deploys the code of inboxes first
  registeredTermsReceiver; with "registrars": ["0x…"]
  paymentGuard; with "depository", "chainNames", and "recipients" as [{"chainId": 8453, "recipient": "0x…"}]
A receiver's "recipientRoot" is a root, or a file from \`recipients build\`.
Only the admin can set it, so it is reported as pending.
Fields in "chains" override the rest for their chain, and options override both. The profile gives the defaults of the
chain's name, the routers, and a guard's depository. A receiver also reserves the profile's depository and approval
proxies, and the "guard".

--check deploys nothing. It compares a receiver with the configuration, and with the service's list of chains if --url or
--profile names a service. Lists are rebuilt from events since the block of --record or --from-block. --verify
publishes the sources at an explorer with Etherscan's API; the key is in ETHERSCAN_API_KEY.

--apply prints the transactions that bring a receiver to the configuration, as JSON with calldata. --apply safe prints a
batch for the Safe Transaction Builder. --apply send sends the transactions from the account of --keystore,
FILLPROOF_PRIVATE_KEY or --unlocked, which must have the roles. Name the receiver with --receiver or --record, unless this
account deployed it. Removals come first. A narrower policy makes authorizations stale:
their calls revert until the evidence is presented again. --apply never pauses or unpauses.`

const exitStatus = `\
0 deployed, identical or printed, 1 the chain refused or something differs, 2 wrong usage or configuration, 3 a chain, the
service or the explorer could not be reached, 130 stopped by a signal between two transactions.`

const account = '0x1234567890123456789012345678901234567890'

const examples = [
  `fillproof deploy --rpc-url https://rpc.example --config receiver.json --dry-run \\\n  --unlocked ${account}`,
  'fillproof deploy --rpc-url https://rpc.example --config receiver.json --record deployments --keystore deployer.json',
  'fillproof deploy --rpc-url https://a.example --rpc-url https://b.example --config receiver.json --record deployments',
  `\
fillproof deploy --rpc-url https://rpc.example --kind attestedOrderReceiver --chain-name base --admin ${account} \\
  --solver 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF --route 1:native:1:1000000000000000000 \\
  --token native=10000000000000000..1000000000000000000 \\
  --recipient 0xabcdefabcdefabcdefabcdefabcdefabcdefabcd`,
  'fillproof deploy --rpc-url https://rpc.example --config guard.json --kind paymentGuard --record deployments',
  'fillproof deploy --rpc-url https://rpc.example --config receiver.json --verify https://api.etherscan.io/v2/api',
  `\
fillproof deploy --rpc-url https://rpc.example --config receiver.json --check \\
  --record deployments/8453-${account}.json`,
  `\
fillproof deploy --rpc-url https://rpc.example --config receiver.json --apply safe \\
  --receiver ${account}`,
]
