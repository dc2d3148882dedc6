import {
  type AbiEvent,
  type Address,
  type ContractEventName,
  type GetEventArgs,
  type Log,
  parseAbi,
} from 'viem'
import { ChainUnreachableError } from '../../contract/rpc/errors.js'
import type { DeployChain } from '../createChain.js'
import { DeployHistoryError } from '../errors.js'

const events = parseAbi([
  'event Initialized(uint64 version)',
  'event SolverSet(address indexed solver, uint48 start, uint48 stop)',
  'event RouteSet(uint256 indexed chainId, bytes32 indexed currency, uint128 min, uint128 max)',
  'event TokenSet(address indexed token, uint128 min, uint128 max)',
  'event RecipientSet(address indexed recipient, bool allowed, bool hook)',
  'event RouterSet(address indexed router, bool allowed)',
  'event ReservedSet(address indexed account, bool reserved)',
  'event ChainSet(string name, uint256 indexed chainId, bool isEvm)',
  'event PaidRecipientSet(uint256 indexed chainId, bytes recipient, bool allowed)',
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
])

type Names = ContractEventName<typeof events>
type Args<name extends Names> = GetEventArgs<
  typeof events,
  name,
  { EnableUnion: false; IndexedOnly: false; Required: true }
>

/** The arguments of each event, in their order. */
export type History = { [name in Names]: Args<name>[] } & {
  /** Whether events were read at all. */
  isRead: boolean
}

/**
 * Reads what was ever set; nothing without `fromBlock`.
 *
 * @throws {@link DeployHistoryError} when the contract was initialized before.
 */
export async function readHistory(
  chain: DeployChain,
  address: Address,
  fromBlock: bigint | undefined,
  toBlock: bigint,
): Promise<History> {
  const isRead = fromBlock !== undefined
  const logs = isRead ? await findLogs(chain, { address, events, fromBlock, toBlock }) : []
  const isWhole = logs.some(({ eventName, args }) => eventName === 'Initialized' && args.version === 1n)
  if (isRead && !isWhole) throw new DeployHistoryError({ chainId: chain.id, receiver: address, fromBlock })
  const lists = events.map(({ name }) => [
    name,
    logs.filter(({ eventName }) => eventName === name).map(({ args }) => args),
  ])
  return { ...Object.fromEntries(lists), isRead }
}

type FindLogsParameters<events extends readonly AbiEvent[]> = {
  address: Address
  events: events
  fromBlock: bigint
  toBlock: bigint
  /** Blocks of the first page. */
  pageSize?: bigint
}

/**
 * Gets all logs of a range, however few blocks the node allows per query.
 *
 * - Rule: a refused page is halved, down to one block.
 */
export async function findLogs<const events extends readonly AbiEvent[]>(
  { client, reach }: DeployChain,
  { address, events, fromBlock, toBlock, pageSize = 10_000n }: FindLogsParameters<events>,
): Promise<Log<bigint, number, false, undefined, true, events>[]> {
  const found: Log<bigint, number, false, undefined, true, events>[] = []
  let size = pageSize
  for (let from = fromBlock; from <= toBlock; ) {
    const last = from + size - 1n
    const to = last < toBlock ? last : toBlock
    try {
      found.push(
        ...(await reach(client.getLogs({ address, events, fromBlock: from, toBlock: to, strict: true }))),
      )
      from = to + 1n
    } catch (error) {
      if (size === 1n || error instanceof ChainUnreachableError) throw error
      size = (to - from + 2n) / 2n
    }
  }
  return found
}
