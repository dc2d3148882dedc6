import { type Address, type Client, type ContractEventName, type GetEventArgs, parseAbi } from 'viem'
import { getLogs } from 'viem/actions'
import { readLogs } from '../../contract/rpc/readLogs.js'
import type { BlockRange } from '../../contract/rpc/readPages.js'
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

/** The arguments of each event, oldest first. */
export type History = { [name in Names]: Args<name>[] } & { isRead: boolean }

/**
 * Reads every value that was ever set, from the contract's events. Reads nothing without `fromBlock`.
 *
 * @throws {@link DeployHistoryError} if the contract was initialized before `fromBlock`.
 */
export async function readHistory(
  chain: DeployChain,
  address: Address,
  fromBlock: bigint | undefined,
  toBlock: bigint,
): Promise<History> {
  const isRead = fromBlock !== undefined
  const read = (client: Client, page: BlockRange) =>
    getLogs(client, { address, events, strict: true, ...page })
  const logs = isRead ? await chain.reach(readLogs(chain.client, { fromBlock, toBlock }, read)) : []
  const isWhole = logs.some(({ eventName, args }) => eventName === 'Initialized' && args.version === 1n)
  if (isRead && !isWhole) throw new DeployHistoryError({ chainId: chain.id, receiver: address, fromBlock })
  const lists = events.map(({ name }) => [
    name,
    logs.filter(({ eventName }) => eventName === name).map(({ args }) => args),
  ])
  return { ...Object.fromEntries(lists), isRead }
}
