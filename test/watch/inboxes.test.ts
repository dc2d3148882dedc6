import { expect } from 'chai'
import {
  type Abi,
  type AbiEvent,
  type Address,
  concat,
  decodeEventLog,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  pad,
  toEventSelector,
} from 'viem'
import { inboxReceiverAbi } from '../../src/generated/abi/inboxReceiver.js'
import { callCommand } from '../cli/callCommand.js'
import { clientOf, freshAddress, pay, setUpMock, waitFor } from '../mock/helpers.js'
import { deployInboxes, entryOf, type Inboxes, inboxAmount } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import { callWatch } from './callWatch.js'

type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex }
type Event = 'FillAccepted' | 'InboxClaimed'
type Change = Partial<Record<Event, Record<string, unknown>>>

for (const idForm of ['public', 'specification'] as const) {
  describe(`fillproof watch: claims of inboxes, ids of the form ${idForm}`, () => {
    const { mock, destination } = setUpMock({ idForm })
    const folder = setUpFolder()
    let inboxes: Inboxes
    let from: bigint
    let runs = 0
    let signature: Hex
    const claims: Hex[] = []
    before(async () => {
      inboxes = await deployInboxes(mock)
      from = await clientOf(destination).getBlockNumber()
      const env = { FILLPROOF_PRIVATE_KEY: inboxes.keeper.privateKey }
      const claim = async (entries: unknown[], args: string[] = []) => {
        const path = await folder.write(entries.map((entry) => JSON.stringify(entry)).join('\n'), 'ndjson')
        const at = ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver]
        const { status, stdout, stderr } = await callCommand(
          ['claim', path, ...at, '--send', '--json', ...args],
          env,
        )
        expect(status, stderr).to.equal(0)
        return JSON.parse(stdout)
      }
      // A payment by the solver, and a later one of somebody else, opened by the same order.
      const terms = inboxes.termsOf()
      const quote = await inboxes.quote(terms)
      await pay(mock, quote)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      signature = quote.protocol.v2.orderSignature!
      claims.push((await claim([entryOf(terms, quote)])).transaction)
      await inboxes.pay(terms, 2n * inboxAmount)
      claims.push((await claim([entryOf(terms, quote)])).transaction)
      // Two in one transaction of a batcher, to the same recipient.
      const both = [inboxes.termsOf(), inboxes.termsOf({ token: inboxes.token })]
      const entries = []
      for (const one of both) {
        entries.push(entryOf(one, await inboxes.quote(one, { amount: '2000000' })))
        await inboxes.pay(one, 3_000_000n)
      }
      await claim(entries, ['--batcher', await inboxes.deployBatcher()])
    })

    const watch = (rpcUrl: string, solver?: Address) =>
      callWatch({
        ...{ url: mock.url, rpcUrl, receiver: inboxes.receiver, from, ...(solver && { solver }) },
        ...{ db: folder.path(`${idForm}${runs++}.sqlite`), env: { FILLPROOF_API_KEY: mock.apiKey } },
      })

    /** A node that changes what the receiver's events say. */
    const lie = (change: Change) =>
      startRpcProxy(inboxes.rpcUrl, async ({ method, forward }) => {
        const answer = (await forward()) as { result: never }
        const { result } = answer
        const changed = (log: Log) => changeLog(log, inboxes.receiver, change)
        if (method === 'eth_getLogs') return { ...answer, result: (result as Log[]).map(changed) }
        if (method !== 'eth_getTransactionReceipt' || !result) return answer
        const { logs } = result as { logs: Log[] }
        return { ...answer, result: { ...(result as object), logs: logs.map(changed) } }
      })

    it('default: finds nothing where an order opened an inbox twice', async () => {
      const { findings, summary, status, stderr } = await watch(inboxes.rpcUrl)
      expect(findings, stderr).to.deep.equal([])
      expect(summary).to.include({ fills: 4, checked: 4, waiting: 0 })
      expect(summary.unchecked).to.deep.equal({})
      expect(status).to.equal(0)
    })
    // The checks below ask the service for nothing.
    if (idForm === 'specification') return

    const stranger = freshAddress()
    const lies: [title: string, change: Change, kind: string][] = [
      ['a payer that is not the inbox', { FillAccepted: { payer: stranger } }, 'inboxMismatch'],
      ['another inbox', { InboxClaimed: { inbox: stranger } }, 'inboxMismatch'],
      ['another recipient', { FillAccepted: { recipient: stranger } }, 'recipientMismatch'],
      ['more than arrived', { FillAccepted: { amount: 10n ** 20n } }, 'amountShort'],
      ['less than the minimum', { FillAccepted: { amount: 1n } }, 'amountShort'],
      ['another solver', { FillAccepted: { solver: stranger } }, 'solverMismatch'],
    ]
    for (const [title, change, kind] of lies) {
      it(`behavior: an event with ${title} is a contradiction`, async () => {
        const proxy = await lie(change)
        const { findings, status } = await watch(proxy.url)
        await proxy.close()
        expect(findings.map((one) => one.kind)).to.include(kind)
        expect(status).to.equal(1)
      })
    }

    it('behavior: a solver that is not trusted is a contradiction', async () => {
      const { findings } = await watch(inboxes.rpcUrl, mock.accounts[0]!.address)
      expect(new Set(findings.map(({ kind }) => kind))).to.deep.equal(new Set(['solverMismatch']))
    })

    it("attack: another contract's calldata with a wrong signature is no contradiction", async () => {
      const forge = (to: Address, prefix: string) =>
        startRpcProxy(inboxes.rpcUrl, async ({ method, forward }) => {
          const answer = (await forward()) as { result: { input: Hex; to: Address } | null }
          if (method !== 'eth_getTransactionByHash' || !answer.result) return answer
          const input = answer.result.input.replaceAll(signature.slice(2, -2), 'ab'.repeat(64)).slice(2)
          return { ...answer, result: { ...answer.result, to, input: `0x${prefix}${input}` } }
        })
      for (const [to, prefix, kinds] of [
        [stranger, '12345678', []],
        [inboxes.receiver, '', ['solverMismatch']],
      ] as const) {
        const proxy = await forge(to, prefix)
        const { findings, summary } = await watch(proxy.url)
        await proxy.close()
        const reasons = Object.keys(summary.unchecked)
        expect(reasons.includes('the transaction does not show which signature was used')).to.equal(
          to === stranger,
        )
        const own = findings.filter(({ transactionHash }) => claims.includes(transactionHash!))
        expect([...new Set(own.map(({ kind }) => kind))]).to.deep.equal(kinds)
      }
    })

    it("attack: another contract's calldata with the order and other terms is no contradiction", async () => {
      const proxy = await startRpcProxy(inboxes.rpcUrl, async ({ method, params, forward }) => {
        const answer = (await forward()) as { result: { input: Hex; to: Address } }
        if (method !== 'eth_getTransactionByHash' || !claims.includes(params[0] as Hex)) return answer
        const { input } = answer.result
        const { args } = decodeFunctionData({ abi: inboxReceiverAbi, data: input })
        const [terms, ...rest] = args as unknown as [object, ...unknown[]]
        const forged = encodeFunctionData({
          abi: inboxReceiverAbi as Abi,
          ...{ functionName: 'claim', args: [{ ...terms, recipient: stranger }, ...rest] },
        })
        return { ...answer, result: { ...answer.result, to: stranger, input: concat([forged, input]) } }
      })
      const { findings } = await watch(proxy.url)
      await proxy.close()
      expect(findings).to.deep.equal([])
    })

    it('behavior: an order that the calldata does not show is unchecked, and no contradiction', async () => {
      const proxy = await lie({ InboxClaimed: { orderId: pad('0x01') } })
      const { findings, summary } = await watch(proxy.url)
      await proxy.close()
      expect(findings).to.deep.equal([])
      expect(Object.keys(summary.unchecked)).to.deep.equal([
        'the transaction does not show the call: its terms are not known',
      ])
    })
  })
}

function changeLog(log: Log, receiver: Address, change: Change): Log {
  if (log.address.toLowerCase() !== receiver.toLowerCase()) return log
  for (const [eventName, changes] of Object.entries(change)) {
    const event = getAbiItem({ abi: inboxReceiverAbi as Abi, name: eventName }) as AbiEvent
    const abi = [event]
    if (log.topics[0] !== toEventSelector(event)) continue
    const { args } = decodeEventLog({ abi, data: log.data, topics: log.topics })
    const changed: Record<string, unknown> = { ...args, ...changes }
    const others = event.inputs.filter(({ indexed }) => !indexed)
    const data = encodeAbiParameters(
      others,
      others.map(({ name }) => changed[name!]),
    )
    return { ...log, topics: encodeEventTopics({ abi, eventName, args: changed }) as Log['topics'], data }
  }
  return log
}
