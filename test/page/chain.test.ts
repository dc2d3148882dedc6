import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { authorizeFill, payAuthorized } from '../../src/contract/index.js'
import { parseAttestation } from '../../src/index.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { startCli } from '../cli/helpers.js'
import {
  accountOf,
  attestationOf,
  chainsOf,
  clientOf,
  ether,
  getQuote,
  pay,
  request,
  waitFor,
} from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { scenarios } from '../report/outcomes/scenarios.js'
import { payAnyway } from '../support/payAnyway.js'
import { expectProven, inspectText, launchBrowser, openPage, type WatchedPage } from './browser.js'

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
    const prepared = await prepareCall(mock, { minimum: ether / 2n })
    const fields = { tradeType: 'EXACT_OUTPUT', amount: String(ether / 2n), includeProtocolData: true }
    const quote = await getQuote(mock, { ...fields, ...others, txs: prepared.txs })
    return { quote, prepared, id: quote.protocol.v2.orderId, user: mock.accounts[1]!.address }
  }

  it('default: waiting, authorized, then paid', async () => {
    const { quote, prepared, id, user } = await quoteCall()
    const destination = chainsOf(mock)[1]
    const text = JSON.stringify(quote)
    const waiting = ['Waiting for the deposit', 'authorization measured, deposit reported']
    const unauthorized = [
      ...['Waiting for the authorization, then the deposit', 'authorization measured, deposit reported'],
    ]
    expect(await stateAfter(opened.page, text)).to.deep.equal(unauthorized)
    await opened.page.getByText('Authorize the call with').waitFor()
    expect(await opened.page.getByRole('timer').innerText()).to.match(/ left to fill$/)

    const client = clientOf(destination)
    const call = { receiver: destination.receiver, account: accountOf(mock, user) }
    const { body } = await request(mock, `/requests/${id}/signature`)
    const attestation = parseAttestation({ requestId: id, ...body })
    const evidence = { attestation, orderData: quote.protocol.v2.orderData }
    await client.waitForTransactionReceipt({ hash: await authorizeFill(client, { ...call, ...evidence }) })
    expect(await stateAfter(opened.page, text)).to.deep.equal(waiting)
    await opened.page
      .getByText('Deposit, unless you already did: the call is authorized. If you did,')
      .waitFor()

    const hash = await payAuthorized(client, { ...call, payment: prepared.payment })
    await client.waitForTransactionReceipt({ hash })
    const paid = ['Paid by another account', 'measured on the chain']
    expect(await stateAfter(opened.page, text)).to.deep.equal(paid)
    expect(await opened.page.locator(`.lines code[title="${hash}"]`).count()).to.equal(1)
    expect(await opened.page.locator('li.excused', { hasText: 'duplicate' }).count()).to.equal(1)
    const stages = opened.page.getByRole('list', { name: 'Life cycle' }).locator('b')
    expect(await stages.allInnerTexts()).to.deep.equal([
      ...['quoted', 'authorized', 'not deposited', 'filled', 'not settled'],
    ])
  })

  it('behavior: a returned payment, found by the id, and by the hash of its transaction', async () => {
    const { quote, id, user } = await quoteCall()
    await pay(mock, quote)
    const { txHashes } = await waitFor(mock, id, 'success')
    const { page } = opened
    const returned = ['Not paid, returned on the destination chain', 'measured on the chain']
    // Without the order, that it is this request's is the service's word.
    const alone = [
      'Not paid, returned on the destination chain',
      "measured, and reported to be this request's",
    ]
    expect(await stateAfter(page, `${id}\n${JSON.stringify(quote)}`)).to.deep.equal(returned)
    expect(await page.locator(`.next code[title="${user}"]`).count()).to.equal(1)
    await page.getByText(/^Settlement: \d+ passed/).click()
    await page.locator('li.passed', { hasText: 'finality' }).waitFor()
    const reported = page.getByRole('region', { name: 'Reported', exact: true })
    expect(await reported.getByRole('heading').innerText()).to.equal('Reported success')
    expect(await reported.locator(`code[title="${txHashes[0]}"]`).count()).to.equal(1)

    await inspectText(page, txHashes[0]!)
    expect(new URL(page.url()).hash).to.equal(`#tx=${txHashes[0]}`)
    expect(await page.locator('#subject').innerText()).to.include(id.slice(0, 6))
    for (const fragment of [`#tx=${txHashes[0]}`, `#request=${id}`]) {
      const other = await openPage(browser, new URL(fragment, page.url()).href)
      const shown = other.page.locator('#result .headline > *')
      await shown.first().waitFor()
      expect(await shown.allInnerTexts()).to.deep.equal(alone)
      await other.page.reload()
      await shown.first().waitFor()
      expect(new URL(other.page.url()).hash).to.equal(fragment)
      await other.close()
    }
    expect(await stateAfter(page, `${id} ${txHashes[0]}`)).to.deep.equal(alone)
  })

  it('behavior: a refunded request is not green and needs no authorization', async () => {
    const { page } = opened
    const { quote, id } = await quoteCall({ referrer: 'debug-force-refund' })
    await pay(mock, quote)
    await waitFor(mock, id, 'refund')
    expect(await stateAfter(page, JSON.stringify(quote))).to.deep.equal([
      'Refunded on the origin chain',
      'reported by the service',
    ])
    const verdict = page.getByRole('region', { name: 'Verdict' })
    expect(await verdict.getAttribute('class')).to.include('back')
    expect(await verdict.innerText())
      .to.include('get a new quote.')
      .and.not.include('Authorize')
    const reported = page.getByRole('region', { name: 'Reported', exact: true })
    await reported.getByText('Transactions and reasons').click()
    expect(await reported.innerText())
      .to.include(`on chain ${chainsOf(mock)[0].id}`)
      .and.include('UNKNOWN')
  })

  it("behavior: a transaction of an unknown request shows the chain's data", async () => {
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
    expect(text)
      .to.include('Returned, request unknown')
      .and.include('who signed, and which terms')
      .and.include('Next: Who signed and for which terms: name the request id')
    expect(await opened.page.locator(`.lines code[title="${user}"]`).count()).to.equal(1)
  })

  it('error: a request unknown to the service and the chain', async () => {
    await inspectText(opened.page, `0x${'45'.repeat(32)}`)
    const verdict = opened.page.getByRole('region', { name: 'Verdict' })
    expect(await verdict.getByRole('heading').innerText()).to.equal('Nothing found')
    expect(await verdict.innerText()).to.include('The service has no attestation')
  })

  it('behavior: the page made no other request and logged no error', () => {
    const { origin } = new URL(opened.page.url())
    expect(opened.requests.filter((url) => !url.startsWith(`${origin}/`))).to.deep.equal([])
    expect(opened.problems).to.deep.equal([])
  })
})

describe('page with a receiver of signed orders', () => {
  it('attack: no signature ties the order to the request, so Paid is not green', async () => {
    const [mock, browser] = await Promise.all([startMockService({ idForm: 'public' }), launchBrowser()])
    const { rpcUrl, receiver } = chainsOf(mock)[1]
    const asked = ['--url', mock.url, '--solver', mock.solver, '--rpc-url', rpcUrl, '--receiver', receiver]
    const cli = startCli(['inspect', '--json', '--profile', 'mock', ...asked], {
      FILLPROOF_API_KEY: mock.apiKey,
    })
    try {
      const { page, problems } = await openPage(browser, JSON.parse(await cli.firstLine).url)
      const { make } = scenarios.find(({ name }) => name === 'success')!
      const { id, quote } = await make({ mock, form: 'public' })
      // One that the service published before it ended that.
      const attestation = JSON.stringify({ requestId: id, ...attestationOf(mock, id) })
      for (const text of [attestation, `${attestation}\n${JSON.stringify(quote)}`]) {
        expect(await stateAfter(page, text)).to.deep.equal([
          'Paid',
          "measured, and reported to be this request's",
        ])
        const verdict = page.getByRole('region', { name: 'Verdict' })
        expect(await verdict.getAttribute('class')).not.to.include('good')
        expect(await verdict.locator('.lines .yes > b').allInnerTexts()).to.deep.equal(['Genuine', 'Paid'])
        await expectProven(page)
      }
      const signed = page.getByRole('region', { name: 'Signed' })
      expect(await signed.getByRole('heading').innerText()).to.include(', 1 reported')
      expect(problems).to.deep.equal([])
    } finally {
      cli.child.kill('SIGTERM')
      await Promise.all([browser.close(), mock.close(), cli.ended])
    }
  }).timeout(60_000)
})

/** The headline, and who says it. */
async function stateAfter(page: Page, text: string): Promise<string[]> {
  await inspectText(page, text)
  return page.locator('#result .headline > *').allInnerTexts()
}
