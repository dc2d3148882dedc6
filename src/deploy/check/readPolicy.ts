import { type Address, type Hex, keccak256, parseAbi, size, slice, stringToHex, zeroHash } from 'viem'
import { fillReceiverAbi } from '../../generated/abi/fillReceiver.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import type { PolicyLists } from '../config/kindConfigs.js'
import type { DeployChain } from '../createChain.js'
import { findLogs } from './findLogs.js'
import type { RoleName, WantedPolicy } from './wantedPolicy.js'

/** The roles of a receiver, by what holders of each may do. */
export const roleIds = {
  admin: zeroHash,
  policy: keccak256(stringToHex('fillproof.POLICY_ROLE')),
  guardian: keccak256(stringToHex('fillproof.GUARDIAN_ROLE')),
  rescue: keccak256(stringToHex('fillproof.RESCUE_ROLE')),
  registrar: keccak256(stringToHex('fillproof.REGISTRAR_ROLE')),
} as const satisfies Record<RoleName, Hex>

/** What a receiver says of itself at one block. */
export type Policy = PolicyLists & {
  block: bigint
  chainId: bigint
  /** Of the chain's name in orders, or its beginning. */
  nameHash: Hex
  isPaused: boolean
  /** Of receivers; zero for none. */
  recipientRoot?: Hex
  /** Of guards. */
  depository?: Address
  roles: Partial<Record<RoleName, Address[]>>
}

export type ReadPolicyParameters = {
  chain: DeployChain
  receiver: Address
  /** What is asked for by name, whatever events say. */
  wanted: WantedPolicy
  /** From which block on events tell what else was set; undefined asks for nothing else. */
  fromBlock: bigint | undefined
}

/** As many calls at once as a node may be asked. */
const parallel = 16

const events = parseAbi([
  'event SolverSet(address indexed solver, uint48 start, uint48 stop)',
  'event RouteSet(uint256 indexed chainId, bytes32 indexed currency, uint128 min, uint128 max)',
  'event RecipientSet(address indexed recipient, bool allowed, bool hook)',
  'event RouterSet(address indexed router, bool allowed)',
  'event ReservedSet(address indexed account, bool reserved)',
  'event ChainSet(string name, uint256 indexed chainId, bool isEvm)',
  'event PaidRecipientSet(uint256 indexed chainId, bytes recipient, bool allowed)',
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
])

/**
 * Reads a receiver's policy. Mappings have no list, so events tell what was ever set, and views what holds now.
 *
 * - Warning: without events from the deployment on, what was added beside `config` is not seen.
 */
export async function readPolicy(parameters: ReadPolicyParameters): Promise<Policy> {
  const { chain, receiver, wanted, fromBlock } = parameters
  const { client, reach } = chain
  const block = await reach(client.getBlockNumber())
  const logs =
    fromBlock === undefined
      ? []
      : await findLogs(chain, { address: receiver, events, fromBlock, toBlock: block })
  const isGuard = wanted.kind === 'paymentGuard'
  const own = { address: receiver, blockNumber: block } as const
  // What guards have too, they have under the same names.
  const at = { ...own, abi: fillReceiverAbi } as const
  const guard = { ...own, abi: paymentGuardAbi } as const
  const seen = {
    solvers: logs.flatMap((log) => (log.eventName === 'SolverSet' ? [log.args.solver] : [])),
    routes: logs.flatMap((log) => (log.eventName === 'RouteSet' ? [log.args] : [])),
    recipients: logs.flatMap((log) => (log.eventName === 'RecipientSet' ? [log.args.recipient] : [])),
    routers: logs.flatMap((log) => (log.eventName === 'RouterSet' ? [log.args.router] : [])),
    reserved: logs.flatMap((log) => (log.eventName === 'ReservedSet' ? [log.args] : [])),
    chains: logs.flatMap((log) => (log.eventName === 'ChainSet' ? [log.args.name] : [])),
    paid: logs.flatMap((log) => (log.eventName === 'PaidRecipientSet' ? [log.args] : [])),
    grants: logs.flatMap((log) => (log.eventName === 'RoleGranted' ? [log.args] : [])),
  }
  const read = <result>(call: Promise<result>) => reach(call)

  const [[chainId, nameHash], isPaused] = await Promise.all([
    isGuard
      ? read(client.readContract({ ...guard, functionName: 'ownChain' }))
      : read(client.readContract({ ...at, functionName: 'ownChain' })),
    read(client.readContract({ ...at, functionName: 'paused' })),
  ])
  const solvers = await collect(
    unique([...wanted.solvers.map(({ solver }) => solver), ...seen.solvers]),
    async (solver) => {
      const [start, stop] = await read(
        client.readContract({ ...at, functionName: 'solverWindow', args: [solver] }),
      )
      // Two zeros are a window without ends, or none.
      const isSet =
        start !== 0 ||
        stop !== 0 ||
        (await read(client.readContract({ ...at, functionName: 'isSolverActive', args: [solver] })))
      return isSet ? { solver, start, stop } : undefined
    },
  )
  const places = [...wanted.routes, ...seen.routes].map(({ chainId: id, currency }) => ({ id, currency }))
  const routes = await collect(
    [...new Map(places.map((place) => [`${place.id} ${place.currency}`, place])).values()],
    async ({ id, currency }) => {
      const [min, max] = await read(
        client.readContract({ ...at, functionName: 'route', args: [id, currency] }),
      )
      return max === 0n ? undefined : { chainId: id, currency, min, max }
    },
  )
  const recipients = await collect(
    unique([...wanted.recipients.map(({ recipient }) => recipient), ...seen.recipients]),
    async (recipient) => {
      const [allowed, hook] = await read(
        client.readContract({ ...at, functionName: 'recipientStatus', args: [recipient] }),
      )
      return allowed ? { recipient, hook } : undefined
    },
  )
  const routers = await collect(unique([...wanted.routers, ...seen.routers]), async (router) =>
    (await read(client.readContract({ ...at, functionName: 'isRouter', args: [router] })))
      ? router
      : undefined,
  )
  // The view says true of routers too, so the last event decides where there is one.
  const lastReserved = new Map(seen.reserved.map(({ account, reserved }) => [account, reserved]))
  const reserved = await collect(unique([...wanted.reserved, ...lastReserved.keys()]), async (account) => {
    const isReserved = await read(client.readContract({ ...at, functionName: 'isReserved', args: [account] }))
    return isReserved && (lastReserved.get(account) ?? fromBlock === undefined) ? account : undefined
  })
  const names = [...wanted.chainNames.map(({ name }) => name), ...seen.chains]
  const chainNames = await collect(
    // A guard's own name is no entry of the list.
    [...new Set(names)].filter((name) => !isGuard || hashName(name, nameHash) !== nameHash),
    async (name) => {
      const [id, isEvm] = isGuard ? await readGuardChain(name) : await readOrderChain(name)
      return id === 0n ? undefined : { name, chainId: id, isEvm }
    },
  )
  const payees = [...wanted.paidRecipients, ...seen.paid]
  const paidRecipients = await collect(
    [...new Map(payees.map((entry) => [`${entry.chainId} ${entry.recipient}`, entry])).values()],
    async ({ chainId: id, recipient }) => {
      const args = [id, recipient] as const
      const isAllowed = await read(
        client.readContract({ ...guard, functionName: 'isRecipientAllowed', args }),
      )
      return isAllowed ? { chainId: id, recipient } : undefined
    },
  )
  const holders = await Promise.all(
    (Object.keys(wanted.roles) as RoleName[]).map(async (name) => {
      const role = roleIds[name]
      const granted = seen.grants.filter((grant) => grant.role === role).map(({ account }) => account)
      const held = await collect(unique([...(wanted.roles[name] ?? []), ...granted]), async (account) =>
        (await read(client.readContract({ ...at, functionName: 'hasRole', args: [role, account] })))
          ? account
          : undefined,
      )
      return [name, held] as const
    }),
  )
  const single = isGuard
    ? { depository: await read(client.readContract({ ...guard, functionName: 'depository' })) }
    : { recipientRoot: await read(client.readContract({ ...at, functionName: 'recipientRoot' })) }
  return {
    block,
    chainId,
    nameHash,
    isPaused,
    solvers,
    routes,
    recipients,
    routers,
    reserved,
    chainNames,
    paidRecipients,
    ...single,
    roles: Object.fromEntries(holders),
  }

  async function readGuardChain(name: string): Promise<readonly [bigint, boolean]> {
    const id = await read(client.readContract({ ...guard, functionName: 'chainIdOf', args: [name] }))
    return [id, await read(client.readContract({ ...guard, functionName: 'isEvmChain', args: [id] }))]
  }

  async function readOrderChain(name: string): Promise<readonly [bigint, boolean]> {
    const orders = { ...own, abi: signedOrderReceiverAbi } as const
    return read(client.readContract({ ...orders, functionName: 'chainOf', args: [name] }))
  }
}

/** What a contract keeps of its chain's name, in as many bytes as it says. */
export function hashName(chainName: string, found: Hex): Hex {
  return slice(keccak256(stringToHex(chainName)), 0, size(found))
}

function unique(values: readonly Address[]): Address[] {
  return [...new Set(values)]
}

async function collect<key, value>(
  keys: readonly key[],
  read: (key: key) => Promise<value | undefined>,
): Promise<value[]> {
  const values: value[] = []
  for (let index = 0; index < keys.length; index += parallel) {
    const found = await Promise.all(keys.slice(index, index + parallel).map(read))
    values.push(...found.filter((value) => value !== undefined))
  }
  return values
}
