import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../page/browser.js'

const built = join(import.meta.dirname, '../../site/dist')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.webp': 'image/webp',
}

/** "Slow 4G" of Chromium: bytes a second, and milliseconds. */
const slow4G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562 }

/** Serves the site as any web server does that compresses. */
async function serveSite(sizes: Map<string, number>): Promise<{ server: Server; url: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(built, url === '/' ? 'index.html' : url)
    if (!existsSync(path)) return response.writeHead(404).end()
    const body = gzipSync(readFileSync(path))
    sizes.set(url, body.length)
    const type = types[extname(path)] ?? 'text/plain'
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

describe("the site's first load", () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser?.close())

  for (const [screen, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    phone: { width: 360, height: 740 },
  })) {
    it(`home, ${screen}: loads at most 150 kB, with its largest paint within 1.5 s on slow 4G`, async () => {
      const sizes = new Map<string, number>()
      const { server, url } = await serveSite(sizes)
      const page = await browser.newPage({ viewport })
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slow4G)
      await page.addInitScript(() => {
        const paints: number[] = []
        Object.assign(globalThis, { paints })
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) paints.push(startTime)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      })
      await page.goto(url, { waitUntil: 'load' })
      const kilobytes = Math.ceil([...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000)
      await page.waitForTimeout(500)
      const paint = await page.evaluate(() => (globalThis as unknown as { paints: number[] }).paints.at(-1)!)
      await page.close()
      server.closeAllConnections()
      server.close()
      console.log(`      ${kilobytes} kB, largest paint after ${Math.round(paint)} ms`)
      expect(kilobytes).to.be.above(20).and.at.most(150)
      expect(paint).to.be.above(150).and.at.most(1_500)
    })
  }
})
