import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, type PublicClient, publicActions } from 'viem'
import type { ReceiverClient } from '../contract/call.js'
import { parseInboxRefunded } from '../contract/inbox/parseInboxEvents.js'
import { parseFillAccepted, parsePaymentReturned } from '../contract/parseFillEvents.js'
import { readOptions } from '../contract/readOptions.js'
import type { ServiceProfileRouter } from '../service/profile/types.js'
import { createView, type Receipt } from './chainView.js'
import { judgePaidFill } from './judge/judgePaidFill.js'
import { noService } from './judge/noService.js'
import type { FillPlace, FindOrder, ReceiverHistory } from './judge/parameters.js'
import { isEarlier } from './judge/toFacts.js'
import type { FillEvent, Finding } from './types.js'

export type CheckFillParameters = ReceiverHistory & {
  chainId: number
  receiver: Address
  /** The event of the receiver: `readPayment` reads what its arguments say. */
  fill: Omit<FillEvent, 'ordinal'>
  /** The trusted signers. */
  solvers: readonly Address[]
  /** The service's routers on the chain, from its profile. The settlement through any other router is unchecked. */
  routers?: readonly ServiceProfileRouter[] | undefined
  /** Finds an order that you kept. Defaults to none. */
  findOrder?: FindOrder | undefined
}

export type CheckFillReturnType = {
  /** The contradictions, at most one of each kind. `id` is the id that `fillproof watch` reports. */
  findings: Pick<Finding, 'id' | 'kind' | 'expected' | 'actual' | 'message'>[]
  /** Why something could not be checked. */
  unchecked: string[]
}

/** How long a node may lack a transaction whose event it, or another node, returned. */
const patienceMs = 10_000

/**
 * Checks a fill or a returned payment of a receiver against the signed evidence and the effects of its transaction, as
 * `fillproof watch` does, but without the service. For indexers: the caller reads the events and stores the result.
 *
 * - Reads the transaction and its receipt, and for native currency the recipient's balances around the block.
 * - Does not report what only the service knows: the kinds `notSuccessful`, `otherTransaction` and `attestationChanged`, and an
 *   attestation that the service lacks. A transaction that ends with the id of an order of which `history` has no event is
 *   `notSettled` instead of `otherOrder`.
 * - `findFills` and `findAuthorizations` return the receiver's events in this block and before, in any order. Check a returned
 *   payment again when its call is authorized.
 * - If the chain no longer has the event in this block, says so in `unchecked`.
 * - Trust: believes the node, the caller's events, and for tokens the tokens' own logs.
 * - Warning: a fill without findings was not necessarily a success for the service.
 *
 * @param client - A client of the receiver's chain. If it caches answers across reorganizations, the result may be wrong.
 * @param parameters - {@link CheckFillParameters}
 * @returns {@link CheckFillReturnType}
 * @throws `ContractOptionError` for an option of a wrong type; viem's error if the node can't be reached.
 *
 * @example
 * import { checkFill } from 'fillproof/watch'
 * import { createPublicClient, custom, zeroHash } from 'viem'
 *
 * const receiver = '0x1234567890123456789012345678901234567890'
 * const recipient = '0x1111111111111111111111111111111111111111'
 * const answers = {
 *   eth_getTransactionByHash: { from: recipient, to: receiver, input: '0x', value: '0x0' },
 *   eth_getTransactionReceipt: { blockHash: zeroHash, status: '0x1', logs: [] },
 *   eth_call: `${zeroHash}${zeroHash.slice(2)}`,
 * }
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of http(rpcUrl)
 * })
 * const payment = { recipient, solver: recipient, payer: recipient, token: recipient, amount: 5n }
 * const place = { blockNumber: 7n, blockHash: zeroHash, blockTime: 1_800_000_000, transactionHash: zeroHash, logIndex: 0 }
 *
 * const { findings } = await checkFill(client, {
 *   chainId: 8453,
 *   receiver,
 *   solvers: ['0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'],
 *   fill: { id: zeroHash, isReturned: false, ...payment, ...place },
 *   findFills: async () => [],
 *   findAuthorizations: async () => [],
 * })
 *
 * findings.map(({ kind, expected, actual }) => `${kind}: ${actual} of ${expected}`)
 * // ['amountShort: 0 of 5']
 */
export async function checkFill(
  client: ReceiverClient,
  parameters: CheckFillParameters,
): Promise<CheckFillReturnType> {
  const { chainId, receiver, fill, solvers, routers, findOrder, findFills, findAuthorizations } = readOptions(
    parameters,
    ...(['chainId', 'receiver', 'fill', 'solvers', 'findFills', 'findAuthorizations'] as const),
  )
  readOptions(
    fill,
    ...(['id', 'recipient', 'solver', 'token', 'amount', 'isReturned', 'blockTime', 'logIndex'] as const),
    ...(['blockNumber', 'blockHash', 'transactionHash'] as const),
  )
  const view = createView((call) => call(client.extend(publicActions) as PublicClient), receiver)
  const receipt = await readPlaced(() => view.readReceipt(fill.transactionHash), fill)
  if (!receipt) return gone
  const end = await judgePaidFill({
    fill: { ...fill, ordinal: countEarlier(fill, { receiver, receipt }) },
    job: { chainId, receiver },
    chain: { ...view, readReceipt: async () => receipt },
    service: noService,
    findOrder: findOrder ?? (async () => ({ problem: 'the transaction does not show the order' })),
    store: {
      findFills: async (ids) => sortPlaces(await findFills(ids)),
      findAuthorizations: async (query) => sortPlaces(await findAuthorizations(query)),
    },
    ...{ solvers, routers, graceMs: 0, nowMs: Date.now() },
  })
  if (!('result' in end)) return gone
  return {
    findings: end.result.findings.map(({ id, kind, expected, actual, message }) => {
      return { id, kind, expected, actual, message }
    }),
    unchecked: end.result.unchecked.map(({ reason }) => reason),
  }
}

const gone = { findings: [], unchecked: ['the chain does not have the transaction in that block now'] }

/** Counts the fills, or else the returned payments, that come before the fill in its transaction. */
function countEarlier(
  { isReturned, logIndex }: CheckFillParameters['fill'],
  parameters: { receiver: Address; receipt: Receipt },
): number {
  const events = isReturned
    ? [...parsePaymentReturned(parameters), ...parseInboxRefunded(parameters)]
    : parseFillAccepted(parameters)
  return events.filter((event) => event.logIndex < logIndex).length
}

function sortPlaces<place extends FillPlace>(places: readonly place[]): place[] {
  return [...places].sort((one, other) => (isEarlier(one, other) ? -1 : 1))
}

/** Reads the receipt of the fill's block. A node that lags gets some time. */
async function readPlaced(read: () => Promise<Receipt | null>, { blockHash }: Pick<FillEvent, 'blockHash'>) {
  const endMs = Date.now() + patienceMs
  for (;;) {
    const receipt = await read()
    if (receipt?.blockHash === blockHash) return receipt
    if (Date.now() >= endMs) return undefined
    await sleep(500)
  }
}
