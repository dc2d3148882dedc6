import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { zeroAddress, zeroHash } from 'viem'
import { authorizeFill, payAuthorized, prepareAuthorizedCall } from '../../../src/contract/index.js'
import { padAddress, parseAttestation } from '../../../src/index.js'
import { type MockService, startMockService } from '../../../src/mock/index.js'
import { startCli } from '../../cli/helpers.js'
import { accountOf, chainsOf, clientOf, ether, getQuote, pay, request, waitFor } from '../../mock/helpers.js'
import { payAnyway } from '../../support/payAnyway.js'
import { inspectText, launchBrowser, openPage, type WatchedPage } from './browser.js'

describe('page with a service and a chain', () => {
  let mock: MockService
  let browser: Browser
  let cli: ReturnType<typeof startCli>
  let opened: WatchedPage
  before(async function () {
    this.timeout(120_000)
    ;[mock, browser] = await Promise.all([startMockService(), launchBrowser()])
    const { rpcUrl, receiver } = chainsOf(mock)[1]
    const asked = ['--url', mock.url, '--solver', mock.solver, '--rpc-url', rpcUrl, '--receiver', receiver]
    cli = startCli(['inspect', '--json', '--profile', 'mock', ...asked], { FILLPROOF_API_KEY: mock.apiKey })
    opened = await openPage(browser, JSON.parse(await cli.firstLine).url)
  })
  after(async () => {
    cli?.child.kill('SIGTERM')
    await Promise.all([browser?.close(), mock?.close(), cli?.ended])
  })

  /** A quote that pays by a call. */
  async function quoteCall(others: Record<string, unknown> = {}) {
    const [origin, destination] = chainsOf(mock)
    const user = mock.accounts[1]!.address
    const { timestamp } = await clientOf(destination).getBlock()
    const prepared = prepareAuthorizedCall({
      chainId: destination.id,
      receiver: destination.receiver,
      profile: 'mock',
      payment: {
        originChainId: origin.id,
        originUser: padAddress(user),
        originCurrency: zeroHash,
        token: zeroAddress,
        recipient: user,
        refundTo: user,
        deadline: Number(timestamp) + 3600,
        minimum: ether / 2n,
      },
    })
    const fields = { tradeType: 'EXACT_OUTPUT', amount: String(ether / 2n), includeProtocolData: true }
    const quote = await getQuote(mock, { ...fields, ...others, txs: prepared.txs })
    return { quote, prepared, id: quote.protocol.v2.orderId, user }
  }

  it('default: waiting, authorized, then paid', async () => {
    const { quote, prepared, id, user } = await quoteCall()
    const destination = chainsOf(mock)[1]
    const text = JSON.stringify(quote)
    expect(await stateAfter(opened.page, text)).to.deep.equal(['genuine', 'waiting for the deposit (said)'])
    await opened.page.getByText('Authorize the call with').waitFor()
    expect(await opened.page.getByRole('timer').innerText()).to.match(/ left$/)

    const client = clientOf(destination)
    const call = { receiver: destination.receiver, account: accountOf(mock, user) }
    const { body } = await request(mock, `/requests/${id}/signature`)
    const attestation = parseAttestation({ requestId: id, ...body })
    const evidence = { attestation, orderData: quote.protocol.v2.orderData }
    await client.waitForTransactionReceipt({ hash: await authorizeFill(client, { ...call, ...evidence }) })
    expect(await stateAfter(opened.page, text)).to.deep.equal(['genuine', 'waiting for the deposit (said)'])
    await opened.page.getByText('Deposit: the call is authorized.').waitFor()

    const hash = await payAuthorized(client, { ...call, payment: prepared.payment })
    await client.waitForTransactionReceipt({ hash })
    expect(await stateAfter(opened.page, text)).to.deep.equal(['genuine', 'paid (measured)'])
    expect(await opened.page.getByRole('row', { name: /^transaction/ }).innerText()).to.include(hash)
    expect(await opened.page.getByRole('row', { name: /^duplicate excused/ }).count()).to.equal(1)
  })

  it('behavior: a returned payment, found by the id, and by the hash of its transaction', async () => {
    const { quote, id, user } = await quoteCall()
    await pay(mock, quote)
    const { txHashes } = await waitFor(mock, id, 'success')
    expect(await stateAfter(opened.page, `${id}\n${JSON.stringify(quote)}`)).to.deep.equal([
      'genuine',
      'returned, not paid (measured)',
    ])
    await opened.page.getByText(`${user} has the money`).waitFor()
    const settlement = opened.page.getByRole('table', { name: 'Settlement' })
    expect(await settlement.getByRole('row', { name: /^status yes/ }).count()).to.equal(1)
    const said = opened.page.getByRole('region', { name: 'Said by the service' })
    expect(await said.innerText())
      .to.include('success')
      .and.include(txHashes[0])
    const plot = said.getByRole('figure', { name: 'Statuses over time' }).getByRole('img')
    expect(await plot.getAttribute('aria-label')).to.match(
      /^created: 0 s; deposit: -?\d+ s; fill: -?\d+ s; success: \d+ s$/,
    )

    await inspectText(opened.page, txHashes[0]!)
    expect(await opened.page.getByRole('region', { name: 'Signed' }).innerText()).to.include(id)
  })

  it('behavior: a refunded request is red, and nothing is to authorize', async () => {
    const { page } = opened
    const { quote, id } = await quoteCall({ referrer: 'debug-force-refund' })
    await pay(mock, quote)
    await waitFor(mock, id, 'refund')
    expect(await stateAfter(page, JSON.stringify(quote))).to.deep.equal([
      'genuine',
      'refunded, not paid (said)',
    ])
    const verdict = page.getByRole('region', { name: 'Verdict' })
    expect(await verdict.getAttribute('class')).to.include('failed')
    expect(await verdict.innerText())
      .to.include('Get a new quote.')
      .and.not.include('Authorize')
    const said = page.getByRole('region', { name: 'Said by the service' })
    expect(await said.innerText())
      .to.include(`on chain ${chainsOf(mock)[0].id}`)
      .and.include('UNKNOWN')
  })

  it('behavior: a transaction of nobody knows which request tells what the chain tells', async () => {
    const [, destination] = chainsOf(mock)
    const { prepared, user } = await quoteCall()
    const client = clientOf(destination)
    const account = accountOf(mock, user)
    const call = { receiver: destination.receiver, account, payment: prepared.payment }
    const hash = await payAnyway(client, call)
    await client.waitForTransactionReceipt({ hash })
    await inspectText(opened.page, hash)
    const verdict = opened.page.getByRole('region', { name: 'Verdict' })
    const text = await verdict.innerText()
    expect(text).to.include("can't tell who signed").and.include('outcome: returned, not paid (measured)')
    expect(await verdict.getByRole('row', { name: /^returned to/ }).innerText()).to.include(user)
    expect(text).to.include('What it would take to know more')
  })

  it('error: a request that neither the service nor the chain knows', async () => {
    await inspectText(opened.page, `0x${'45'.repeat(32)}`)
    expect(await opened.page.getByRole('alert').innerText()).to.include('The service has no attestation')
  })

  it('behavior: nothing else was asked, and nothing went wrong', () => {
    const { origin } = new URL(opened.page.url())
    expect(opened.requests.filter((url) => !url.startsWith(`${origin}/`))).to.deep.equal([])
    expect(opened.problems).to.deep.equal([])
  })
})

/** The verdict, and where the request stands. */
async function stateAfter(page: Page, text: string): Promise<string[]> {
  await inspectText(page, text)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  const state = await verdict.locator('.state li').first().innerText()
  return [await verdict.getByRole('heading', { level: 2 }).innerText(), state.replace(/^outcome\s*/, '')]
}
