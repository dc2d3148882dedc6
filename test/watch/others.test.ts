import { expect } from 'chai'
import { getAddress, type Hash } from 'viem'
import { chainsOf, clientOf, freshAddress, send, tokenOf, usdc } from '../mock/helpers.js'
import { callWatch } from './callWatch.js'
import { fillByHand, quoteFill, setUpLiar } from './support.js'

describe('fillproof watch: other contradictions and waits', () => {
  const { mock, liar, front, folder } = setUpLiar()
  let runs = 0

  /** Watches the fills after a block. */
  async function watch(after: bigint, grace = '0') {
    const { status, stderr, findings, summary } = await callWatch({
      ...{ url: front.url, rpcUrl: chainsOf(mock)[1].rpcUrl, receiver: liar.address, from: after + 1n },
      ...{ db: folder.path(`${runs++}.sqlite`), args: ['--grace', grace, '--poll-interval', '0.05'] },
    })
    expect(stderr).to.equal('')
    return { status, findings, unchecked: summary.unchecked, checked: summary.checked }
  }

  const quoteToken = () =>
    quoteFill(mock, liar.address, {
      originCurrency: tokenOf(chainsOf(mock)[0]),
      destinationCurrency: tokenOf(chainsOf(mock)[1]),
      amount: `${20n * usdc}`,
    })
  const head = () => clientOf(chainsOf(mock)[1]).getBlockNumber()

  async function fill(lies: Parameters<typeof liar.script>[1] = {}, txHashes?: (fill: Hash) => Hash[]) {
    const before = await head()
    const quote = await quoteToken()
    const { orderId } = quote.protocol.v2
    await liar.script(quote, lies)
    const hash = await fillByHand(mock, liar.address, quote)
    front.setStatus(orderId, { status: 'success', txHashes: txHashes?.(hash) ?? [hash] })
    return { before, hash, orderId, quote }
  }

  it("default: the order's amount, and one unit less", async () => {
    const { quote, before } = await fill()
    const minimum = BigInt(quote.protocol.v2.orderData.output.payments[0]!.minimumAmount as string)
    expect((await watch(before)).findings).to.deep.equal([])
    const exact = await fill({ amount: minimum, paid: minimum })
    expect((await watch(exact.before)).findings).to.deep.equal([])
    const short = await fill({ amount: minimum - 1n, paid: minimum - 1n })
    const { findings, status } = await watch(short.before)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({
      kind: 'amountShort',
      requestId: short.orderId,
      transactionHash: short.hash,
      expected: `at least ${minimum}`,
      actual: `${minimum - 1n}`,
    })
    expect(status).to.equal(1)
  })

  it('behavior: a success with other transactions, and one without any', async () => {
    const other: Hash = `0x${'12'.repeat(32)}`
    const { before, hash } = await fill({}, () => [other])
    const { findings } = await watch(before)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({ kind: 'otherTransaction', expected: hash, actual: other })
    const none = await fill({}, () => [])
    expect(await watch(none.before)).to.deep.include({
      findings: [],
      unchecked: { 'the status: it names no transaction': 1 },
    })
  })

  it('behavior: an event of one order with the evidence of another', async () => {
    const quote = await quoteToken()
    const id = quote.protocol.v2.orderId
    const { before, hash, orderId } = await fill({ id })
    front.setStatus(id, { status: 'success', txHashes: [hash] })
    const { findings } = await watch(before)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({ kind: 'orderMismatch', expected: id, actual: orderId })
  })

  it("behavior: a token other than the order's", async () => {
    const [, destination] = chainsOf(mock)
    const token = destination.tokens[1]!.address
    const { before } = await fill({ token, paid: 0n, amount: 0n })
    const { findings } = await watch(before)
    expect(findings.map(({ kind }) => kind)).to.have.members(['orderMismatch', 'amountShort'])
  })

  it('behavior: a payment by the recipient itself does not count', async () => {
    const payer = mock.accounts[2]!.address
    const { before } = await fill({ paidTo: payer, recipient: payer })
    const { findings } = await watch(before)
    expect(findings.map(({ kind }) => kind)).to.have.members(['recipientMismatch', 'amountShort'])
  })

  it('behavior: if the call is not visible, only the attestation names the recipient', async () => {
    const before = await head()
    const quote = await quoteFill(mock, liar.address)
    const { orderId } = quote.protocol.v2
    const stranger = freshAddress()
    const { amount } = await liar.script(quote, { recipient: stranger, paidTo: stranger })
    const [, chain] = chainsOf(mock)
    const hash = await send(mock, chain, mock.accounts[2]!.address, { to: liar.address, value: amount })
    front.setStatus(orderId, { status: 'success', txHashes: [hash] })
    const { findings, unchecked } = await watch(before)
    expect(findings).to.have.length(1)
    expect(findings[0]).to.include({
      kind: 'recipientMismatch',
      expected: mock.accounts[3]!.address,
      actual: getAddress(stranger),
    })
    expect(Object.keys(unchecked)).to.deep.equal([
      'the transaction does not show the call: its terms are not known',
      'the transaction does not show which attestation was used',
    ])
  })

  it('behavior: waits for an unfinished request within the grace', async () => {
    const { before, hash, orderId } = await fill()
    let asked = 0
    front.setStatus(orderId, () => {
      asked += 1
      return asked < 3 ? { status: 'pending' } : { status: 'success', txHashes: [hash] }
    })
    expect(await watch(before, '30')).to.deep.include({ findings: [], status: 0 })
    expect(asked).to.equal(3)
  })

  it('behavior: reports a failure at once, whatever the grace', async () => {
    for (const status of ['failure', 'refund']) {
      const { before, orderId } = await fill()
      front.setStatus(orderId, { status })
      const { findings } = await watch(before, '86400')
      expect(findings).to.have.length(1)
      expect(findings[0]).to.include({ kind: 'notSuccessful', expected: 'success', actual: status })
    }
  })

  it('behavior: reports an unreadable answer as unchecked', async () => {
    const { before, orderId } = await fill()
    front.setAttestation(orderId, { signature: '0x' })
    const { findings, unchecked } = await watch(before)
    expect(findings).to.deep.equal([])
    expect(Object.keys(unchecked)).to.have.length(1)
    expect(Object.keys(unchecked)[0]).to.match(/^the attestation: GET /)
  })
})
