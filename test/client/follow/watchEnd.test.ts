import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import { bundleForBrowser, bundleForNode } from '../../support/bundle.js'
import { thrown } from '../../support/errors.js'
import { answer } from '../../support/httpServer.js'
import { setUpFolder } from '../../support/makeFolder.js'
import {
  collect,
  noMoreRequests,
  often,
  path,
  rarely,
  requestId,
  setUpService,
  sleep,
  subscribed,
  until,
} from './helpers.js'

describe('watchRequest', () => {
  const service = setUpService()

  describe('the end', () => {
    it('error: the deadline', async () => {
      service.set('delayed')
      const { seen, end } = collect(service.polling(), { ...often, timeoutMs: 600 })
      const error = await thrown(() => end)
      expect(error).include({
        name: 'RequestTimeoutError',
        kind: 'timeout',
        requestId,
        timeoutMs: 600,
        lastStatus: 'delayed',
      })
      expect(error.shortMessage).equal(
        `GET /intents/status/v3: request ${requestId} was not over within 600 ms, last seen: delayed.`,
      )
      expect(seen).deep.equal(['delayed'])
      await noMoreRequests(service)
    })

    it('error: the deadline, before any status', async () => {
      service.http.respondWith(answer(500, {}))
      const error = await thrown(() => collect(service.polling(), { ...often, timeoutMs: 80 }).end)
      expect(error).include({ name: 'RequestTimeoutError', lastStatus: null })
    })

    it('error: the deadline, while the service does not answer', async () => {
      service.http.respondWith(() => {})
      const error = await thrown(() => collect(service.polling(), { ...often, timeoutMs: 80 }).end)
      expect(error).include({ name: 'RequestTimeoutError', lastStatus: null })
    })

    for (const way of ['polling', 'connection'] as const) {
      it(`error: the signal, by ${way}`, async () => {
        service.set('pending')
        const controller = new AbortController()
        const { seen, end } = collect(service[way](), { ...rarely, signal: controller.signal })
        await until(() => seen.length === 1)
        controller.abort()
        expect(await thrown(() => end)).include({ name: 'ServiceAbortedError', kind: 'aborted' })
        await noMoreRequests(service)
        await until(() => service.socket.open === 0)
      })

      it(`behavior: return ends a waiting next at once, by ${way}`, async () => {
        service.set('pending')
        const watch = watchRequest(service[way](), rarely)
        expect(await watch.next()).deep.include({ done: false })
        if (way === 'connection') await subscribed(service)
        const waiting = [watch.next(), watch.next()]
        expect(await watch.return!()).deep.equal({ done: true, value: undefined })
        const over = { done: true, value: undefined }
        expect(await Promise.all(waiting)).deep.equal([over, over])
        expect(await watch.next()).deep.equal(over)
        await until(() => service.socket.open === 0)
        await noMoreRequests(service)
      })
    }

    it('error: an already aborted signal', async () => {
      const connection = service.connection()
      const { end } = collect(connection, { requestId, signal: AbortSignal.abort() })
      expect(await thrown(() => end)).include({ name: 'ServiceAbortedError' })
      expect(service.http.requests).deep.equal([])
      expect(service.socket.paths).deep.equal([])
    })

    it('behavior: throw ends it', async () => {
      service.set('pending')
      const watch = watchRequest(service.connection(), rarely)
      await watch.next()
      const own = new Error('own')
      expect(await thrown(() => watch.throw!(own))).equal(own)
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
      await until(() => service.socket.open === 0)
    })

    it('behavior: an error in the loop ends it', async () => {
      service.set('pending')
      const own = new Error('own')
      const error = await thrown(async () => {
        for await (const _ of watchRequest(service.connection(), often)) throw own
      })
      expect(error).equal(own)
      await until(() => service.socket.open === 0)
      await noMoreRequests(service)
    })

    it('behavior: return before the first next sends nothing', async () => {
      const watch = watchRequest(service.connection(), often)
      await watch.return!()
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
      expect(service.http.requests).deep.equal([])
    })

    it('behavior: return right after the first next opens nothing', async () => {
      service.set('pending')
      const watch = watchRequest(service.connection(), often)
      const first = watch.next()
      await watch.return!()
      expect(await first).deep.equal({ done: true, value: undefined })
      await sleep(100)
      expect(service.socket.paths).deep.equal([])
      expect(service.http.requests).deep.equal([])
    })

    it('behavior: nothing is yielded after return', async () => {
      service.set('waiting')
      const watch = watchRequest(service.connection(), rarely)
      await watch.next()
      await subscribed(service)
      for (const status of path.slice(1)) service.move(status)
      await until(() => service.socket.open === 0)
      await watch.return!()
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
    })

    it('error: the signal takes precedence over statuses not yet read', async () => {
      service.set('waiting')
      const controller = new AbortController()
      const watch = watchRequest(service.connection(), { ...rarely, signal: controller.signal })
      await watch.next()
      await subscribed(service)
      service.move('pending')
      await sleep(50)
      controller.abort()
      expect(await thrown(() => watch.next())).include({ name: 'ServiceAbortedError' })
    })

    it('behavior: a slow reader gets every change, then the error', async () => {
      service.set('waiting')
      const watch = watchRequest(service.connection(), { ...rarely, timeoutMs: 400 })
      await watch.next()
      await subscribed(service)
      service.move('pending')
      service.move('submitted')
      await sleep(500)
      expect((await watch.next()).value.status).equal('pending')
      expect((await watch.next()).value.status).equal('submitted')
      expect(await thrown(() => watch.next())).include({
        name: 'RequestTimeoutError',
        lastStatus: 'submitted',
      })
      expect(await watch.next()).deep.equal({ done: true, value: undefined })
    })

    it('behavior: a slow reader gets every change after the request is over', async () => {
      service.set('waiting')
      const watch = watchRequest(service.connection(), rarely)
      await watch.next()
      await subscribed(service)
      for (const status of path.slice(1)) service.move(status)
      await until(() => service.socket.open === 0)
      const seen = []
      for await (const { status } of watch) seen.push(status)
      expect(seen).deep.equal(path.slice(1))
    })
  })

  describe('process', () => {
    const folder = setUpFolder()
    let script: string
    before(async () => {
      script = folder.path('watchAndBreak.mjs')
      const entryPoint = fileURLToPath(new URL('watchAndBreak.ts', import.meta.url))
      await bundleForNode({ entryPoints: [entryPoint], outfile: script })
    })
    const runs: Record<string, string[]> = { 'its own websocket': [] }
    if (process.allowedNodeEnvironmentFlags.has('--experimental-websocket')) {
      runs['the websocket of the package'] = ['--no-experimental-websocket']
    }
    for (const [name, flags] of Object.entries(runs)) {
      for (const fault of ['none', 'refused', 'silent'] as const) {
        // Without a way to cut its connection, a server that answers no closing keeps it.
        if (fault === 'silent' && flags.length === 0) continue
        it(`behavior: ends by itself after a break, with ${name}, fault: ${fault}`, async () => {
          service.set('pending')
          if (fault === 'refused') service.socket.refuseWith = 500
          const child = fork(script, [service.http.url, service.socket.url, requestId], {
            execArgv: flags,
          })
          const messages: unknown[] = []
          child.on('message', (message) => messages.push(message))
          const exit = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
          const tooLong = setTimeout(() => child.kill(), 20_000)
          await until(() => messages.length === 1, 'the child sees the status')
          if (fault === 'refused') await until(() => service.socket.paths.length > 1, 'the child tries again')
          else await until(() => service.socket.subscribers(requestId) === 1, 'the child subscribes')
          if (fault === 'silent') service.socket.fallSilent()
          child.send('break')
          const status = await exit
          clearTimeout(tooLong)
          // The package's own timer for the closing goes with the connection.
          expect(status).equal(fault === 'silent' ? 3 : 0)
        })
      }
    }

    it('behavior: a browser bundle contains nothing of Node', async () => {
      const { text, files } = await bundleForBrowser('src/client/follow/watchRequest.ts')
      expect(files.filter((path) => /node_modules\/ws\//.test(path))).deep.equal([])
      expect(files.some((path) => path.includes('isows/_esm/native.js'))).equal(true)
      expect(text).not.match(/["']node:/)
    })
  })
})
