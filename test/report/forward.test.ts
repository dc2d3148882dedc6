import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { forwardToNode, forwardToService } from '../../src/cli/inspect/forward.js'
import { readNode } from '../../src/cli/node.js'
import { setUpHttpServer } from '../support/httpServer.js'

describe('forward', () => {
  const server = setUpHttpServer()

  const askService = (gone?: AbortSignal) =>
    forwardToService({ profile: {}, url: server.url }, 'GET', '/chains', '', gone)
  const askNode = () => forwardToNode(readNode(server.url), '{"id":1,"method":"eth_chainId"}')

  it('attack: an endless answer is cut off with a named error, and its connection closed', async () => {
    for (const [ask, subject] of [
      [askService, 'The service'],
      [askNode, 'The node'],
    ] as const) {
      const { sent, ended } = answerEndlessly()
      const { status, text } = await ask()
      expect(status).to.equal('fault')
      expect(JSON.parse(text).message).to.equal(`${subject} answered more than 16 MiB.`)
      await ended
      expect(sent()).to.be.below(64)
    }
  })

  it('behavior: an answer is aborted once its reader leaves', async () => {
    const { ended } = answerEndlessly(50)
    const gone = new AbortController()
    const asked = askService(gone.signal)
    setTimeout(() => gone.abort(), 100)
    expect((await asked).status).to.equal('fault')
    await ended
  })

  /** Counts the mebibytes that the other end took. */
  function answerEndlessly(pauseMs = 0) {
    let sent = 0
    let end: () => void
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const mebibyte = Buffer.alloc(2 ** 20, 'x')
    async function send(response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('close', () => end())
      while (!response.destroyed) {
        if (!response.write(mebibyte)) await Promise.race([once(response, 'drain'), ended])
        sent += 1
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    server.respondWith((_, response) => void send(response))
    return { sent: () => sent, ended }
  }
})
