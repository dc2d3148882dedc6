import { expect } from 'chai'
import {
  type Abi,
  type Address,
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'
import { findDeposit } from '../../../src/client/receiver/findDeposit.js'
import type { HeldCall } from '../../../src/client/receiver/holdCall.js'
import type { ReceiverCall } from '../../../src/client/receiver/receiverCall.js'
import { requireUnfilled } from '../../../src/client/receiver/requireUnfilled.js'
import {
  getFillAcceptedEvents,
  getFillAuthorizedEvents,
  getPaymentReturnedEvents,
  watchFillAccepted,
  watchFillAuthorized,
} from '../../../src/contract/index.js'
import { readHistory } from '../../../src/deploy/compare/readHistory.js'
import type { DeployChain } from '../../../src/deploy/createChain.js'
import { attestedOrderReceiverAbi } from '../../../src/generated/abi/attestedOrderReceiver.js'
import { findAuthorizedCall, findPayment, isOnlyEvidence } from '../../../src/report/receiver/findPayment.js'
import { findReturned } from '../../../src/report/receiver/findReturned.js'
import { thrown } from '../../support/errors.js'
import { createEventNode, type EventNode, type NodeLog } from '../../support/eventNode.js'
import { fake } from '../../support/fake.js'
import { setUpFastClock } from '../../support/fastClock.js'

const receiver: Address = '0x00000000000000000000000000000000000000aa'
const depository: Address = '0x00000000000000000000000000000000000000dd'
const other: Address = '0x00000000000000000000000000000000000000b1'
const word = (value: number): Hex => numberToHex(value, { size: 32 })
const [orderId, callHash] = [word(0x1d), word(0xca11)]
const settingsAbi = parseAbi([
  'event Initialized(uint64 version)',
  'event RecipientSet(address indexed recipient, bool allowed, bool hook)',
])
const depositAbi = parseAbi(['event RelayNativeDeposit(address from, uint256 amount, bytes32 id)'])

function toLog(abi: Abi, eventName: string, args: Record<string, unknown>, address = receiver): NodeLog {
  const event = abi.find((item) => item.type === 'event' && item.name === eventName)
  const inputs = event?.type === 'event' ? event.inputs.filter(({ indexed }) => !indexed) : []
  const values = inputs.map(({ name }) => args[name!])
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args }) as Hex[],
    data: encodeAbiParameters(inputs, values),
  }
}

const paid = { payer: other, token: zeroAddress, amount: 5n }
const accepted = (id: Hex) =>
  toLog(attestedOrderReceiverAbi, 'FillAccepted', { id, recipient: other, solver: other, ...paid })
const authorized = (id: Hex) =>
  toLog(attestedOrderReceiverAbi, 'FillAuthorized', { id, callHash, solver: other, deadline: 9 })
const returned = () =>
  toLog(attestedOrderReceiverAbi, 'PaymentReturned', { callHash, refundTo: other, ...paid })
const recipient = (allowed: boolean) =>
  toLog(settingsAbi, 'RecipientSet', { recipient: other, allowed, hook: false })
const deposit = (id: Hex) =>
  toLog(depositAbi, 'RelayNativeDeposit', { from: other, amount: 5n, id }, depository)

const head = 300
/** Blocks that are read as a range, and one that only a node that is up to date has. */
const blocks = [10, 20, 30, 40, head]
const range = { fromBlock: 1n, toBlock: BigInt(head) }
const repeat = (log: NodeLog) => blocks.map((block): [number, NodeLog] => [block, log])

type Reader = {
  logs: readonly (readonly [number, NodeLog])[]
  read(client: PublicClient, node: EventNode): Promise<unknown>
  finds: unknown
  /** What it says while the node is late, where that claims nothing. */
  whileLate?: unknown
}

const numbersOf = (events: readonly { blockNumber: bigint }[]) =>
  events.map(({ blockNumber }) => Number(blockNumber))

function watching(watch: typeof watchFillAccepted | typeof watchFillAuthorized): Reader['read'] {
  return async (client, node) => {
    const seen: number[] = []
    const end = Date.now() + 1_500
    node.head = 5
    const onEvents = (events: { blockNumber: bigint }[]) => void seen.push(...numbersOf(events))
    const stop = watch(client, { receiver, pollingInterval: 5, onEvents })
    while (node.head < head + 3) {
      node.head += 1
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    while (seen.length < blocks.length && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 5))
    stop()
    return seen
  }
}

const heldDeposit = {
  call: {
    request: { originChainId: 7 },
    quote: { steps: [] },
    deposit: { nonce: 3, isNonceFixed: false, fromBlock: 1 },
  },
  orderId,
  order: { inputs: [{ payment: { amount: 5n, currency: zeroAddress } }] },
} as unknown as HeldCall

/** Each reader of events. `watch` is in test/watch/hidingNodes.test.ts. */
const readers: Record<string, Reader> = {
  getFillAcceptedEvents: {
    logs: repeat(accepted(orderId)),
    read: async (client) => numbersOf(await getFillAcceptedEvents(client, { receiver, ...range })),
    finds: blocks,
  },
  getFillAuthorizedEvents: {
    logs: repeat(authorized(orderId)),
    read: async (client) => numbersOf(await getFillAuthorizedEvents(client, { receiver, fromBlock: 1n })),
    finds: blocks,
  },
  getPaymentReturnedEvents: {
    logs: repeat(returned()),
    read: async (client) => numbersOf(await getPaymentReturnedEvents(client, { receiver, ...range })),
    finds: blocks,
  },
  watchFillAccepted: {
    logs: repeat(accepted(orderId)),
    read: watching(watchFillAccepted),
    finds: blocks,
  },
  watchFillAuthorized: {
    logs: repeat(authorized(orderId)),
    read: watching(watchFillAuthorized),
    finds: blocks,
  },
  'findPayment, of verify and the page': {
    logs: [[head, accepted(orderId)]],
    async read(client) {
      const found = await findPayment({ client, receiver, id: orderId })
      return 'payment' in found ? Number(found.payment.block) : `refused: ${found.refusal}`
    },
    finds: head,
  },
  'findAuthorizedCall, of verify and the page': {
    logs: [[head, authorized(orderId)]],
    async read(client) {
      const found = await findAuthorizedCall({ client, receiver, id: orderId })
      return 'log' in found ? Number(found.log.blockNumber) : `refused: ${found.refusal}`
    },
    finds: head,
  },
  'isOnlyEvidence, of verify and the page: a second order, for the same call': {
    logs: [
      [10, authorized(word(99))],
      [20, authorized(orderId)],
      [30, authorized(orderId)],
      [40, authorized(orderId)],
    ],
    read: (client) => isOnlyEvidence({ client, receiver, id: orderId, callHash }),
    finds: null,
  },
  'isOnlyEvidence, of verify and the page: a second order, just now': {
    logs: [
      [10, authorized(orderId)],
      [head, authorized(word(99))],
    ],
    read: (client) => isOnlyEvidence({ client, receiver, id: orderId, callHash }),
    finds: null,
  },
  'findReturned, of verify and the page': {
    logs: [[head, returned()]],
    async read(client) {
      const callHashes = [callHash]
      const found = await findReturned({ client, receiver, orderId, callHashes, statedFill: undefined })
      return Number(found?.block)
    },
    finds: head,
  },
  'readHistory, of deploy, recipients and status': {
    logs: [
      [1, toLog(settingsAbi, 'Initialized', { version: 1n })],
      [10, recipient(true)],
      [20, recipient(true)],
      [30, recipient(true)],
      [head, recipient(false)],
    ],
    async read(client) {
      const chain = { id: 7, client, reach: (work: unknown) => work } as unknown as DeployChain
      const reading = readHistory(chain, receiver, 1n, BigInt(head))
      return reading.then(
        ({ RecipientSet }) => RecipientSet.map(({ allowed }) => allowed),
        ({ name }) => name,
      )
    },
    finds: [true, true, true, false],
  },
  'requireUnfilled, of payReceiver': {
    logs: [
      [head - 1, returned()],
      [head, authorized(orderId)],
    ],
    async read(client) {
      const call = { receiver, callHash, openedAtBlock: head - 2 } as unknown as ReceiverCall
      return (await thrown(() => requireUnfilled(client, call, 1))).name
    },
    finds: 'CallFilledEarlyError',
  },
  'findDeposit, of payReceiver': {
    logs: [
      ...[10, 20, 30, 40].map((block) => [block, deposit(word(block))] as const),
      [45, deposit(orderId)],
      [46, deposit(word(46))],
      [47, deposit(word(47))],
    ],
    async read(client) {
      const profile = { name: 'here', chains: [{ id: 7, name: 'here', depository }] }
      const walletClient = Object.assign(client, { account: { address: other } })
      const clients = { originClient: client, walletClient, timeoutMs: 1_000, pollingIntervalMs: 10 }
      return (await findDeposit(fake(profile), fake(clients), heldDeposit, range)).state
    },
    finds: 'found',
  },
  'findDeposit, of payReceiver: just now': {
    logs: [[head, deposit(orderId)]],
    read: (client, node) => readers['findDeposit, of payReceiver']!.read(client, node),
    finds: 'found',
    // It claims nothing: `none` alone lets another deposit be asked for.
    whileLate: 'unseen',
  },
}

describe('each reader of events, with a node that leaves logs out', () => {
  setUpFastClock()
  function prepare({ logs }: Reader, settings: Partial<EventNode> = {}) {
    const node = createEventNode({
      head,
      answers: {
        eth_getTransactionCount: () => '0x3',
        eth_getTransactionByHash: () => ({ hash: word(1), input: orderId, type: '0x0' }),
      },
      ...settings,
    })
    for (const [block, log] of logs) node.logs.set(block, [...(node.logs.get(block) ?? []), log])
    const transport = custom({ request: node.request }, { retryCount: 0 })
    return { node, client: createPublicClient({ transport, pollingInterval: 5 }) }
  }

  for (const [name, reader] of Object.entries(readers)) {
    it(`default: ${name}`, async () => {
      const { node, client } = prepare(reader)
      expect(await reader.read(client, node)).to.deep.equal(reader.finds)
    })

    it(`behavior: ${name}: waits for logs that are three blocks late, and misses none`, async () => {
      const { node, client } = prepare(reader, { lateBlocks: 3 })
      setTimeout(() => {
        node.lateBlocks = 0
      }, 400)
      expect(await reader.read(client, node)).to.deep.equal(reader.whileLate ?? reader.finds)
    })

    for (const cuts of ['newest', 'oldest'] as const) {
      it(`behavior: ${name}: keeps reading after lists cut to two, at the ${cuts}`, async () => {
        const { node, client } = prepare(reader, { mostLogs: 2, cuts })
        expect(await reader.read(client, node)).to.deep.equal(reader.finds)
      })
    }
  }

  it('error: a node that stays late for ten seconds is reported as a fault', async () => {
    const start = Date.now()
    const late = (name: string) => {
      const { node, client } = prepare(readers[name]!, { lateBlocks: 3 })
      return readers[name]!.read(client, node)
    }
    const [list, search, only] = await Promise.all([
      thrown(() => late('getFillAcceptedEvents')),
      late('findPayment, of verify and the page'),
      late('isOnlyEvidence, of verify and the page: a second order, just now'),
    ])
    expect(list.message).to.include('unknown block')
    expect(search).to.equal('refused: unknown block')
    expect(only).to.equal(null)
    expect(Date.now() - start).within(9900, 20_000)
  }).timeout(20_000)
})
