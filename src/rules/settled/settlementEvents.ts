import { type Log, type ParseEventLogsReturnType, parseEventLogs } from 'viem'
import type { SettlementLog } from './types.js'

const address = <const name extends string>(name: name) =>
  ({ name, type: 'address', indexed: false }) as const
const amount = { name: 'amount', type: 'uint256', indexed: false } as const
const id = { name: 'id', type: 'bytes32', indexed: false } as const

const settlementAbi = [
  { type: 'event', name: 'RelayNativeDeposit', inputs: [address('from'), amount, id] },
  { type: 'event', name: 'RelayErc20Deposit', inputs: [address('from'), address('token'), amount, id] },
  { type: 'event', name: 'SolverNativeTransfer', inputs: [address('to'), amount] },
  {
    type: 'event',
    name: 'SolverCallExecuted',
    inputs: [address('to'), { name: 'data', type: 'bytes', indexed: false }, amount],
  },
  // Newer routers log keccak256 of the call's data. The event has the same name, but another topic.
  {
    type: 'event',
    name: 'SolverCallExecuted',
    inputs: [address('to'), { name: 'dataHash', type: 'bytes32', indexed: false }, amount],
  },
  {
    type: 'event',
    name: 'RelayCallExecuted',
    inputs: [
      id,
      {
        name: 'call',
        type: 'tuple',
        indexed: false,
        components: [
          { name: 'to', type: 'address' },
          { name: 'data', type: 'bytes' },
          { name: 'value', type: 'uint256' },
          { name: 'allowFailure', type: 'bool' },
        ],
      },
    ],
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      amount,
    ],
  },
] as const

type EventName = (typeof settlementAbi)[number]['name']

/** Reads the logs of the named events, in the order of the chain. Skips logs of the same name with another shape. */
export function readLogs<const name extends EventName>(
  logs: readonly SettlementLog[],
  eventName: name | readonly name[],
): ParseEventLogsReturnType<typeof settlementAbi, name[], true> {
  const ordered = [...logs].sort((one, other) => one.logIndex - other.logIndex)
  return parseEventLogs<typeof settlementAbi, true, name[]>({
    abi: settlementAbi,
    eventName: [eventName].flat() as name[],
    logs: ordered as unknown as Log[],
    strict: true,
  })
}
