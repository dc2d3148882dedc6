import { expect } from 'chai'
import { thrown } from '../../support/errors.js'
import { answer, hang, type Respond, setUpHttpServer, stall } from '../../support/httpServer.js'
import { connect } from './connect.js'

const aborted = { name: 'ServiceAbortedError', kind: 'aborted', operation: 'GET /thing' }

describe('aborts', () => {
  const server = setUpHttpServer()

  it('error: before the call', async () => {
    server.respondWith(answer(200, {}))
    const error = await thrown(() => connect(server.url).get({ signal: AbortSignal.abort() }))
    expect(error).include(aborted)
    expect(error.shortMessage).equal('GET /thing: stopped by the caller.')
    expect(server.requests).deep.equal([])
  })

  it('error: at once after the call', async () => {
    server.respondWith(answer(200, {}))
    const controller = new AbortController()
    const call = thrown(() => connect(server.url).get({ signal: controller.signal }))
    controller.abort()
    expect(await call).include(aborted)
    expect(server.requests).deep.equal([])
  })

  const moments: Record<string, Respond> = {
    'before the head': hang,
    'before the body': stall(),
    'within the body': stall('{"a":'),
    'within the body of an error': stall('{"message":', 500),
  }
  for (const [name, respond] of Object.entries(moments)) {
    it(`error: ${name}`, async () => {
      const controller = new AbortController()
      let closed: Promise<unknown> | undefined
      server.respondWith((request, response) => {
        closed = new Promise((resolve) => response.once('close', resolve))
        respond(request, response)
        setTimeout(() => controller.abort(), 20)
      })
      expect(await thrown(() => connect(server.url).get({ signal: controller.signal }))).include(aborted)
      await closed
      expect(server.requests).length(1)
    })
  }

  it('error: while waiting for a retry', async () => {
    for (const retry of [
      { delayMs: 2 ** 31 - 1, maxDelayMs: 2 ** 31 - 1 },
      { delayMs: 1, maxDelayMs: 60_000 },
    ]) {
      const controller = new AbortController()
      server.respondWith((request, response) => {
        answer(429, '', { 'retry-after': '60' })(request, response)
        setTimeout(() => controller.abort(), 20)
      })
      expect(await thrown(() => connect(server.url, { retry }).get({ signal: controller.signal }))).include(
        aborted,
      )
      expect(server.requests).length(1)
    }
  })

  it('error: during a fetch that ignores the signal', async () => {
    const fetch = () => new Promise<never>(() => undefined)
    const { get } = connect(server.url, { fetch, timeoutMs: 2 ** 31 - 1 })
    expect(await thrown(() => get({ signal: AbortSignal.timeout(20) }))).include(aborted)
  })

  it('error: before a fetch that ignores the signal', async () => {
    let calls = 0
    const fetch = async () => {
      calls++
      return new Response('{}')
    }
    const controller = new AbortController()
    const call = thrown(() => connect(server.url, { fetch }).get({ signal: controller.signal }))
    controller.abort()
    expect(await call).include(aborted)
    expect(calls).equal(0)
  })

  it('error: with any reason', async () => {
    for (const reason of [undefined, 'text', 0, new Error('mine')]) {
      const controller = new AbortController()
      server.respondWith(() => controller.abort(reason))
      expect(await thrown(() => connect(server.url).get({ signal: controller.signal }))).include(aborted)
    }
  })

  it('behavior: one signal serves many calls and keeps no listener', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, parameters)
    }
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, parameters)
    }
    server.respondWith(answer(200, {}))
    const { get } = connect(server.url)
    await Promise.all(Array.from({ length: 50 }, () => get({ signal })))
    server.respondWith(answer(400, {}))
    await thrown(() => get({ signal }))
    expect(listeners).equal(0)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warn)
    expect(warnings).deep.equal([])
  })

  it('behavior: other calls continue', async () => {
    const controller = new AbortController()
    server.respondWith((request, response) => {
      if (request.query.has('first')) controller.abort()
      else setTimeout(() => answer(200, { ok: true })(request, response), 50)
    })
    const { get, send } = connect(server.url)
    const [stopped, answered] = await Promise.all([
      thrown(() => send({ query: { first: true } }, { signal: controller.signal })),
      get(),
    ])
    expect(stopped).include(aborted)
    expect(answered).deep.equal({ ok: true })
  })
})
