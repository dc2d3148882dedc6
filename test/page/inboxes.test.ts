import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { createWalletClient, type Hash, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { relayProfile } from '../../src/client/index.js'
import { claim, refund } from '../../src/contract/index.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { startCli } from '../cli/helpers.js'
import { pay, waitFor } from '../mock/helpers.js'
import { deployInboxes, entryOf, type Inboxes } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import {
  expectAccessible,
  expectProven,
  inspectText,
  launchBrowser,
  openPage,
  type WatchedPage,
} from './browser.js'

describe('page with a receiver of inboxes', () => {
  const folder = setUpFolder()
  let mock: MockService
  let browser: Browser
  let inboxes: Inboxes
  let cli: ReturnType<typeof startCli>
  let opened: WatchedPage
  before(async function () {
    this.timeout(120_000)
    ;[mock, browser] = await Promise.all([startMockService({ idForm: 'public' }), launchBrowser()])
    inboxes = await deployInboxes(mock)
    const profile = await folder.write({ ...mockProfile, operations: relayProfile.operations })
    const node = ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver]
    const asked = ['--profile', profile, '--url', mock.url, '--solver', mock.solver, ...node]
    cli = startCli(['inspect', '--json', ...asked], { FILLPROOF_API_KEY: mock.apiKey })
    opened = await openPage(browser, JSON.parse(await cli.firstLine).url)
  })
  after(async () => {
    cli?.child.kill('SIGTERM')
    await Promise.all([browser?.close(), mock?.close(), cli?.ended])
  })

  const walletOf = ({ privateKey }: { privateKey: Hash }) =>
    createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(inboxes.rpcUrl) }).extend(
      publicActions,
    )

  /** A fill of an inbox, and what the page is asked about. */
  async function fill() {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    const { inboxTerms, orderData, orderSignature } = entryOf(terms, quote)
    const id = quote.steps[0]!.requestId
    const evidence = { inboxTerms: terms, orderData, orderSignature: orderSignature! }
    const text = `${id}\n${JSON.stringify({ inboxTerms, quote })}`
    return { terms, quote, id, text, evidence }
  }

  const verdictOf = async (text: string) => {
    const { page } = opened
    await inspectText(page, text)
    const card = page.getByRole('region', { name: 'Verdict' })
    await expectProven(page)
    const headline = await page.locator('#result .headline > *').allInnerTexts()
    return {
      headline,
      labels: await card.locator('.lines li > b').allInnerTexts(),
      words: await card.innerText(),
    }
  }

  it('behavior: money waits, is claimed, or is refunded: who says so, and what to do', async () => {
    const { page } = opened
    const settled = ['Settled, payment not measured', 'reported by the service']
    const { quote, id, text, evidence } = await fill()
    await pay(mock, quote)
    await waitFor(mock, id, 'success')
    for (const size of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size)
      const { headline, labels, words } = await verdictOf(text)
      expect({ headline, labels }).to.deep.equal({
        headline: settled,
        labels: ['Genuine', 'Not claimed', 'Settled'],
      })
      expect(words)
        .to.include('Money waits in the inbox, and is not paid')
        .and.include('fillproof claim FILE')
      await expectAccessible(page)
    }
    const wallet = walletOf(inboxes.keeper)
    const hash = await claim(wallet, { receiver: inboxes.receiver, ...evidence })
    await wallet.waitForTransactionReceipt({ hash })
    const claimed = await verdictOf(text)
    expect(claimed.headline).to.deep.equal(settled)
    expect(claimed.labels).to.deep.equal(['Genuine', 'Empty', 'Settled'])
    expect(claimed.words).to.include('The inbox is empty now')
    expect(await page.locator('#result').innerText()).not.to.include('claim fails')

    const shown = await verdictOf(hash)
    expect(shown.headline).to.deep.equal(['Claimed, request unknown', 'measured on the chain'])
    expect(shown.words)
      .to.include('the order shown need not be the order paid')
      .and.not.include('Which request it fills')
    await expectAccessible(page)

    const other = await fill()
    await inboxes.pay(other.terms)
    const owner = walletOf(inboxes.owner)
    const back = await refund(owner, { receiver: inboxes.receiver, terms: other.terms })
    await owner.waitForTransactionReceipt({ hash: back })
    const refunded = await verdictOf(back)
    expect(refunded.headline).to.deep.equal(['Refunded, request unknown', 'measured on the chain'])
    expect(refunded.words).to.include('The inbox stays open').and.not.include('No payment')
    await expectAccessible(page)
    expect(opened.problems).to.deep.equal([])
  }).timeout(120_000)
})
