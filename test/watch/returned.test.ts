import { mkdir, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { encodeFunctionData, type Hash, type Hex } from 'viem'
import type { Payment } from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { proveOrderOutput, toContractAttestation } from '../../src/index.js'
import { noOrderListed } from '../../src/service/orders/findOrder.js'
import { chainsOf, ether, getQuote, pay, type Quote, send, setUpMock, waitFor } from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callWatch } from './callWatch.js'
import { kindsOf, readAttestation } from './support.js'

describe('fillproof watch: returned payments', () => {
  const { mock, user, recipient: stranger } = setUpMock({ pollingIntervalMs: 20 })
  const folder = setUpFolder()

  async function watch(args: readonly string[] = [], db = folder.path('watch.sqlite')) {
    const [, { rpcUrl, receiver }] = chainsOf(mock)
    const { stderr, summary, ...report } = await callWatch({ url: mock.url, rpcUrl, receiver, db, args })
    expect(stderr).to.equal('')
    const { scannedTo: _, ...counts } = summary
    return { ...report, summary: counts }
  }

  /** A quote whose order pays by a call that nobody authorized, and the call. */
  async function quoteCall(): Promise<{ quote: Quote; payment: Payment; callHash: Hex }> {
    const recipient = mock.accounts[3]!.address
    const { txs, ...prepared } = await prepareCall(mock, { recipient })
    const quote = await getQuote(mock, {
      user,
      recipient,
      tradeType: 'EXACT_OUTPUT',
      amount: `${ether}`,
      txs,
    })
    return { quote, ...prepared }
  }

  /** Anyone may do this. */
  const payByHand = (payment: Payment): Promise<Hash> =>
    send(mock, chainsOf(mock)[1], stranger, {
      to: chainsOf(mock)[1].receiver,
      data: encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'payAuthorized',
        args: [payment],
      }),
      value: ether,
    })

  async function authorize(quote: Quote): Promise<void> {
    const { orderId, orderData } = quote.protocol.v2
    const attestation = await readAttestation(mock, orderId)
    const data = encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'authorizeFill',
      args: [toContractAttestation(attestation), attestation.signature, proveOrderOutput(orderData), []],
    })
    await send(mock, chainsOf(mock)[1], stranger, { to: chainsOf(mock)[1].receiver, data })
  }

  it('default: a return is a finding only if an order or a later authorization shows that the call was awaited', async () => {
    const { quote, payment } = await quoteCall()
    const early = await payByHand(payment)
    const first = await watch()
    expect(first).to.deep.equal({
      status: 0,
      findings: [],
      summary: { fills: 0, checked: 0, waiting: 0, returned: 1, unchecked: {}, findings: {} },
    })

    // The solver fills, and nobody authorized the call.
    const lost = await quoteCall()
    await pay(mock, lost.quote)
    const { txHashes } = await waitFor(mock, lost.quote.protocol.v2.orderId, 'success')
    await mkdir(folder.path('quotes'))
    await writeFile(folder.path('quotes/lost.json'), JSON.stringify(lost.quote))
    const second = await watch(['--order', folder.path('quotes')])
    expect(kindsOf(second.findings)).to.deep.equal([`returned ${txHashes[0]}`])
    expect(second.findings[0]).to.include({
      requestId: lost.quote.protocol.v2.orderId,
      expected: 'a payment to the recipient',
      actual: `${ether} to ${user}`,
      message: `The order ${lost.quote.protocol.v2.orderId} pays with this call, and the payment was returned.`,
    })
    expect(second.summary).to.include({ fills: 0, waiting: 0, returned: 2 })
    expect(second.status).to.equal(1)

    await authorize(quote)
    const third = await watch()
    expect(kindsOf(third.findings)).to.deep.equal([`returned ${early}`])
    expect(third.findings[0]).to.include({ requestId: quote.protocol.v2.orderId })

    // What is paid at last contradicts nothing, and what was told stays told.
    await pay(mock, quote)
    await waitFor(mock, quote.protocol.v2.orderId, 'success')
    const fourth = await watch()
    expect(fourth.findings).to.deep.equal([])
    expect(fourth.summary).to.deep.include({ fills: 1, checked: 1, returned: 2, findings: { returned: 2 } })
  })

  it('behavior: an order that was not stored is reported as unchecked', async () => {
    const { status, findings, summary } = await watch([], folder.path('unkept.sqlite'))
    expect({ status, kinds: findings.map(({ kind }) => kind) }).to.deep.equal({
      status: 1,
      kinds: ['returned'],
    })
    const reason = `the order: ${noOrderListed}`
    expect(summary).to.deep.include({ returned: 2, unchecked: { [reason]: 1 } })
  })
})
