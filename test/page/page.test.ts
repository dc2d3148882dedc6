import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser, Download, Page } from 'playwright-core'
import { readVector } from '../support/vectors.js'
import {
  countPages,
  expectAccessible,
  inspectText,
  launchBrowser,
  openPage,
  type WatchedPage,
} from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

const { record, hash, solver } = readVector('attestation-v1-live')
const { quote } = readVector('quote-call-live')
const line = JSON.stringify(record)
const genuine = 'Genuine, outcome unknown'
const forged = JSON.stringify({ ...record, requestData: { ...record.requestData, originAmount: '1' } })

describe('page', () => {
  let browser: Browser
  let server: StaticServer
  const opened: WatchedPage[] = []
  before(async () => {
    browser = await launchBrowser()
    server = await servePageFiles()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()))
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = async (options: Parameters<typeof openPage>[2] = {}, fragment = '') => {
    const watched = await openPage(browser, `${server.url}${fragment}`, options)
    opened.push(watched)
    return watched
  }
  const verdictOf = (page: Page) => page.locator('#result').getByRole('heading', { level: 2 }).innerText()
  const paste = async (page: Page, text: string) => {
    await page.evaluate((written) => navigator.clipboard.writeText(written), text)
    await page.getByLabel('Request id, record').focus()
    await page.keyboard.press('Control+v')
  }
  const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] }

  it('default: a pasted record is verified at once, offline', async () => {
    const { page, requests, problems } = await open(mayCopy)
    await paste(page, line)
    await page.locator('#result .card').waitFor()
    expect(await verdictOf(page)).to.equal(genuine)
    expect(await page.getByRole('status').innerText()).to.equal(`${genuine}, checked against the signature.`)
    const signed = page.getByRole('region', { name: 'Signed' })
    expect(await signed.getByRole('heading').innerText()).to.equal('Signed 2 passed, 2 unknown')
    // One line for what needs the order; what passed and the raw bytes are folded.
    expect(await signed.locator('li:visible').allInnerTexts()).to.have.length(1)
    await signed.getByText('2 passed', { exact: true }).click()
    for (const name of ['signature', 'solver']) await signed.locator('li.passed', { hasText: name }).waitFor()
    await signed.getByText('Raw bytes').click()
    expect(await signed.locator(`code[title="${hash}"]`).count()).to.equal(1)
    expect(requests.filter((url) => !url.startsWith(server.url))).to.deep.equal([])
    expect(problems).to.deep.equal([])
    // The profile knows the currency, and what no one was asked has no place.
    expect(await page.locator('.transfer .amount').innerText()).to.equal('0.7 ETH')
    expect(await page.locator('.lane').count()).to.equal(1)
    expect(await page.locator('.cycle').count()).to.equal(0)
    expect(await page.locator('.others').innerText()).to.include('Use Connection, below.')
  })

  it('behavior: an amount of a currency without known decimals, and a long text as the subject', async () => {
    const { page } = await open()
    const currency = `0x${'12'.repeat(20)}`
    const text = JSON.stringify({
      ...record,
      requestData: { ...record.requestData, originCurrency: currency },
    })
    await inspectText(page, text)
    expect(await page.locator('.transfer .amount').innerText()).to.equal(
      '700,000,000,000,000,000 units, decimals unknown',
    )
    await inspectText(page, `0x${'1'.repeat(30)}`)
    expect(await page.locator('#subject').innerText()).to.equal(`0x${'1'.repeat(22)}…`)
  })

  it('behavior: a changed word is not genuine, and the recovered account is not called the signer', async () => {
    const { page } = await open()
    await page.getByLabel('Request id, record').fill(forged)
    await page.keyboard.press('Control+Enter')
    await page.locator('#result .card').waitFor()
    expect(await verdictOf(page)).to.equal('Not genuine')
    expect(await page.locator('li.failed', { hasText: 'solver' }).count()).to.equal(1)
    const signed = page.locator('.lines .no')
    expect(await signed.innerText()).to.match(
      /Not signed by a trusted solver: a field was changed, or another key signed. Recovered: 0x\w{4}…\w{4}\s*\.\s+checked here$/,
    )
    expect(await signed.locator('.source').innerText()).to.equal('checked here')
    expect(await page.locator('.transfer').innerText()).not.to.match(/[▷▶]|left to fill/)
    expect(await page.locator('.next').innerText()).to.include('no trusted solver signed it')
    expect(await page.locator('main').innerText()).not.to.match(/trust that|signed by 0x/i)
  })

  it('behavior: a record without a signature is shown as unsigned', async () => {
    const { page } = await open()
    await inspectText(page, JSON.stringify({ ...record, signature: undefined }))
    expect(await verdictOf(page)).to.equal('Not genuine')
    expect(await page.locator('.lines .no').innerText()).to.include('there is none')
    expect(await page.locator('.next').innerText()).to.include('it has no valid signature')
  })

  it('behavior: a quote alone shows the order and the time to its deadline', async () => {
    const { page } = await open()
    await inspectText(page, JSON.stringify(quote, null, 2))
    expect(await verdictOf(page)).to.equal('Order without a signature')
    expect(await page.locator('.next').innerText()).to.include('The order has expired: do not deposit')
    const facts = await page.locator('dl.facts').innerText()
    expect(facts).to.include('0.100012440985606146 ETH on ethereum')
    expect(facts).to.include('at least 0.1, expected 0.1 ETH').and.include('0x0000…0000')
    expect(await page.getByRole('timer').innerText()).to.match(/^\d+ days left to fill$|^expired .* ago$/)
  })

  it('behavior: the address bar contains the evidence; back, forward, reload and the title follow it', async () => {
    const { page } = await open(mayCopy)
    await inspectText(page, forged)
    await page.getByText('Connection').click()
    await page.getByLabel('Node URL').first().fill('https://rpc.example/secret-key')
    await page.getByLabel('Receiver').fill(`0x${'12'.repeat(20)}`)
    await page.getByLabel('Node URL').first().fill('')
    await page.getByLabel('Receiver').fill('')
    await page.goto(server.url)
    await inspectText(page, line)
    const fragment = new URL(page.url()).hash
    expect(decode(fragment)).to.equal(line)
    expect(await page.title())
      .to.include(genuine)
      .and.include('0x9101…8e2a')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('The link is copied.').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(page.url())

    await inspectText(page, forged)
    expect(await page.title()).to.include('Not genuine')
    await page.goBack()
    await page.getByRole('heading', { name: genuine }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'Not genuine' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Not genuine' }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByLabel('Request id, record').waitFor()

    const other = await open({}, fragment)
    await other.page.getByRole('heading', { name: genuine }).waitFor()
    expect(other.requests.every((url) => !url.includes('evidence'))).to.equal(true)
    await inspectText(page, record.requestId)
    expect(new URL(page.url()).hash).to.equal(`#request=${record.requestId}`)
  })

  it('behavior: evidence too long for a link can be saved as a scriptless file or as JSON', async () => {
    const { page, problems } = await open()
    const noise = randomBytes(4_000).toString('base64')
    const extra = { ...record, note: `<script>alert(1)</script>${noise}` }
    await inspectText(page, JSON.stringify(extra))
    expect(new URL(page.url()).hash).to.equal('')
    expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).to.equal(false)
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      return readDownload(download)
    }
    const html = await save('Save report')
    expect(html)
      .to.include(genuine)
      .and.include("default-src 'none'")
      .and.not.match(/<script|<button/)
    expect(JSON.parse(await save('Save JSON'))).to.include({ genuine: true, requestId: record.requestId })
    const saved = await page.context().browser()!.newPage()
    await saved.setContent(html)
    expect(await saved.getByRole('heading', { level: 2 }).innerText()).to.equal(genuine)
    await saved.close()
    expect(problems).to.deep.equal([])
  })

  it("behavior: gives the command line's verdict on each stored damaged record", async () => {
    const { page, problems } = await open()
    const verdicts = { valid: genuine, invalid: 'Not genuine', malformed: "Can't read this" }
    const lines = readFileSync('test/vectors/batch-corpus.ndjson', 'utf8').trimEnd().split('\n')
    for (const text of lines) {
      const { name, status, line: damaged } = JSON.parse(text)
      // Text that is empty, or two values, or another kind of evidence, is no record of a file.
      if (typeof damaged !== 'string' || damaged.trim() === '') continue
      await inspectText(page, damaged)
      expect(await verdictOf(page), name).to.equal(verdicts[status as keyof typeof verdicts])
    }
    expect(problems).to.deep.equal([])
  }).timeout(120_000)

  it('behavior: shows the examples offline', async () => {
    const { page, requests, problems } = await open()
    for (const [link, headline] of [
      ['genuine', genuine],
      ['forged', 'Not genuine'],
    ] as const) {
      await page.getByRole('link', { name: `A ${link} record` }).click()
      await page.getByRole('heading', { name: headline }).waitFor()
      expect(new URL(page.url()).hash).to.equal(`#try=${link}`)
      await page.reload()
      await page.getByRole('heading', { name: headline }).waitFor()
      await page.goBack()
      await page.getByLabel('Request id, record').waitFor()
    }
    await page.getByRole('link', { name: 'A file of records' }).click()
    await page.getByRole('heading', { name: '1 of 3 is malformed' }).waitFor()
    expect(await page.locator('#records .card').getAttribute('class')).to.equal('card back')
    const parts = await page
      .locator('.share span')
      .evaluateAll((spans) => spans.map(({ style }) => style.flexGrow))
    expect(parts).to.deep.equal(['2', '1'])
    expect(await page.locator('#records .next').innerText()).to.equal(
      'Next: Inspect the line below, or save it. A trusted solver signed the others, which does not show that anyone paid.',
    )
    expect(requests.filter((url) => !url.startsWith(server.url))).to.deep.equal([])
    expect(problems).to.deep.equal([])
  })

  it('behavior: handles text above 1 MiB as a file, and a file with one object as evidence', async () => {
    const { page } = await open(mayCopy)
    await paste(page, `${line}\n`.repeat(3_000))
    await page.getByRole('heading', { name: 'This is 2 MiB of text' }).waitFor()
    await page.getByRole('button', { name: 'Check it as a file of records' }).click()
    await page.getByRole('heading', { name: 'All 3,000 are valid' }).waitFor()
    await page.goto(server.url)
    await paste(page, `${line}\n${line}`)
    await page.getByRole('button', { name: 'Check it as a file of records' }).click()
    await page.getByRole('heading', { name: 'All 2 are valid' }).waitFor()
    await page.goto(server.url)
    const buffer = Buffer.from(JSON.stringify(record, null, 2))
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'record.json', mimeType: 'application/json', buffer })
    await page.locator('#result .card').waitFor()
    expect(await verdictOf(page)).to.equal(genuine)
  })

  for (const [name, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 640 } }],
  ] as const) {
    it(`behavior: ${name}: no violation of WCAG A or AA, and nothing overflows`, async () => {
      const { page } = await open(options)
      await expectAccessible(page)
      for (const text of [line, forged, 'nothing', JSON.stringify(quote)]) {
        await inspectText(page, text)
        for (const fold of await page.locator('#result summary').all()) await fold.click()
        await expectAccessible(page)
      }
      await page.getByRole('button', { name: 'Inspect another' }).click()
      await page.getByLabel('Open a file').setInputFiles('test/vectors/records.ndjson')
      await page.getByRole('heading', { name: '1 of 3 is malformed' }).waitFor()
      await expectAccessible(page)
    })
  }

  it('behavior: the keyboard suffices from pasting to the next step, and back', async () => {
    const { page } = await open(mayCopy)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.evaluate((written) => navigator.clipboard.writeText(written), line)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+v')
    await page.locator('#result .card').waitFor()
    expect(await focused()).to.include('Next: Ask the service what happened')
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(label).to.match(/^Copy 0x/)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.match(/^0x[0-9a-fA-F]{40}$/)
    for (const expected of ['Copy link', 'Inspect another']) {
      for (let press = 0; press < 5 && (await focused()) !== expected; press++) {
        await page.keyboard.press('Shift+Tab')
      }
      expect(await focused()).to.equal(expected)
    }
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(forged)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Not genuine' }).waitFor()
    expect(await focused()).to.include("Next: Don't act on it")
  })

  it('behavior: 50 MB of pasted text do not stop the page', async () => {
    const { page } = await open(mayCopy)
    await page.evaluate((text) => navigator.clipboard.writeText(text.repeat(50_000)), 'x'.repeat(999))
    await page.getByLabel('Request id, record').focus()
    const started = performance.now()
    await page.keyboard.press('Control+v')
    await page.getByRole('heading', { name: 'This is 48 MiB of text' }).waitFor()
    expect(performance.now() - started).to.be.below(10_000)
    expect(await page.getByLabel('Request id, record').inputValue()).to.equal('')
  }).timeout(60_000)

  it('attack: text that reverses its direction stays in place', async () => {
    const { page } = await open()
    await inspectText(page, `\u202e${'x'.repeat(30)}`)
    expect(await page.locator('#result').innerText()).not.to.match(/[\u202a-\u202e]/)
    await page.goto(server.url)
    const buffer = Buffer.from('x\n')
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'a\u202eb.ndjson', mimeType: 'text/plain', buffer })
    await page.getByRole('heading', { name: '1 of 1 is malformed' }).waitFor()
    expect(await page.locator('#records').innerText()).not.to.match(/[\u202a-\u202e]/)
  })

  it('behavior: prints on at most two pages, including the profile of the check', async () => {
    const { page } = await open()
    await inspectText(page, forged)
    await page.emulateMedia({ media: 'print' })
    expect(await countPages(page)).to.be.within(1, 2)
    expect(await page.locator('#colophon').innerText())
      .to.include('Profile relay')
      .and.include(solver)
      .and.match(/fillproof \d+\.\d+\.\d+/)
    expect(await page.locator('#form').isVisible()).to.equal(false)
  })

  it('attack: a fragment of a few bytes that decompresses to more than 1 MiB', async () => {
    const bomb = deflateRawSync(Buffer.alloc(2 ** 26, ' ')).toString('base64url')
    const { page, problems } = await open({}, `#evidence=${bomb}`)
    await page.getByLabel('Request id, record').waitFor()
    expect(problems).to.deep.equal([])
  })
})

function decode(fragment: string): string {
  return inflateRawSync(Buffer.from(fragment.slice('#evidence='.length), 'base64url')).toString()
}

async function readDownload(download: Download): Promise<string> {
  return readFileSync((await download.path())!, 'utf8')
}
