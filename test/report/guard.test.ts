import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { isOwnRequest } from '../../src/cli/inspect/guard.js'

describe('isOwnRequest', () => {
  const isOwn = (port: number, headers: IncomingHttpHeaders) =>
    isOwnRequest({ headers, url: '/node' } as IncomingMessage, port)

  it('behavior: the host has no port on port 80, and one elsewhere', () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(isOwn(80, { host, origin: `http://${host}` })).to.equal(true)
      expect(isOwn(80, { host, origin: 'http://evil.example' })).to.equal(false)
      expect(isOwn(8080, { host })).to.equal(false)
      expect(isOwn(8080, { host: `${host}:8080`, origin: `http://${host}:8080` })).to.equal(true)
    }
    expect(isOwn(80, { host: 'evil.example' })).to.equal(false)
    expect(isOwn(80, { host: '127.0.0.1.evil.example' })).to.equal(false)
  })
})
