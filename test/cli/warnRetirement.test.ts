import { expect } from 'chai'
import { setUpMock } from '../mock/helpers.js'
import { setUpHttpServer } from '../support/httpServer.js'
import { callCommand } from './callCommand.js'

describe('warnRetirement', () => {
  const { mock } = setUpMock()
  const server = setUpHttpServer()
  const id = `0x${'12'.repeat(32)}`

  const verifyThrough = async (headers: Record<string, string>) => {
    server.respondWith(async ({ path, query }, response) => {
      const answer = await fetch(`${mock.url}${path}?${query}`)
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...headers })
        .end(await answer.text())
    })
    return callCommand(['verify', id, '--profile', 'mock', '--url', server.url, '--json'])
  }

  it('default: a command warns once of each operation that the service ends', async () => {
    const sunset = 'Tue, 23 Feb 2027 00:00:00 GMT'
    const { status, stderr } = await verifyThrough({ deprecation: '@1795564800', sunset })
    const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: '))
    expect(status).to.equal(1)
    expect(warnings).to.include(
      'warning: the service calls GET /requests/{requestId}/signature deprecated, and ends it on 2027-02-23. Run fillproof doctor.',
    )
    expect(new Set(warnings).size).to.equal(warnings.length)
  })

  it('behavior: without a date, and without the headers', async () => {
    const { stderr } = await verifyThrough({ deprecation: 'true', sunset: 'soon' })
    expect(stderr).to.include('signature deprecated. Run fillproof doctor.')
    expect((await verifyThrough({})).stderr).not.to.include('deprecated')
  })
})
