import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { statusHeader } from '../../src/page/pageSetup.js'
import { startCli } from '../cli/helpers.js'
import { answer, type HttpServer, type ReceivedRequest, startHttpServer } from '../support/httpServer.js'
import { readVector } from '../support/vectors.js'
import { expectProven, inspectText, launchBrowser, openPage } from './browser.js'

const { record, solver } = readVector('attestation-v1-live')
const { requestId, ...signed } = record
const receiver = `0x${'12'.repeat(20)}`
const apiKey = 'key-that-stays-in-the-command'
const nodePath = '/secret-of-the-node'

describe('fillproof inspect', () => {
  let service: HttpServer
  let node: HttpServer
  let browser: Browser
  let cli: ReturnType<typeof startCli>
  let url: string
  before(async () => {
    ;[service, node, browser] = await Promise.all([startHttpServer(), startHttpServer(), launchBrowser()])
    const args = ['inspect', requestId, '--json', '--url', service.url, '--solver', solver]
    const target = ['--rpc-url', `${node.url}${nodePath}`, '--receiver', receiver]
    cli = startCli([...args, ...target], { FILLPROOF_API_KEY: apiKey })
    url = JSON.parse(await cli.firstLine).url
  })
  beforeEach(() => {
    service.respondWith((received, response) => serviceAnswer(received)(received, response))
    node.respondWith(answer(500, { message: 'no node' }))
  })
  after(async () => {
    cli?.child.kill('SIGTERM')
    await Promise.all([service?.close(), node?.close(), browser?.close()])
    expect((await cli.ended).status).to.equal(0)
  })

  it('default: the page requests only this command, which adds the key', async () => {
    node.respondWith(answer(200, { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no state' } }))
    const { page, requests, close } = await openPage(browser, url)
    await page.locator('#result .card').waitFor()
    expect(requests.filter((asked) => !asked.startsWith(url))).to.deep.equal([])
    expect(service.requests.length).to.be.above(0)
    for (const { headers } of service.requests) expect(headers['x-api-key']).to.equal(apiKey)
    for (const { headers, path } of node.requests) {
      expect(headers['x-api-key']).to.equal(undefined)
      expect(path).to.equal(nodePath)
    }
    const held = await page.evaluate(() => [
      document.documentElement.outerHTML,
      document.cookie,
      ...[localStorage, sessionStorage].map((storage) => JSON.stringify(storage)),
      location.href,
    ])
    expect(held.join()).to.include(requestId).and.not.include(apiKey).and.not.include(nodePath)
    await close()
  })

  it("behavior: the next step shows this command's options", async () => {
    const other = startCli(['inspect', '--json'])
    const { page, close } = await openPage(browser, JSON.parse(await other.firstLine).url)
    expect(await page.locator('#connection').isVisible()).to.equal(false)
    await inspectText(page, JSON.stringify(record))
    expect(await page.locator('.next').innerText()).to.include('Start the command again with --url.')
    expect(await page.locator('.others').innerText()).to.include('--rpc-url and --receiver')
    expect(await page.locator('#connection').isVisible()).to.equal(false)
    await close()
    other.child.kill('SIGTERM')
    await other.ended
  })

  it('behavior: other hosts and other origins are refused', async () => {
    const { host } = new URL(url)
    const refused: Headers[] = [
      { host: 'evil.example' },
      { host: `evil.example:${new URL(url).port}` },
      { host, origin: 'https://evil.example' },
      { host, origin: 'null' },
      { host, 'sec-fetch-site': 'cross-site' },
      { host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    ]
    for (const headers of refused) {
      expect(await statusOf('/service/chains', headers), JSON.stringify(headers)).to.equal(403)
    }
    expect(service.requests).to.deep.equal([])
    expect(await statusOf('/service/chains', { host, origin: `http://${host}` })).to.equal(200)
    expect(
      await statusOf('/', { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
    ).to.equal(200)
  })

  it("behavior: forwards only the page's requests", async () => {
    for (const path of [
      '/service/quote',
      '/service/execute',
      '/service/requests/0x12/signature',
      '/service/../x',
      '/service/intents/status',
    ]) {
      expect(await statusOf(path), path).to.equal(403)
    }
    expect(await statusOf('/service/chains', {}, 'DELETE')).to.equal(403)
    const send = (method: unknown) => statusOf('/node', {}, 'POST', JSON.stringify({ id: 1, method }))
    for (const method of ['eth_sendRawTransaction', 'eth_accounts', undefined, 1]) {
      expect(await send(method), String(method)).to.equal(403)
    }
    expect(await statusOf('/node', {}, 'POST', 'x')).to.equal(403)
    expect(await statusOf('/node', {}, 'POST', 'x'.repeat(2 ** 20 + 1))).to.equal(413)
    expect([...service.requests, ...node.requests]).to.deep.equal([])
    node.respondWith(answer(200, { result: '0x1' }))
    expect(await send('eth_chainId')).to.equal(200)
    expect(await statusOf('/../package.json')).to.equal(404)
  })

  it('behavior: removes the key and the URL from answers of the service and the node', async () => {
    service.respondWith(answer(401, { message: `unknown key ${apiKey}` }))
    expect(await textOf('/service/chains'))
      .to.include('unknown key')
      .and.not.include(apiKey)
    node.respondWith(answer(500, { message: `failed at ${node.url}${nodePath}` }))
    const asked = JSON.stringify({ id: 1, method: 'eth_chainId' })
    expect(await textOf('/node', 'POST', asked))
      .to.include('failed at')
      .and.not.include(nodePath)
  })

  it('behavior: an unreachable service has its own heading and is not an answer', async () => {
    const { page, close } = await openPage(browser, url)
    const verdict = page.locator('#result').getByRole('heading', { level: 2 })
    await verdict.waitFor()
    service.respondWith((_, response) => response.destroy())
    await inspectText(page, requestId)
    expect(await verdict.innerText()).to.equal("Can't reach the service")
    expect(await page.locator('#result').innerText())
      .to.include("The service can't be reached.")
      .and.not.match(/502|--/)
    service.respondWith(answer(502, { message: 'no gateway' }))
    await inspectText(page, requestId)
    expect(await verdict.innerText()).to.equal('The service does not answer this')
    service.respondWith((received, response) => serviceAnswer(received)(received, response))
    node.respondWith((_, response) => response.destroy())
    await inspectText(page, requestId)
    expect(await verdict.innerText()).to.equal("Can't reach the node")
    await close()
  }).timeout(60_000)

  it('attack: an endless answer ends when the reader leaves', async () => {
    const ended = new Promise<void>((resolve) => {
      service.respondWith((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('[')
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => {
          clearInterval(drip)
          resolve()
        })
      })
    })
    const { hostname, port } = new URL(url)
    const reader = request({ hostname, port, path: '/service/chains' })
    reader.on('error', () => {})
    reader.end()
    while (service.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    reader.destroy()
    await ended
  })

  type Headers = Record<string, string>
  const statusOf = async (path: string, headers: Headers = {}, method = 'GET', body = '') =>
    (await send(path, headers, method, body)).status
  const textOf = async (path: string, method = 'GET', body = '') => (await send(path, {}, method, body)).text

  /** Sends a request as a program may: fetch would not send another host. */
  function send(path: string, headers: Headers, method: string, body: string) {
    const { hostname, port } = new URL(url)
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers }, async (response) => {
        let text = ''
        for await (const part of response) text += part
        const forwarded = response.headers[statusHeader]
        resolve({ status: Number(forwarded ?? response.statusCode), text })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
})

describe('fillproof inspect: a service that lies', () => {
  it("attack: the service's claims alone are never shown as proof, and its text stays text", async () => {
    const [service, browser] = await Promise.all([startHttpServer(), launchBrowser()])
    const cli = startCli(['inspect', '--json', '--url', service.url, '--solver', solver], {
      FILLPROOF_API_KEY: apiKey,
    })
    try {
      const { url } = JSON.parse(await cli.firstLine)
      const { page, requests, problems } = await openPage(browser, url)
      const script = '<img src=https://evil.example/x onerror=alert(1)>\u202egnp'
      const { originChainId, destinationChainId } = record.requestData
      const currency = { address: `0x${'0'.repeat(40)}`, symbol: script, decimals: 2 ** 31 }
      const chains = [originChainId, destinationChainId].map((id) => ({
        ...{ id, name: script, displayName: script, vmType: 'evm', currency },
        ...{
          explorerUrl: 'https://user:word@evil.example/',
          featuredTokens: script,
          erc20Currencies: { a: 1 },
        },
      }))
      const hash = `0x${'45'.repeat(32)}`
      const transaction = { txHash: hash, chainId: destinationChainId, timestamp: 2 ** 53, status: script }
      for (const status of ['success', 'refund', 'failure', 'pending', 'waiting', 'delayed', script]) {
        const details = { refundTxHash: script, revert: { data: '0x12', message: script } }
        const reasons = { failReason: script, refundFailReason: script, details }
        const stated = { status, inTxHashes: [script, hash], txHashes: [hash, script], ...reasons }
        const data = { inTxs: [transaction], outTxs: [transaction], ...reasons }
        const times = { createdAt: '9999-12-31T23:59:59Z', updatedAt: script }
        const found = { id: requestId, status, ...times, protocol: { orderId: hash }, data }
        service.respondWith((received, response) => {
          const { path } = received
          const own = path === '/chains' ? { chains } : path.includes('status') ? stated : undefined
          const body = own ?? (path === '/requests/v3' ? { requests: [found] } : undefined)
          ;(body ? answer(200, body) : serviceAnswer(received))(received, response)
        })
        for (const text of [requestId, JSON.stringify(record)]) {
          await inspectText(page, text)
          await expectProven(page)
          const result = page.locator('#result')
          expect(await result.locator('.good, .done').count(), status).to.equal(0)
          expect(await result.innerText()).not.to.match(/[\u202a-\u202e]/)
          expect(await result.locator('img, script, a').count()).to.equal(0)
        }
      }
      expect(requests.filter((asked) => !asked.startsWith(url))).to.deep.equal([])
      expect(problems).to.deep.equal([])
    } finally {
      cli.child.kill('SIGTERM')
      await Promise.all([service.close(), browser.close(), cli.ended])
    }
  }).timeout(60_000)
})

describe('fillproof inspect: links', () => {
  it("default: links only to the service's explorers, over https, never to ones in the evidence", async () => {
    const [service, browser] = await Promise.all([startHttpServer(), launchBrowser()])
    const { originChainId, destinationChainId } = record.requestData
    const chains = [
      { id: originChainId, explorerUrl: 'javascript:alert(1)//' },
      { id: destinationChainId, explorerUrl: 'https://explorer.example/' },
    ]
    service.respondWith((received, response) =>
      (received.path === '/chains' ? answer(200, { chains }) : serviceAnswer(received))(received, response),
    )
    const cli = startCli(['inspect', '--json', '--url', service.url, '--solver', solver])
    try {
      const { page, problems } = await openPage(browser, JSON.parse(await cli.firstLine).url)
      const explorerUrl = 'https://evil.example'
      await inspectText(page, JSON.stringify({ ...record, explorerUrl, chains: [{ id: 1, explorerUrl }] }))
      const links = await page
        .locator('#result a')
        .evaluateAll((made) => made.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]))
      const user = `0x${record.requestData.destinationUser.slice(-40).toLowerCase()}`
      expect(links).to.deep.equal([[`https://explorer.example/address/${user}`, 'noreferrer']])
      expect(problems).to.deep.equal([])
    } finally {
      cli.child.kill('SIGTERM')
      await Promise.all([service.close(), browser.close(), cli.ended])
    }
  })
})

describe('fillproof inspect: the port', () => {
  it('default: uses the same port each time, or a free one if it is used', async () => {
    const [first, second] = [startCli(['inspect', '--json']), startCli(['inspect', '--json'])]
    const urls = [JSON.parse(await first.firstLine).url, JSON.parse(await second.firstLine).url]
    for (const { child } of [first, second]) child.kill('SIGTERM')
    await Promise.all([first.ended, second.ended])
    expect(new Set(urls)).to.have.length(2)
  })
})

describe('fillproof inspect: --open', () => {
  it('default: the system opens the URL', async function () {
    if (process.platform !== 'linux') this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'fillproof-open-'))
    const opened = join(folder, 'opened')
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.new'\nmv '${opened}.new' '${opened}'\n`,
      {
        mode: 0o755,
      },
    )
    const path = `${folder}${delimiter}${process.env.PATH}`
    const cli = startCli(['inspect', '--json', '--open'], { PATH: path })
    try {
      const { url } = JSON.parse(await cli.firstLine)
      expect(await readWhenThere(opened)).to.equal(url)
    } finally {
      cli.child.kill('SIGTERM')
      await cli.ended
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('error: without a browser, only prints the URL', async () => {
    const cli = startCli(['inspect', '--open'], { PATH: '' })
    await cli.firstLine
    await cli.told('No browser could be opened')
    cli.child.kill('SIGTERM')
    expect((await cli.ended).status).to.equal(0)
  })
})

describe('fillproof inspect: wrong usage', () => {
  for (const [name, args, text] of [
    ['a port', ['--port', '70000'], '--port must be'],
    ['an argument that is not a file', ['no-such-file.json'], 'The argument must be'],
    ['an argument without an end', ['/dev/zero'], 'has more than 16 MiB'],
    ['a node without a receiver', ['--rpc-url', 'http://localhost'], 'go together'],
  ] as const) {
    it(`error: ${name}`, async () => {
      const { status, stderr } = await startCli(['inspect', ...args]).ended
      expect(status).to.equal(2)
      expect(stderr).to.include(text)
    })
  }
})

async function readWhenThere(path: string): Promise<string> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20))
  return readFileSync(path, 'utf8')
}

function serviceAnswer({ path }: ReceivedRequest) {
  if (path.endsWith('/signature')) return answer(200, signed)
  if (path === '/chains') return answer(200, { chains: [] })
  if (path === '/currencies/v2') return answer(200, [])
  return answer(200, { requests: [] })
}
