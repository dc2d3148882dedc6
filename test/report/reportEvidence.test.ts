import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { parseEvidence } from '../../src/report/evidence/parseEvidence.js'
import { reportEvidence } from '../../src/report/reportEvidence.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { callCommand } from '../cli/callCommand.js'
import { accountOf, chainsOf, clientOf, ether, getQuote, request, setUpMock } from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { payAnyway } from '../support/payAnyway.js'

describe('reportEvidence', () => {
  const { mock } = setUpMock()

  function inspect(text: string, { isServiceNamed = true, paths = [] as string[], withTarget = false } = {}) {
    const [, destination] = chainsOf(mock)
    const client = createServiceClient({
      profile: mockProfile,
      baseUrl: mock.url,
      fetch: (url, init) => {
        paths.push(new URL(String(url)).pathname)
        return fetch(url, init)
      },
    })
    return reportEvidence({
      evidence: parseEvidence(text),
      profile: mockProfile,
      client,
      layout: 'v1',
      trusted: [mock.solver],
      hasKey: false,
      isServiceNamed,
      given: {},
      target: withTarget ? { client: clientOf(destination), receiver: destination.receiver } : undefined,
      now: Math.floor(Date.now() / 1000),
    })
  }

  it('behavior: checks evidence with an attestation offline unless the service is named', async () => {
    const id = (await getQuote(mock)).protocol.v2.orderId
    const { body } = await request(mock, `/requests/${id}/signature`)
    const record = JSON.stringify({ requestId: id, ...body })
    const offline: string[] = []
    expect(await inspect(record, { isServiceNamed: false, paths: offline }))
      .property('verification')
      .to.include({ valid: true, genuine: true, outcome: 'unknown', outcomeSource: null })
    expect(offline).to.deep.equal([])
    const online: string[] = []
    expect(await inspect(record, { paths: online }))
      .property('verification')
      .to.include({ genuine: true, outcome: 'waiting', waitingFor: 'deposit' })
    expect(online).to.include('/intents/status/v3')
    // An id can't be judged without the service.
    expect(await inspect(id, { isServiceNamed: false }))
      .property('verification')
      .to.include({ outcome: 'waiting' })
  })

  it('behavior: an order alone is genuine if the solver signed it, and its outcome is unknown', async () => {
    const { protocol } = await getQuote(mock, { includeProtocolData: true })
    const { orderData, orderSignature } = protocol.v2
    const alone = (signature?: Hex) =>
      reportEvidence({
        evidence: parseEvidence(JSON.stringify({ orderData, orderSignature: signature })),
        ...{
          profile: mockProfile,
          layout: 'v1',
          trusted: [mock.solver],
          hasKey: false,
          isServiceNamed: false,
        },
        ...{ given: {}, now: 0 },
      })
    const unknown = { outcome: 'unknown', outcomeSource: null }
    expect(await alone(orderSignature))
      .property('order')
      .to.include({ genuine: true, ...unknown })
    expect(await alone())
      .property('order')
      .to.include({ genuine: null, ...unknown })
    const other = orderSignature!.slice(4, 6) === '00' ? '01' : '00'
    const forged: Hex = `${orderSignature!.slice(0, 4) as Hex}${other}${orderSignature!.slice(6)}`
    expect(await alone(forged))
      .property('order')
      .to.include({ genuine: false, ...unknown })
  })

  describe('a transaction of an unknown request', () => {
    const user = () => mock.accounts[1]!.address
    async function returnPayment() {
      const [, destination] = chainsOf(mock)
      const client = clientOf(destination)
      const { payment, callHash } = await prepareCall(mock)
      const call = { receiver: destination.receiver, account: accountOf(mock, user()), payment }
      const hash = await payAnyway(client, call)
      await client.waitForTransactionReceipt({ hash })
      return { hash, callHash }
    }
    const returned = (callHash: Hex) => ({
      ...{ callHash, refundTo: user(), payer: user(), token: zeroAddress, amount: ether },
    })

    it("behavior: the page shows the receiver's return", async () => {
      const { hash, callHash } = await returnPayment()
      const found = await inspect(hash, { withTarget: true })
      if (!('transaction' in found)) throw new Error('It was something else.')
      const { transaction, notes, ...verdict } = found.transaction
      expect(verdict).to.deep.equal({
        valid: false,
        genuine: null,
        outcome: 'returned',
        outcomeSource: 'measured',
      })
      expect(transaction).to.include({ transactionHash: hash, status: 'success' })
      expect(transaction.accepted).to.deep.equal([])
      expect(transaction.returned).to.deep.equal([returned(callHash)])
      expect(notes.join()).to.include('name the request id').and.include('FILLPROOF_API_KEY')
    })

    it('behavior: verify shows the same, as text and as JSON', async () => {
      const { hash, callHash } = await returnPayment()
      const [, { rpcUrl, receiver }] = chainsOf(mock)
      const args = ['verify', hash, '--profile', 'mock', '--url', mock.url]
      const target = ['--rpc-url', rpcUrl, '--receiver', receiver]
      const { status, stdout } = await callCommand([...args, ...target, '--json'])
      const json = JSON.parse(stdout)
      expect({ status, valid: json.valid }).to.deep.equal({ status: 1, valid: false })
      expect(json).to.include({ genuine: null, outcome: 'returned', outcomeSource: 'measured' })
      const { amount, ...rest } = returned(callHash)
      expect(json.transaction.returned).to.deep.equal([{ ...rest, amount: String(amount) }])
      const text = await callCommand([...args, ...target])
      expect(text.stdout)
        .to.include("can't tell who signed.")
        .and.include('outcome: returned, not paid (measured)')
        .and.include('to know more: ')
        .and.include(user())
      // Without a receiver no chain is asked, and no chain knows another hash.
      expect((await callCommand(args)).stderr).to.include(`No request ${hash}.`)
      const other = `0x${'77'.repeat(32)}`
      const unknown = await callCommand(['verify', other, ...args.slice(2), ...target])
      expect({ status: unknown.status, stdout: unknown.stdout }).to.deep.equal({ status: 1, stdout: '' })
      expect(unknown.stderr).to.include(`No request ${other}.`)
    })
  })
})
