import { type Hex, numberToHex } from 'viem'
import type {
  AuthorizationEvent,
  FillEvent,
  Finding,
  RangeCommit,
  WatchDatabase,
  WatchJob,
  WatchStore,
} from '../../src/watch/types.js'

/** A value of 32 bytes that tells what it was made from. */
export const bytes32 = (value: number | bigint): Hex => numberToHex(value, { size: 32 })

export const job: WatchJob = {
  chainId: 8453,
  receiver: '0x00000000000000000000000000000000000000aa',
  fromBlock: 100n,
  fillsFrom: 100n,
  options: { service: 'https://service.example', solver: '0xa' },
}

/** A block's hash: another one in another branch. */
export const blockHash = (number: bigint, branch = 0): Hex => bytes32(number * 1000n + BigInt(branch))

export function createFill(
  block: bigint,
  logIndex = 0,
  changes: Partial<FillEvent> = {},
  branch = 0,
): FillEvent {
  const number = block * 100n + BigInt(logIndex)
  return {
    blockNumber: block,
    blockHash: blockHash(block, branch),
    blockTime: 1_700_000_000 + Number(block),
    transactionHash: bytes32(number + 1n),
    logIndex,
    ordinal: 0,
    isReturned: false,
    id: bytes32(number + 2n),
    recipient: '0x00000000000000000000000000000000000000b1',
    solver: '0x00000000000000000000000000000000000000b2',
    payer: '0x00000000000000000000000000000000000000b3',
    token: '0x00000000000000000000000000000000000000b4',
    amount: 1000n,
    ...changes,
  }
}

export function createAuthorization(
  block: bigint,
  changes: Partial<AuthorizationEvent> = {},
): AuthorizationEvent {
  return {
    blockNumber: block,
    blockHash: blockHash(block),
    transactionHash: bytes32(block * 100n + 50n),
    logIndex: 7,
    id: bytes32(block * 100n + 51n),
    callHash: bytes32(block * 100n + 52n),
    deadline: 1_800_000_000,
    ...changes,
  }
}

/** Makes what a scan stores of a range: its end, and each block with an event. */
export function createRange(
  fromBlock: bigint,
  toBlock: bigint,
  events: Partial<Pick<RangeCommit, 'fills' | 'authorizations' | 'keepFrom' | 'nowMs'>> = {},
): RangeCommit {
  const { fills = [], authorizations = [], keepFrom = 0n, nowMs = 1 } = events
  const kept = new Map([[toBlock, blockHash(toBlock)]])
  for (const { blockNumber, blockHash } of [...fills, ...authorizations]) kept.set(blockNumber, blockHash)
  const blocks = [...kept].map(([number, hash]) => ({ number, hash }))
  const toTime = 1_700_000_000 + Number(toBlock)
  return { fromBlock, toBlock, toTime, head: toBlock, fills, authorizations, blocks, keepFrom, nowMs }
}

export function createFinding(fill: FillEvent, changes: Partial<Finding> = {}): Finding {
  return {
    id: bytes32(BigInt(fill.id) + 10n ** 9n),
    kind: 'amountShort',
    chainId: job.chainId,
    receiver: job.receiver,
    requestId: fill.id,
    transactionHash: fill.transactionHash,
    blockNumber: Number(fill.blockNumber),
    expected: '2000',
    actual: '1000',
    message: 'The fill delivered less than it was to.',
    ...changes,
  }
}

/** A job with a database of its own. */
export type LoneStore = WatchStore & { database: WatchDatabase; close(): Promise<void> }

export async function openAlone(
  opening: Promise<WatchDatabase>,
  job: WatchJob,
  isRejudged = false,
): Promise<LoneStore> {
  const database = await opening
  try {
    return { ...(await database.openJob(job, { isRejudged })), database, close: database.close }
  } catch (error) {
    await database.close()
    throw error
  }
}
