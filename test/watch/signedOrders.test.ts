import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { createWalletClient, type Hash, type Hex, http, zeroHash } from 'viem'
import { relayProfile } from '../../src/client/index.js'
import { authorizeFill } from '../../src/contract/index.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import {
  accountOf,
  chainsOf,
  clientOf,
  ether,
  getQuote,
  pay,
  type Quote,
  setUpMock,
  waitFor,
} from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callWatch } from './callWatch.js'
import { startFront } from './support.js'

describe("fillproof watch: orders whose id is not their request's", () => {
  const { mock } = setUpMock({ idForm: 'public' })
  let front: Awaited<ReturnType<typeof startFront>>
  const folder = setUpFolder()
  let quote: Quote
  let hash: Hash
  before(async () => {
    front = await startFront(mock)
    const profile = { ...mockProfile, operations: relayProfile.operations }
    writeFileSync(folder.path('profile.json'), JSON.stringify(profile))
    const [, { receiver, rpcUrl }] = chainsOf(mock)
    const [, user, recipient, , stranger] = mock.accounts.map(({ address }) => address)
    const { chain } = clientOf(chainsOf(mock)[1])
    const { txs } = await prepareCall(mock, { originUser: zeroHash, recipient: recipient! })
    const terms = { user, recipient, txs, tradeType: 'EXACT_OUTPUT', amount: `${ether}` }
    quote = await getQuote(mock, { ...terms, includeProtocolData: true })
    const { orderData, orderSignature } = quote.protocol.v2
    const client = createWalletClient({ account: accountOf(mock, stranger!), chain, transport: http(rpcUrl) })
    const evidence = { orderData, orderSignature: orderSignature! }
    const authorized = await authorizeFill(client, { receiver, ...evidence })
    await clientOf(chainsOf(mock)[1]).waitForTransactionReceipt({ hash: authorized })
    await pay(mock, quote)
    hash = (await waitFor(mock, quote.steps[0]!.requestId!, 'success')).txHashes[0]!
  })
  after(() => front?.close())

  const watch = (name: string, key: string) =>
    callWatch({
      ...{ url: front.url, ...chainsOf(mock)[1], db: folder.path(name) },
      ...{ args: ['--profile', folder.path('profile.json')], env: { FILLPROOF_API_KEY: key } },
    })

  it('default: finds the request by its order and checks the whole fill', async () => {
    const requestId = quote.steps[0]!.requestId as Hex
    expect(requestId).not.to.equal(quote.protocol.v2.orderId)
    front.setStatus(requestId, { status: 'waiting' })
    const { findings } = await watch('a', mock.apiKey)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({
      kind: 'notSuccessful',
      requestId,
      transactionHash: hash,
      actual: 'waiting',
    })
    front.setStatus(requestId, { status: 'success', txHashes: [hash] })
    const { findings: none, summary } = await watch('b', mock.apiKey)
    expect(none).to.deep.equal([])
    expect(summary).to.deep.include({ fills: 1, checked: 1, unchecked: {} })
  })

  it('behavior: without a key, the request is reported as not found, which is not a contradiction', async () => {
    const { findings, summary } = await watch('c', '')
    expect(findings).to.deep.equal([])
    expect(Object.keys(summary.unchecked as object)).to.have.length(1)
    expect(Object.keys(summary.unchecked as object)[0]).to.match(/^the request of the order: GET /)
  })
})
