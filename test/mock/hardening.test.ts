import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { call, freshAddress, getQuote, pay, quoteBody, waitFor } from './helpers.js'

const httpLimits = { headersTimeoutMs: 400, requestTimeoutMs: 600, maxConnections: 60 }

describe('the mock with bad input', () => {
  let mock: MockService
  const sockets: Socket[] = []
  before(async () => {
    mock = await startMockService({ httpLimits })
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await mock.close()
  })

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(mock.url).port), '127.0.0.1', () => resolve(socket))
      socket.on('error', reject)
      sockets.push(socket)
    })
  }

  /** Returns everything received until the other side closes. */
  async function exchange(text: string): Promise<string> {
    const socket = await open()
    const closed = readToEnd(socket)
    socket.write(text)
    return closed
  }

  function readToEnd(socket: Socket): Promise<string> {
    let answer = ''
    return new Promise((resolve) => {
      socket.on('data', (data) => {
        answer += data
      })
      socket.on('error', () => resolve(answer))
      socket.on('close', () => resolve(answer))
    })
  }

  async function expectClean(path: string, options: Parameters<typeof call>[2], statuses: number[]) {
    const answer = await call(mock, path, options)
    const title = `${options?.method ?? ''} ${path.slice(0, 80)} ${answer.text.slice(0, 200)}`
    expect(statuses, title).to.include(answer.status)
    expect(answer.headers.get('content-type'), title).to.include('application/json')
    const { message, error } = answer.body
    expect(message ?? error, title).to.be.a('string')
    // Nothing of the inside: no stack, no path, no module.
    expect(answer.text, title).not.to.match(/node_modules|\/src\/|\.[jt]s:|at \w+ \(|ZodError|TypeError/)
  }

  it('behavior: unreadable bodies', async () => {
    const texts = [
      '{',
      '',
      'null',
      '[]',
      '1',
      '"text"',
      '{"user":1}',
      '{"__proto__":{"user":"0x1"}}',
      '{"constructor":{"prototype":{"a":1}}}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
      '\u0000\u0001',
    ]
    const paths = [
      '/quote/v2',
      '/price',
      '/execute/permits',
      '/authorize?signature=0x12',
      '/transactions/index',
      '/transactions/single',
      '/transactions/deposit-address/reindex',
      `/app-fees/${freshAddress()}/claim`,
    ]
    for (const path of paths) {
      for (const text of texts) await expectClean(path, { method: 'POST', body: text }, [400])
    }
    for (const path of ['/execute', '/fast-fill']) {
      for (const text of texts) {
        await expectClean(path, { method: 'POST', apiKey: mock.apiKey, body: text }, [400])
      }
    }
    await expectClean('/quote/v2', { method: 'POST', body: 'x=1', headers: { 'content-type': 'x/y' } }, [400])
    await expectClean('/quote/v2', { method: 'POST', body: `{"a":"${'x'.repeat(1024 * 1024)}"}` }, [413])
  })

  it('error: ambiguous bodies', async () => {
    const rows: [string | Uint8Array<ArrayBuffer>, string][] = [
      ['{"user":"0x1","user":"0x2"}', 'body: must have "user" once in an object.'],
      [
        '{"txs":[{"to":1},{"to":1,"data":{"a":{}},"t\\u006f":2}]}',
        'body: must have "t\\u006f" once in an object.',
      ],
      [new Uint8Array([...Buffer.from('{"user":"'), 0xff, ...Buffer.from('"}')]), 'body: must be UTF-8.'],
      // None of these repeats a key.
      ['{"a":{"user":1},"b":[{"user":1},{"user":1}],"c":"\\"user\\":1,\\"c\\":2"}', 'user: must be string.'],
    ]
    for (const [body, message] of rows) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${mock.url}/quote/v2`, { method: 'POST', headers, body })
      expect(answer.status, String(body)).to.equal(400)
      expect(await answer.json()).to.deep.equal({ message, errorCode: 'UNKNOWN_ERROR' })
    }
  })

  it('error: invalid values', async () => {
    const deep = `0x${'11'.repeat(300)}`
    const values: [field: string, value: unknown][] = [
      ['amount', '0'],
      ['amount', '-1'],
      ['amount', '1.5'],
      ['amount', '1e18'],
      ['amount', ''],
      ['amount', '9'.repeat(78)],
      ['amount', '9'.repeat(100_000)],
      ['amount', 1],
      ['originChainId', 5],
      ['originChainId', '31101'],
      ['originChainId', -1],
      ['originChainId', 1e300],
      ['destinationChainId', null],
      ['originCurrency', '0x12'],
      ['originCurrency', freshAddress()],
      ['destinationCurrency', 'ETH'],
      ['user', deep],
      ['user', {}],
      ['recipient', '0x'],
      ['tradeType', 'BEST'],
      ['txs', 'none'],
      ['txs', [{ to: '0x1', value: '0', data: '0x' }]],
      ['txs', [{ to: freshAddress(), value: '0', data: '0x1' }]],
      ['appFees', [{ recipient: freshAddress(), fee: '-1' }]],
      ['appFees', [{ recipient: freshAddress(), fee: '10001' }]],
      ['slippageTolerance', '10001'],
      ['ttl', -5],
    ]
    for (const [field, value] of values) {
      await expectClean('/quote/v2', { body: quoteBody(mock, { [field]: value }) }, [400])
    }
  })

  it('behavior: ids, paths, queries and methods', async () => {
    const id = `0x${'11'.repeat(32)}`
    const bad: [path: string, statuses: number[], method?: string][] = [
      ['/intents/status/v3', [400]],
      ['/intents/status/v3?requestId=0x12', [400]],
      [`/intents/status/v3?requestId=${id}`, [400]],
      [`/intents/status/v3?requestId=${id}&requestId=${id}`, [400]],
      ['/intents/status/v3?requestId[]=1', [400]],
      ['/intents/status?requestId=__proto__', [400]],
      ['/requests/__proto__/signature', [400]],
      [`/requests/${'1'.repeat(66)}/signature`, [400]],
      [`/requests/${'a'.repeat(5_000)}/signature`, [400, 404]],
      ['//quote/v2', [404], 'POST'],
      ['/quote//v2', [404], 'POST'],
      ['/quote/v2/', [404], 'POST'],
      ['/quote%2fv2', [404], 'POST'],
      ['/Quote/v2', [404], 'POST'],
      ['/%', [400]],
      ['/%zz', [400]],
      ['/%c0%ae%c0%ae/', [400, 404]],
      ['/constructor', [404]],
      ['/quote/v2', [405]],
      ['/chains', [405], 'POST'],
      ['/chains', [405], 'DELETE'],
      ['/intents/status/v3', [405], 'PUT'],
      [`/app-fees/${freshAddress()}/claim`, [405], 'PATCH'],
      ['/chains?includeChains=1&includeChains=2&x[__proto__][y]=1', [200]],
    ]
    for (const [path, statuses, method] of bad) {
      if (statuses[0] === 200) expect((await call(mock, path)).status).to.equal(200)
      else await expectClean(path, { method: method ?? 'GET' }, statuses)
    }
    // As they are, since fetch would follow the dots.
    const raw: [target: string, status: number][] = [
      ['/requests/%2e%2e/signature', 400],
      ['/requests/../signature', 400],
      ['/requests/..%2f..%2fetc/signature', 400],
      ['/app-fees/%2e%2e%2f%2e%2e/balances', 400],
      ['/../../chains', 404],
      ['/./chains', 404],
      ['//chains', 404],
      ['http://elsewhere.example/chains/x', 404],
    ]
    for (const [target, status] of raw) {
      const answer = await exchange(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect(answer, target).to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(answer, target).not.to.match(/node_modules|\/src\//)
    }
    expect((await call(mock, '/quote/v2')).headers.get('allow')).to.equal('POST')
    expect(({} as Record<string, unknown>).y).to.equal(undefined)
  })

  it('behavior: requests that are not HTTP, or are too large', async () => {
    expect(await exchange('nonsense\r\n\r\n')).to.match(/^HTTP\/1\.1 400 /)
    expect(await exchange(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).to.match(
      /^HTTP\/1\.1 431 /,
    )
    const both =
      'POST /quote/v2 HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'
    expect(await exchange(both)).to.match(/^HTTP\/1\.1 400 /)
  })

  it('behavior: pipelined requests are answered in order', async () => {
    const paths = ['/chains/health', '/nowhere', '/swap-sources', '/intents/status/v3']
    const text = paths.map((path, index) => {
      const connection = index === paths.length - 1 ? 'close' : 'keep-alive'
      return `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`
    })
    const answer = await exchange(text.join(''))
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).to.deep.equal([
      '200',
      '404',
      '200',
      '400',
    ])
  })

  it('behavior: slow senders are disconnected', async () => {
    const slow = [
      '',
      'GET /chains HTTP/1.1\r\nhost: x\r\n',
      'POST /quote/v2 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"user"',
    ]
    const answers = await Promise.all(slow.map(exchange))
    for (const [index, answer] of answers.entries()) expect(answer, slow[index]).to.match(/^HTTP\/1\.1 408 /)
  })

  it('behavior: closes idle connections beyond the limit at once, and the others after a timeout', async () => {
    const idle = await Promise.all(Array.from({ length: 200 }, open))
    const ends = idle.map((socket) => readToEnd(socket))
    await Promise.all(ends)
    expect(idle.every((socket) => socket.destroyed)).to.equal(true)
    expect((await call(mock, '/chains/health')).status).to.equal(200)
  })

  it('behavior: answers a quote while slow senders hold every connection', async () => {
    const slow = await Promise.all(Array.from({ length: httpLimits.maxConnections * 2 }, open))
    const bytes = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write('G')
    }, 50)
    const started = Date.now()
    const quote = await getQuote(mock)
    clearInterval(bytes)
    for (const socket of slow) socket.destroy()
    expect(quote.steps).not.to.deep.equal([])
    expect(Date.now() - started, 'ms').to.be.below(2_000)
  })

  it('default: after all of it a bridge succeeds', async () => {
    const quote = await getQuote(mock)
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    expect(mock.control.faults.list()).to.deep.equal([])
  })
})
