import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { loadPage } from '../../src/cli/inspect/loadPage.js'
import { inspectText, launchBrowser, openPage } from './browser.js'
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

  it('default: the first load, the first answer and the checker stay small, each loaded on demand', async () => {
    const { page, requests, close } = await openPage(browser, server.url)
    await page.waitForLoadState('networkidle')
    const first = [...new Set(namesOf(requests))]
    await inspectText(page, readFileSync('test/vectors/records.ndjson', 'utf8').split('\n')[0]!)
    const second = namesOf(requests).filter((name) => !first.includes(name))
    await page.getByRole('button', { name: 'Inspect another' }).click()
    await page.getByLabel('Open a file').setInputFiles('test/vectors/records.ndjson')
    await page.getByRole('heading', { name: '1 of 3 is malformed' }).waitFor()
    const third = namesOf(requests).filter((name) => ![...first, ...second].includes(name))
    await close()
    expect(third).to.include('worker.js')
    const [load, answer, checker] = [first, second, third].map(sizeOf) as [number, number, number]
    console.log(`      first load ${load} kB, first answer ${answer} kB more, checker ${checker} kB more`)
    expect(load).to.be.above(3).and.at.most(150)
    expect(answer).to.be.above(20).and.at.most(250)
    expect(checker).to.be.above(20).and.at.most(500)
  })
})

function namesOf(requests: readonly string[]): string[] {
  const names = requests.map((url) => new URL(url).pathname.slice(1) || 'index.html')
  return [...new Set(names)]
}

/** In thousands of bytes, compressed with gzip. */
function sizeOf(names: readonly string[]): number {
  const files = loadPage()
  const bytes = names.map((name) => gzipSync(files.get(name)!.bytes, { level: 9 }).length)
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1000)
}
