import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hash,
  type Hex,
  http,
  multicall3Abi,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { refund } from '../../src/contract/index.js'
import { inboxReceiverAbi as abi } from '../../src/generated/abi/inboxReceiver.js'
import type { InboxTerms } from '../../src/index.js'
import { clientOf, freshAddress, send, setUpMock } from '../mock/helpers.js'
import { deployInboxes, type Inboxes } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import { callWatch } from './callWatch.js'

type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex; transactionHash: Hash }

const [refundedTopic] = encodeEventTopics({ abi, eventName: 'InboxRefunded' })

describe('fillproof watch: refunds of inboxes', () => {
  const { mock, destination } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  const stranger = getAddress(freshAddress())
  const another = getAddress(freshAddress())
  let inboxes: Inboxes
  let from: bigint
  let runs = 0
  const transactions: Hash[] = []
  before(async () => {
    inboxes = await deployInboxes(mock)
    from = await clientOf(destination).getBlockNumber()
    const past = { deadline: 1_700_000_000 }
    const refundBy = async ({ privateKey }: { privateKey: Hex }, terms: InboxTerms, to?: Address) => {
      await inboxes.pay(terms, 3_000_000n)
      const account = privateKeyToAccount(privateKey)
      const wallet = createWalletClient({ account, transport: http(inboxes.rpcUrl) }).extend(publicActions)
      const hash = await refund(wallet, { receiver: inboxes.receiver, terms, ...(to && { to }) })
      await wallet.waitForTransactionReceipt({ hash })
      return hash
    }
    const { owner, keeper, termsOf } = inboxes
    transactions.push(
      await refundBy(owner, termsOf(), stranger),
      await refundBy(keeper, termsOf(past)),
      await refundBy(owner, termsOf({ ...past, token: inboxes.token })),
    )
    // Two by another contract, to two owners.
    const both = [termsOf(past), termsOf({ ...past, token: inboxes.token, refundTo: stranger })]
    for (const terms of both) await inboxes.pay(terms, 3_000_000n)
    const calls = both.map((terms) => ({
      target: inboxes.receiver,
      allowFailure: false,
      callData: encodeFunctionData({
        abi,
        functionName: 'refund',
        args: [terms, terms.token, terms.refundTo],
      }),
    }))
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    const batcher = await inboxes.deployBatcher()
    transactions.push(await send(mock, destination, keeper.address, { to: batcher, data }))
  })

  const watch = (rpcUrl: string) =>
    callWatch({
      ...{ url: mock.url, rpcUrl, receiver: inboxes.receiver, from, db: folder.path(`${runs++}.sqlite`) },
      env: { FILLPROOF_API_KEY: mock.apiKey },
    })

  /** A node that reports one refund with another account, and other things about its transaction and block. */
  const lie = (
    change: {
      at: number
      to?: Address
      token?: Address
      from?: Address
      called?: Address
      isEarly?: boolean
    },
    { at, to, token, isEarly } = change,
  ) =>
    startRpcProxy(inboxes.rpcUrl, async ({ method, params, forward }) => {
      const answer = (await forward()) as { result: never }
      const { result } = answer
      const changed = (log: Log): Log => {
        if (log.topics[0] !== refundedTopic || log.transactionHash !== transactions[at]) return log
        const topics = [...log.topics] as Log['topics']
        const toTopic = (account: Address) => encodeAbiParameters([{ type: 'address' }], [account])
        if (token) topics[2] = toTopic(token)
        if (to) topics[3] = toTopic(to)
        return { ...log, topics }
      }
      if (method === 'eth_getLogs') return { ...answer, result: (result as Log[]).map(changed) }
      if (method === 'eth_getTransactionReceipt' && result) {
        const { logs } = result as { logs: Log[] }
        return { ...answer, result: { ...(result as object), logs: logs.map(changed) } }
      }
      if (method === 'eth_getTransactionByHash' && (params as Hash[])[0] === transactions[at]) {
        return { ...answer, result: { ...(result as object), ...(change.from && { from: change.from }) } }
      }
      if (isEarly && method.startsWith('eth_getBlockBy') && result)
        return { ...answer, result: { ...(result as object), timestamp: '0x1' } }
      return answer
    })

  it('default: counts refunds as returned, and finds nothing', async () => {
    const { findings, summary, status, stderr } = await watch(inboxes.rpcUrl)
    expect(findings, stderr).to.deep.equal([])
    const { scannedTo: _, ...counts } = summary
    expect(counts).to.deep.equal({
      ...{ fills: 0, checked: 0, waiting: 0, returned: 5, unchecked: {}, findings: {} },
    })
    expect(status).to.equal(0)
  })

  it('behavior: a refund of a stranger to another account, or before the deadline, is a contradiction', async () => {
    const { address: owner } = inboxes.owner
    for (const [change, expected, actual, count = 1] of [
      [{ at: 1, to: another }, owner, another],
      [{ at: 1, to: another, token: inboxes.token }, owner, another],
      [{ at: 0, from: another }, owner, stranger],
      [{ at: 3, to: another }, undefined, undefined, 0],
    ] as const) {
      const proxy = await lie(change)
      const { findings, summary, status } = await watch(proxy.url)
      await proxy.close()
      expect(findings.map(({ kind, transactionHash }) => [kind, transactionHash])).to.deep.equal(
        count ? [['returned', transactions[change.at]]] : [],
      )
      if (count) expect(findings[0]).to.include({ expected, actual, requestId: null })
      expect(status).to.equal(count)
      const reason = 'another contract called the receiver: who refunded the inbox is not known'
      expect(summary.unchecked).to.deep.equal(count ? {} : { [reason]: 2 })
    }
    const proxy = await lie({ at: 1, isEarly: true })
    const { findings } = await watch(proxy.url)
    await proxy.close()
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({ kind: 'returned', transactionHash: transactions[1], actual: '1' })
  })

  it('behavior: a refund whose terms the transaction does not show is unchecked', async () => {
    const hidden = await startRpcProxy(inboxes.rpcUrl, async ({ method, forward }) => {
      const answer = (await forward()) as { result: object }
      if (method !== 'eth_getTransactionByHash') return answer
      return { ...answer, result: { ...answer.result, input: '0x12345678' } }
    })
    const { findings: none, summary: left } = await watch(hidden.url)
    await hidden.close()
    expect(none).to.deep.equal([])
    expect(left.unchecked).to.deep.equal({
      'the transaction does not show the call: its terms are not known': 5,
    })
  })
})
