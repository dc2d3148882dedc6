import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { loadPage } from '../../../src/cli/inspect/loadPage.js'
import { launchBrowser, openPage } from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

describe('page: sizes', () => {
  let browser: Browser
  let server: StaticServer
  before(async () => {
    browser = await launchBrowser()
    server = await servePageFiles()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  it('default: the first view and the checker of files stay small, and the checker loads with the first file', async () => {
    const { page, requests, close } = await openPage(browser, server.url)
    await page.waitForLoadState('networkidle')
    const first = scriptsOf(requests)
    await page.getByLabel('Check a file of records').setInputFiles('test/vectors/records.ndjson')
    await page.getByText('Checked.', { exact: true }).waitFor()
    const later = scriptsOf(requests).filter((name) => !first.includes(name))
    await close()
    expect(first).not.to.include('worker.js')
    expect(later).to.include('worker.js')
    const [view, checker] = [sizeOf(first), sizeOf(later)]
    console.log(`      first view ${view} kB, checker ${checker} kB more`)
    expect(view).to.be.above(20).and.at.most(250)
    expect(checker).to.be.above(20).and.at.most(500)
  })
})

function scriptsOf(requests: readonly string[]): string[] {
  return [
    ...new Set(requests.map((url) => new URL(url).pathname.slice(1)).filter((name) => name.endsWith('.js'))),
  ]
}

/** In thousands of bytes, compressed with gzip. */
function sizeOf(names: readonly string[]): number {
  const files = loadPage()
  const bytes = names.map((name) => gzipSync(files.get(name)!.bytes, { level: 9 }).length)
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1000)
}
