import { type Address, type Hex, keccak256, parseAbi, slice, stringToHex, zeroHash } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import type { ReceiverConfig } from '../config/fields.js'
import type { DeployChain } from '../createChain.js'
import { findLogs } from './findLogs.js'

/** The roles of a receiver, by what holders of each may do. */
export const roleIds = {
  admin: zeroHash,
  policy: keccak256(stringToHex('fillproof.POLICY_ROLE')),
  guardian: keccak256(stringToHex('fillproof.GUARDIAN_ROLE')),
  rescue: keccak256(stringToHex('fillproof.RESCUE_ROLE')),
} as const

export type RoleName = keyof typeof roleIds

/** What a receiver says of itself at one block. */
export type Policy = {
  block: bigint
  chainId: bigint
  /** Of the chain's name in orders. */
  nameHash: Hex
  isPaused: boolean
  solvers: ReceiverConfig['solvers']
  routes: ReceiverConfig['routes']
  recipients: ReceiverConfig['recipients']
  routers: Address[]
  reserved: Address[]
  roles: Record<RoleName, Address[]>
}

export type ReadPolicyParameters = {
  chain: DeployChain
  receiver: Address
  /** What is asked for by name, whatever events say. */
  config: ReceiverConfig
  roles: Record<RoleName, readonly Address[]>
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
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
])

/**
 * Reads a receiver's policy. Mappings have no list, so events tell what was ever set, and views what holds now.
 *
 * - Warning: without events from the deployment on, what was added beside `config` is not seen.
 */
export async function readPolicy(parameters: ReadPolicyParameters): Promise<Policy> {
  const { chain, receiver, config, roles, fromBlock } = parameters
  const { client, reach } = chain
  const block = await reach(client.getBlockNumber())
  const logs =
    fromBlock === undefined
      ? []
      : await findLogs(chain, { address: receiver, events, fromBlock, toBlock: block })
  const at = { abi: fillReceiverAbi, address: receiver, blockNumber: block } as const
  const seen = {
    solvers: logs.flatMap((log) => (log.eventName === 'SolverSet' ? [log.args.solver] : [])),
    routes: logs.flatMap((log) => (log.eventName === 'RouteSet' ? [log.args] : [])),
    recipients: logs.flatMap((log) => (log.eventName === 'RecipientSet' ? [log.args.recipient] : [])),
    routers: logs.flatMap((log) => (log.eventName === 'RouterSet' ? [log.args.router] : [])),
    reserved: logs.flatMap((log) => (log.eventName === 'ReservedSet' ? [log.args] : [])),
    grants: logs.flatMap((log) => (log.eventName === 'RoleGranted' ? [log.args] : [])),
  }
  const read = <result>(call: Promise<result>) => reach(call)

  const [[chainId, nameHash], isPaused] = await Promise.all([
    read(client.readContract({ ...at, functionName: 'ownChain' })),
    read(client.readContract({ ...at, functionName: 'paused' })),
  ])
  const solvers = await collect(
    unique([...config.solvers.map(({ solver }) => solver), ...seen.solvers]),
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
  const places = [...config.routes, ...seen.routes].map(({ chainId: id, currency }) => ({ id, currency }))
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
    unique([...config.recipients.map(({ recipient }) => recipient), ...seen.recipients]),
    async (recipient) => {
      const [allowed, hook] = await read(
        client.readContract({ ...at, functionName: 'recipientStatus', args: [recipient] }),
      )
      return allowed ? { recipient, hook } : undefined
    },
  )
  const routers = await collect(unique([...config.routers, ...seen.routers]), async (router) =>
    (await read(client.readContract({ ...at, functionName: 'isRouter', args: [router] })))
      ? router
      : undefined,
  )
  // The view says true of routers too, so the last event decides where there is one.
  const lastReserved = new Map(seen.reserved.map(({ account, reserved }) => [account, reserved]))
  const reserved = await collect(unique([...config.reserved, ...lastReserved.keys()]), async (account) => {
    const isReserved = await read(client.readContract({ ...at, functionName: 'isReserved', args: [account] }))
    return isReserved && (lastReserved.get(account) ?? fromBlock === undefined) ? account : undefined
  })
  const holders = await Promise.all(
    Object.entries(roleIds).map(async ([name, role]) => {
      const granted = seen.grants.filter((grant) => grant.role === role).map(({ account }) => account)
      const held = await collect(unique([...roles[name as RoleName], ...granted]), async (account) =>
        (await read(client.readContract({ ...at, functionName: 'hasRole', args: [role, account] })))
          ? account
          : undefined,
      )
      return [name, held] as const
    }),
  )
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
    roles: Object.fromEntries(holders) as Policy['roles'],
  }
}

/** What a receiver keeps of its chain's name. */
export function hashName(chainName: string): Hex {
  return slice(keccak256(stringToHex(chainName)), 0, 15)
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
