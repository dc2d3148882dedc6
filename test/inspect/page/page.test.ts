import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { readVector } from '../../support/vectors.js'
import { inspectText, launchBrowser, openPage, type WatchedPage } from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

const { record } = readVector('attestation-v1-live')
const line = JSON.stringify(record)

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
  const verdictOf = (page: Page) => page.getByRole('heading', { level: 2 }).innerText()

  it('default: a pasted record, offline', async () => {
    const { page, requests, problems } = await open()
    await inspectText(page, line)
    expect(await verdictOf(page)).to.equal('genuine')
    const signed = page.getByRole('region', { name: 'Signed' })
    for (const name of ['signature', 'solver']) {
      expect(await signed.getByRole('row', { name: new RegExp(`^${name} yes`) }).count()).to.equal(1)
    }
    for (const name of ['orderId', 'deadline']) {
      expect(await signed.getByRole('row', { name: new RegExp(`^${name} can't tell`) }).count()).to.equal(1)
    }
    const text = await signed.innerText()
    expect(text).to.include(record.requestId).and.include('700000000000000000')
    expect(text).to.include(readVector('attestation-v1-live').hash)
    expect(requests.filter((url) => !url.startsWith(server.url))).to.deep.equal([])
    expect(problems).to.deep.equal([])
  })

  it('behavior: a changed word is not genuine, with what was found and required', async () => {
    const { page } = await open()
    const requestData = { ...record.requestData, originAmount: '1' }
    await inspectText(page, JSON.stringify({ ...record, requestData }))
    expect(await verdictOf(page)).to.equal('not genuine')
    const row = page.getByRole('row', { name: /^solver no/ })
    expect(await row.innerText()).to.include(readVector('attestation-v1-live').solver)
  })

  it('behavior: a quote alone shows the order, and counts its deadline down', async () => {
    const { page } = await open()
    await inspectText(page, JSON.stringify(readVector('quote-call-live').quote))
    expect(await verdictOf(page)).to.equal("can't tell")
    const facts = await page.locator('dl.facts').innerText()
    expect(facts).to.include('100012440985606146 of 0x0000000000000000000000000000000000000000 on ethereum')
    expect(facts).to.include('at least 100000000000000000, expected 100000000000000000')
    const timer = page.getByRole('timer')
    const first = await timer.innerText()
    expect(first).to.match(/left|ago/)
    await page.waitForFunction((text) => document.querySelector('[role=timer]')?.textContent !== text, first)
  })

  it('behavior: a link holds the evidence in its fragment, and nothing else', async () => {
    const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByText('Connection').click()
    await page.getByLabel('Node URL').fill('https://rpc.example/secret-key')
    await page.getByLabel('Request id, record').fill(line)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('The link is copied.').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const fragment = new URL(link).hash
    expect(Buffer.from(fragment.slice('#evidence='.length), 'base64url').toString()).to.equal(line)
    const other = await open({}, fragment)
    await other.page.getByText('Done.', { exact: true }).waitFor()
    expect(await verdictOf(other.page)).to.equal('genuine')
    expect(other.requests.every((url) => !url.includes('evidence'))).to.equal(true)
  })

  it('behavior: the same verdict as the command line on each kept damaged record', async () => {
    const { page, problems } = await open()
    const verdicts = { valid: 'genuine', invalid: 'not genuine', malformed: "can't tell" }
    const lines = readFileSync('test/vectors/batch-corpus.ndjson', 'utf8').trimEnd().split('\n')
    for (const text of lines) {
      const { name, status, line: damaged } = JSON.parse(text)
      // Text that is empty, or two values, or another kind of evidence, is no record of a file.
      if (typeof damaged !== 'string') continue
      await inspectText(page, damaged)
      expect(await verdictOf(page), name).to.equal(verdicts[status as keyof typeof verdicts])
    }
    expect(problems).to.deep.equal([])
  })

  for (const [name, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 640 } }],
  ] as const) {
    it(`behavior: ${name}: no violation of WCAG A or AA, and nothing overflows`, async () => {
      const { page } = await open(options)
      await expectAccessible(page)
      await inspectText(page, line)
      await expectAccessible(page)
      await inspectText(page, 'nothing')
      await expectAccessible(page)
      await page.getByLabel('Check a file of records').setInputFiles('test/vectors/records.ndjson')
      await page.getByText('Checked.', { exact: true }).waitFor()
      await expectAccessible(page)
    })
  }

  it('behavior: the keyboard reaches everything', async () => {
    const { page } = await open()
    await page.getByLabel('Request id, record').focus()
    await page.keyboard.insertText(line)
    for (let presses = 0; presses < 9; presses++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Inspect') break
    }
    await page.keyboard.press('Enter')
    await page.getByText('Done.', { exact: true }).waitFor()
    expect(await verdictOf(page)).to.equal('genuine')
  })
})

async function expectAccessible(page: Page): Promise<void> {
  const root = page.locator('html')
  const { scrollWidth, clientWidth } = await root.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }))
  expect(scrollWidth).to.be.at.most(clientWidth)
  // The page's own policy forbids other scripts; the browser's debugger may run them.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const report = await (globalThis as never as { axe: typeof axe }).axe.run({ runOnly })
    return report.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  })
  expect(violations).to.deep.equal([])
}
