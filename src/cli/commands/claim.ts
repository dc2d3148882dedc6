import { setTimeout } from 'node:timers/promises'
import type { Address, Hex, PublicClient } from 'viem'
import type { FillproofError } from '../../base/FillproofError.js'
import { getReceiverKind } from '../../contract/getReceiverKind.js'
import { multicall3 } from '../../contract/sendAggregated.js'
import type { AccountOptions } from '../account/readAccount.js'
import { readSender, type Sender } from '../account/readSender.js'
import { claimInboxes } from '../claim/claimInboxes.js'
import { describeClaim, isSettled, type ListedOutcome } from '../claim/describeClaim.js'
import { type InboxList, openInboxList, readOwnChain } from '../claim/readInboxes.js'
import type { ClaimMemory, ClaimOutcome } from '../claim/types.js'
import { TransactionRefusedError, UnreachableError, UsageError } from '../errors.js'
import { type ChainNode, createNodeClient, explainReceiverError, readNode } from '../node.js'
import { type GlobalOptions, readAddressOption } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readSeconds } from '../readSeconds.js'

export type ClaimOptions = GlobalOptions &
  AccountOptions & {
    rpcUrl: string
    receiver: string
    batcher?: string
    maxGas?: string
    send?: boolean
    follow?: boolean
    pollInterval?: string
  }

type Keeper = {
  readList: () => Promise<InboxList>
  node: ChainNode
  client: PublicClient
  receiver: Address
  sender: Sender | undefined
  batcher: Address | undefined
  maxGas: bigint | undefined
  json: boolean
}

/**
 * Claims the inboxes of a list, once or until `stop` aborts. Returns the exit status: 1 if money waits or an entry can't be read.
 *
 * @param stop - Ends a run with --follow cleanly.
 */
export async function claim(path: string, options: ClaimOptions, stop: AbortSignal): Promise<number> {
  const { follow: isFollowing = false, json = false } = options
  const node = readNode(options.rpcUrl)
  const receiver = readAddressOption('--receiver', options.receiver)
  const given = options.batcher === undefined ? undefined : readAddressOption('--batcher', options.batcher)
  const maxGas = options.maxGas === undefined ? undefined : readGas('--max-gas', options.maxGas)
  const pollMs = readSeconds('--poll-interval', options.pollInterval ?? '2')
  if (options.pollInterval !== undefined && !isFollowing) {
    throw new UsageError('--poll-interval goes with --follow.')
  }
  const sender = await readSender(options, node)
  const first = await openInboxList(path, receiver)()
  if (first.inboxes.length + first.broken.length === 0) {
    throw new UsageError(`${printable(path)} has no inboxes.`)
  }
  const client = createNodeClient(node)
  try {
    await requireInboxes(client, receiver)
    const batcher = await findBatcher(client, given)
    const chain = await readOwnChain(client, receiver)
    const readList = openInboxList(path, receiver, { chain })
    const keeper = { readList, node, client, receiver, sender, batcher, maxGas, json }
    return isFollowing ? await follow(keeper, pollMs, stop) : await claimOnce(keeper, await readList())
  } catch (error) {
    throw explainReceiverError(error, node)
  }
}

async function claimOnce(keeper: Keeper, list: InboxList): Promise<number> {
  const outcomes = join(list, await look(keeper, list))
  if (keeper.json) printJson(list.isMany ? { inboxes: outcomes } : outcomes[0])
  else for (const outcome of outcomes) print(`${describeClaim(outcome)}\n`)
  if (!keeper.json) printSummary(outcomes)
  return outcomes.every(isSettled) ? 0 : 1
}

/** Checks the inboxes at each new block until `stop` aborts. Prints an outcome if it changed. Tries again after a failure. */
async function follow(keeper: Keeper, pollMs: number, stop: AbortSignal): Promise<number> {
  const printed = new Map<string, string>()
  let outcomes: ListedOutcome[] = []
  let lastList: InboxList | undefined
  let lastBlock: bigint | undefined
  let fault: string | undefined
  const memory: ClaimMemory = new Map()
  while (!stop.aborted) {
    try {
      const list = await keeper.readList()
      const block = await keeper.client.getBlockNumber({ cacheTime: 0 })
      const isNew = block !== lastBlock || list !== lastList
      if (isNew) outcomes = join(list, await look(keeper, list, memory))
      lastBlock = block
      lastList = list
      fault = undefined
    } catch (error) {
      const explained = explainReceiverError(error, keeper.node)
      if (!isPassing(explained, lastList !== undefined)) throw explained
      if (explained.shortMessage !== fault) warn(`${explained.shortMessage} Trying again.`)
      fault = explained.shortMessage
    }
    for (const outcome of outcomes) printChange(outcome, printed, keeper.json)
    await setTimeout(pollMs, undefined, { signal: stop }).catch(() => {})
  }
  if (keeper.json) printJson({ inboxes: outcomes.length, ...count(outcomes) })
  else printSummary(outcomes)
  return outcomes.every(isSettled) ? 0 : 1
}

function look(
  { client, receiver, sender, batcher, maxGas }: Keeper,
  { inboxes }: InboxList,
  memory: ClaimMemory = new Map(),
) {
  const onSent = (hash: Hex) => warn(`Sent ${hash}, waiting for its receipt.`)
  return claimInboxes(client, { receiver, inboxes, sender, batcher, maxGas, onSent, memory })
}

function join({ inboxes, broken }: InboxList, found: ReadonlyMap<Hex, ClaimOutcome>): ListedOutcome[] {
  return [
    ...inboxes.map(({ place, inboxHash }) => ({ file: place, ...found.get(inboxHash)! })),
    ...broken.map(({ place, reason }) => ({ file: place, status: 'unreadable' as const, reason })),
  ]
}

function printChange(outcome: ListedOutcome, printed: Map<string, string>, json: boolean): void {
  const { file, status, inboxHash = file, reason, transaction } = outcome
  const state = `${status} ${transaction} ${reason}`
  const before = printed.get(inboxHash)
  printed.set(inboxHash, state)
  const isNews = status !== 'empty' || (before !== undefined && !before.startsWith('claimed'))
  if (before === state || !isNews) return
  if (json) printJson(outcome)
  else print(`${describeClaim(outcome)}\n`)
}

function count(outcomes: readonly ListedOutcome[]): Partial<Record<ClaimOutcome['status'], number>> {
  const counts: Partial<Record<ClaimOutcome['status'], number>> = {}
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function printSummary(outcomes: readonly ListedOutcome[]): void {
  const parts = Object.entries(count(outcomes)).map(([status, number]) => `${number} ${status}`)
  const list = parts.length > 0 ? `: ${parts.join(', ')}` : ''
  print(`${outcomes.length} ${outcomes.length === 1 ? 'inbox' : 'inboxes'}${list}.`)
}

/** @throws {@link UsageError} */
function readGas(option: string, text: string): bigint {
  if (/^[1-9]\d{0,14}$/.test(text)) return BigInt(text)
  throw new UsageError(`${option} must be a whole number above 0, found "${printable(text)}".`)
}

/** @throws {@link UsageError} if the receiver takes no inboxes. */
async function requireInboxes(client: PublicClient, receiver: Address): Promise<void> {
  const kind = await getReceiverKind(client, { receiver })
  if (kind === 'inboxReceiver') return
  throw new UsageError(`The receiver ${receiver} has no inboxes: it is of the kind ${kind}.`, {
    metaMessages: ['Present the evidence of its calls with fillproof authorize.'],
  })
}

/** @throws {@link UsageError} if there is no contract at --batcher. Undefined if the chain has no Multicall3. */
async function findBatcher(client: PublicClient, given: Address | undefined): Promise<Address | undefined> {
  const address = given ?? multicall3
  if ((await client.getCode({ address })) !== undefined) return address
  if (given) throw new UsageError(`There is no contract at ${given}, the address of --batcher.`)
  return undefined
}

/** Whether to try again. After a first look, a list or a receiver that is away may come back. */
function isPassing(error: unknown, hasLooked: boolean): error is FillproofError {
  if (error instanceof UsageError) return hasLooked
  return error instanceof UnreachableError || error instanceof TransactionRefusedError
}
