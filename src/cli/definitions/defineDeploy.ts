import type { Command } from 'commander'
import type { KindName } from '../../deploy/config/kindConfigs.js'
import { abortOnSignal } from './abortOnSignal.js'
import { addHelp } from './addHelp.js'
import { collect } from './collect.js'
import { createChoice } from './createChoice.js'
import type { ProgramContext } from './types.js'

/** The kinds, without the code that deploys them. */
const kinds: Record<KindName, true> = {
  fillReceiver: true,
  signedOrderReceiver: true,
  registeredFillReceiver: true,
  paymentGuard: true,
}

export function defineDeploy(program: Command, { globals, setStatus }: ProgramContext): void {
  const command = program
    .command('deploy')
    .description(
      'deploy a receiver or a guard at the same address on every chain, or compare one with its configuration',
    )
    .option('--rpc-url <url>', 'JSON-RPC of a chain, may be repeated for several chains', collect)
    .option('--config <file>', 'JSON with what the receiver is initialized with')
    .addOption(createChoice('--kind <kind>', 'which contract (default: fillReceiver)', Object.keys(kinds)))
    .option('--admin <address>', 'who administers it')
    .option('--chain-name <name>', "this chain's name in orders (default: the profile's)")
    .option('--solver <address>', 'a trusted solver, may be repeated', collect)
    .option('--route <route>', 'an accepted origin, CHAIN:CURRENCY:MIN:MAX, may be repeated', collect)
    .option(
      '--recipient <address>',
      'an allowed recipient, ADDRESS or ADDRESS:hook, may be repeated',
      collect,
    )
    .option(
      '--router <address>',
      "a solvers' router that orders may name, may be repeated (default: the profile's)",
      collect,
    )
    .option('--reserved <address>', 'an address that is never paid, may be repeated', collect)
    .option('--guard <address>', 'a guard on the same chain, which is reserved too')
    .option('--salt <salt>', 'tells the receivers of one deployer apart, 32 bytes (default: zero)')
    .option('--unlocked <address>', 'deploy from this account of the node')
    .option('--dry-run', 'tell what would be sent, and send nothing')
    .option('--record <path>', 'write a record of each deployment, to a folder or a .json file')
    .option('--verify <url>', "publish the sources at an explorer's API")
    .option('--verify-key-env <name>', "the variable with the API's key (default: ETHERSCAN_API_KEY)")
    .option('--check', 'deploy nothing, and compare what is there with the configuration')
    .option('--receiver <address>', 'with --check: which receiver (default: the one of record or deployer)')
    .option('--from-block <number>', "with --check: where its history begins (default: the record's, or 0)")
    .option('--url <url>', "with --check: the service's base URL, to compare with its chains")
    .action(async (options) => {
      const signal = abortOnSignal()
      const { deploy } = await import('../commands/deploy.js')
      setStatus(await deploy({ ...globals(), ...options }, signal))
    })
  addHelp(command, { text, exitStatus, examples, page: 'docs/deploy.md' })
}

const text = `\
It deploys the implementation and the factory by the deterministic proxy, and a receiver by the factory, initialized in the
same transaction. The addresses are the same on every chain, since nothing of a chain enters them but the deployer and the
salt. A contract that is there already is left as it is: an interrupted deployment goes on when the same command is run
again, and a complete one sends nothing.

The key of the deployer is in FILLPROOF_PRIVATE_KEY; or --unlocked names an account that the node holds. The deployer gets
no rights: the admin is named by --admin or the configuration.

--config is a JSON file:
  {"admin": "0x…", "solvers": ["0x…"], "recipients": ["0x…", {"recipient": "0x…", "hook": true}],
   "routers": ["0x…"], "reserved": ["0x…"], "salt": "0x…32 bytes", "kind": "fillReceiver",
   "chains": {"8453": {"chainName": "base", "routes": [{"chainId": 1, "currency": "0x…", "min": "1", "max": "1000"}]}}}
kind is fillReceiver, signedOrderReceiver (with "chainNames": [{"name": "ethereum", "chainId": 1, "isEvm": true}]),
registeredFillReceiver (with "registrars": ["0x…"]) or paymentGuard (with "depository", "chainNames", and "recipients" as
[{"chainId": 8453, "recipient": "0x…"}]). A receiver's "recipientRoot" is a root, or a file of \`recipients build\`; it is
the admin's to set, and told as pending.
What "chains" says of a chain wins over the rest, and an option over both. A chain's name and its routers default to the
profile's, as does the depository of a guard. A receiver also reserves the profile's depository and approval proxies, and
the "guard" that is named.

With --check it deploys nothing and compares a receiver with the configuration, and with the service's listing of chains
where --url or --profile names one. Lists are rebuilt from events since the block of --record or --from-block. With
--verify it publishes the sources at an explorer with Etherscan's interface; the key is in ETHERSCAN_API_KEY.`

const exitStatus = `\
0 deployed or the same, 1 the chain refused or something differs, 2 wrong usage or configuration, 3 a chain, the
service or the explorer could not be reached, 130 stopped by a signal between two transactions.`

const account = '0x1234567890123456789012345678901234567890'

const examples = [
  `fillproof deploy --rpc-url https://rpc.example --config receiver.json --dry-run \\\n  --unlocked ${account}`,
  'fillproof deploy --rpc-url https://rpc.example --config receiver.json --record deployments',
  'fillproof deploy --rpc-url https://a.example --rpc-url https://b.example --config receiver.json --record deployments',
  `\
fillproof deploy --rpc-url https://rpc.example --chain-name base --admin ${account} \\
  --solver 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF --route 1:native:1:1000000000000000000 \\
  --recipient 0xabcdefabcdefabcdefabcdefabcdefabcdefabcd`,
  'fillproof deploy --rpc-url https://rpc.example --config guard.json --kind paymentGuard --record deployments',
  'fillproof deploy --rpc-url https://rpc.example --config receiver.json --verify https://api.etherscan.io/v2/api',
  `\
fillproof deploy --rpc-url https://rpc.example --config receiver.json --check \\
  --record deployments/8453-${account}.json`,
]
