import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { readVector } from '../support/vectors.js'
import { inspectText, launchBrowser, openPage, type WatchedPage } from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

const { record } = readVector('attestation-v1-live')
const { quote } = readVector('quote-call-live')
const script = '<img src=https://evil.example/x onerror=alert(1)><script>alert(2)</script>'

describe('page: hostile evidence', () => {
  let browser: Browser
  let server: StaticServer
  let opened: WatchedPage
  before(async () => {
    browser = await launchBrowser()
    server = await servePageFiles()
  })
  beforeEach(async () => {
    opened = await openPage(browser, server.url)
  })
  afterEach(async () => {
    await expectHarmless()
    await opened.close()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  async function expectHarmless(): Promise<void> {
    const { page, requests, problems } = opened
    expect(requests.filter((url) => !url.startsWith(server.url))).to.deep.equal([])
    expect(problems).to.deep.equal([])
    expect(await page.locator('#result :is(script, img, a, iframe)').count()).to.equal(0)
  }

  const resultOf = () => opened.page.locator('#result').innerText()

  it('attack: scripts in every field', async () => {
    for (const path of stringsOf({ record, quote })) {
      await inspectText(opened.page, JSON.stringify(replaceAt({ record, quote }, path)[path[0] as string]))
      expect(await resultOf(), path.join('.')).not.to.equal('')
      await expectHarmless()
    }
  }).timeout(120_000)

  it('attack: pasted scripts are shown as text', async () => {
    await inspectText(opened.page, script)
    expect(await resultOf()).to.include('<img src=')
  })

  it('attack: a link', async () => {
    await inspectText(opened.page, JSON.stringify('javascript:alert(1)'))
    expect(await resultOf()).to.include('javascript:alert(1)')
  })

  it('attack: many digits, as an amount and alone', async () => {
    const digits = '9'.repeat(2 ** 20 + 1)
    for (const text of [
      `{"requestId":"${record.requestId}","requestData":{"originAmount":"${digits}"}}`,
      digits,
    ]) {
      await inspectText(opened.page, text)
      expect(await resultOf()).to.include('The evidence of one request is at most 1 MiB')
    }
    const requestData = { ...record.requestData, originAmount: digits.slice(0, 900_000) }
    await inspectText(opened.page, JSON.stringify({ ...record, requestData }))
    expect(await resultOf())
      .to.include('originAmount must be')
      .and.have.length.below(1000)
  })

  it('attack: deep nesting', async () => {
    await inspectText(opened.page, `${'['.repeat(400_000)}${']'.repeat(400_000)}`)
    expect(await resultOf()).to.include('no evidence')
  })

  it("attack: a record that claims another's id", async () => {
    const { page } = opened
    const other = `0x${'12'.repeat(32)}`
    const verdict = page.locator('#result').getByRole('heading', { level: 2 })
    await inspectText(page, JSON.stringify({ ...record, requestId: other }))
    expect(await verdict.innerText()).to.equal('Not genuine')
    await inspectText(page, `${other}\n${JSON.stringify(record)}`)
    expect(await verdict.innerText()).to.equal("Can't read this")
    expect(await resultOf()).to.match(/The record belongs to request 0x9101…8e2a\s*, not to 0x1212…1212/)
    await inspectText(page, `${JSON.stringify(record)}\n${JSON.stringify(quote)}`)
    expect(await page.locator('li.failed', { hasText: 'orderId' }).count()).to.equal(1)
  })

  it('attack: fragments that hold no evidence', async () => {
    for (const fragment of [
      '#evidence=%%%',
      '#evidence=',
      `#evidence=${'A'.repeat(10_001)}`,
      '#request=0x12',
      '#other',
    ]) {
      const other = await openPage(browser, `${server.url}${fragment}`)
      expect(other.problems).to.deep.equal([])
      await other.close()
    }
  })
})

/** The places of all strings, at most one of each list. */
function stringsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value)
  return [...entries].flatMap(([key, part]) => stringsOf(part, [...path, key]))
}

function replaceAt(value: object, path: readonly (string | number)[]): Record<string, unknown> {
  const copy = structuredClone(value) as Record<string, unknown>
  const parents = path.slice(0, -1)
  const parent = parents.reduce((part, key) => part[key] as Record<string, unknown>, copy)
  parent[path.at(-1) as string] = script
  return copy
}
