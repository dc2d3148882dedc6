import { expect } from 'chai'
import {
  type Address,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
} from 'viem'
import { createServiceClient, payReceiver } from '../../src/client/index.js'
import { attestedOrderReceiverAbi as abi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { fillChecks } from '../../src/index.js'
import { parseEvidence } from '../../src/report/evidence/parseEvidence.js'
import { reportEvidence } from '../../src/report/reportEvidence.js'
import { receiverRows } from '../../src/report/rows/receiverRows.js'
import type { HappenedKind } from '../../src/rules/happened/facts.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { callCommand } from '../cli/callCommand.js'
import { keeper, open, type World } from '../client/receiver/world.js'
import { clientOf, freshAddress, getQuote, pay, type Quote, waitFor } from '../mock/helpers.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'

type Log = { topics: [Hex, ...Hex[]]; data: Hex }
type Report = { recipient: Address; solver: Address; token: Address; amount: bigint }
/** What a node says of the payment, and how much later it says that a block came, in seconds. */
type Lie = { report?: (honest: Report) => Partial<Report>; later?: number }

const stranger = freshAddress()
const lies: [title: string, lie: Lie, kinds: HappenedKind[]][] = [
  ['nothing else', {}, []],
  ['another recipient', { report: () => ({ recipient: stranger }) }, ['recipientMismatch']],
  ['another token', { report: () => ({ token: stranger }) }, ['orderMismatch']],
  ['less than the minimum', { report: () => ({ amount: 1n }) }, ['amountShort']],
  ['another solver', { report: () => ({ solver: stranger }) }, ['solverMismatch']],
  ['a later block', { later: 10_000_000 }, ['expired']],
]

// The command, the page and `watch` gather facts in three ways, and judge them by one list.
describe('settlement: every reader gives the same verdict', () => {
  const folder = setUpFolder()
  let world: World
  let runs = 0
  const payments: { [way in 'direct' | 'call']?: { id: Hex; quote: unknown; block: bigint } } = {}

  before(async () => {
    world = await open({})
    const { mock, destination, recipient } = world
    const block = await clientOf(destination).getBlockNumber()
    const quote: Quote = await getQuote(mock, { fillContract: destination.receiver, recipient })
    await pay(mock, quote)
    await waitFor(mock, quote.protocol.v2.orderId, 'success')
    payments.direct = { id: quote.protocol.v2.orderId, quote, block: block + 1n }
    const next = await clientOf(destination).getBlockNumber()
    const store = keeper()
    const { orderId } = await payReceiver(world.client, {
      ...world.clients(),
      ...world.native(),
      keep: store.keep,
    })
    payments.call = { id: orderId, quote: store.kept.at(-1)!.quote, block: next + 1n }
  })
  after(() => world.mock.close())

  const lie = ({ report, later = 0 }: Lie) =>
    startRpcProxy(world.destination.rpcUrl, async ({ method, forward }) => {
      const answer = (await forward()) as { result: never }
      const { result } = answer
      if (method === 'eth_getLogs') return { ...answer, result: (result as Log[]).map(change) }
      if (method === 'eth_getTransactionReceipt' && result) {
        const { logs } = result as { logs: Log[] }
        return { ...answer, result: { ...(result as object), logs: logs.map(change) } }
      }
      if (method.startsWith('eth_getBlockBy') && result) {
        const { timestamp } = result as { timestamp: Hex }
        const moved = numberToHex(BigInt(timestamp) + BigInt(later))
        return { ...answer, result: { ...(result as object), timestamp: moved } }
      }
      return answer

      function change(log: Log): Log {
        const [signature] = encodeEventTopics({ abi, eventName: 'FillAccepted' })
        if (!report || log.topics[0] !== signature) return log
        const { args } = decodeEventLog({ abi, eventName: 'FillAccepted', ...log })
        const { id, recipient, solver, payer, token, amount } = { ...args, ...report(args) }
        return {
          ...log,
          topics: encodeEventTopics({
            abi,
            eventName: 'FillAccepted',
            args: { id, recipient, solver },
          }) as Log['topics'],
          data: encodeAbiParameters(
            [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
            [payer, token, amount],
          ),
        }
      }
    })

  const options = (rpcUrl: string) => [
    ...['--profile', 'mock', '--url', world.mock.url, '--rpc-url', rpcUrl],
    ...['--receiver', world.destination.receiver, '--json'],
  ]

  /** What `watch` finds, without what it measures besides: what arrived at the recipient. */
  async function watch(rpcUrl: string, id: Hex, block: bigint) {
    const { stdout } = await callCommand([
      ...['watch', ...options(rpcUrl), '--from-block', String(block), '--until-block', 'latest'],
      ...['--grace', '0', '--db', folder.path(`${runs++}.sqlite`)],
    ])
    const findings = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return findings.filter(
      ({ requestId, message }) => requestId === id && !message.startsWith('Less arrived'),
    )
  }

  for (const way of ['direct', 'call'] as const) {
    for (const [title, told, expected] of lies) {
      it(`${title === 'nothing else' ? 'default' : 'attack'}: a node that reports ${title}, ${way}`, async () => {
        const { id, quote, block } = payments[way]!
        const proxy = await lie(told)
        const path = await folder.write(quote)
        try {
          const found = await watch(proxy.url, id, block)
          const { stdout, status } = await callCommand(['verify', id, ...options(proxy.url), '--order', path])
          const verification = JSON.parse(stdout)
          const { contradictions = [] } = verification.onchain
          const inspection = await reportEvidence({
            evidence: parseEvidence(JSON.stringify(quote)),
            profile: mockProfile,
            client: createServiceClient({ profile: mockProfile, baseUrl: world.mock.url }),
            layout: 'v1',
            trusted: [world.mock.solver],
            hasKey: false,
            isServiceNamed: true,
            given: {},
            target: {
              client: clientOf({ ...world.destination, rpcUrl: proxy.url }),
              receiver: world.destination.receiver,
            },
            now: Math.floor(Date.now() / 1000),
          })
          const page = 'verification' in inspection ? inspection.verification : expect.fail('no verification')
          const rows = receiverRows({ ...page, onchain: page.onchain! }, 0)
          const isCheck = (name: string) => (fillChecks as readonly string[]).includes(name)
          const failed = rows.filter(({ name, result }) => result === 'failed' && !isCheck(name))

          const inOrder = (all: { kind: string; message: string; expected: unknown; actual: unknown }[]) =>
            all
              .map(({ kind, message, expected, actual }) => [
                kind,
                message,
                String(expected).toLowerCase(),
                String(actual),
              ])
              .sort()
          expect(inOrder(found).map(([kind]) => kind)).deep.equal(expected)
          expect(inOrder(contradictions)).deep.equal(inOrder(page.onchain?.contradictions ?? []))
          // Who signed other orders of a call is read by `watch` alone: both find the mismatch, by another rule.
          if (way === 'direct' || title !== 'another solver') {
            expect(inOrder(contradictions)).deep.equal(inOrder(found))
          } else expect(contradictions.map(({ kind }: { kind: string }) => kind)).deep.equal(expected)
          expect(failed.map(({ name }) => name)).deep.equal(expected)
          expect([status, verification.valid, page.valid]).deep.equal(
            expected.length > 0 ? [1, false, false] : [0, true, true],
          )
        } finally {
          await proxy.close()
        }
      })
    }
  }
})
