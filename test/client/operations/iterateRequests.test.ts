import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import {
  type IterateRequestsParameters,
  iterateRequests,
} from '../../../src/client/operations/iterateRequests.js'
import { thrown } from '../../support/errors.js'
import { answer, inTurn, setUpHttpServer } from '../../support/httpServer.js'
import { request, user } from './fixtures.js'

const page = (ids: string[], continuation?: string | null) =>
  answer(200, { requests: ids.map((id) => ({ ...request, id })), continuation })

describe('iterateRequests', () => {
  const server = setUpHttpServer()
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })
  const list = async (parameters?: IterateRequestsParameters) => {
    const ids: string[] = []
    for await (const { id } of iterateRequests(connect(), parameters)) ids.push(id!)
    return ids
  }
  const continuations = () => server.requests.map(({ query }) => query.get('continuation'))

  it('default', async () => {
    server.respondWith(inTurn(page(['a', 'b'], 'one'), page([], 'two'), page(['c'])))
    expect(await list({ user, limit: 2 })).deep.equal(['a', 'b', 'c'])
    expect(continuations()).deep.equal([null, 'one', 'two'])
    for (const { path, query } of server.requests) {
      expect(path).equal('/requests/v3')
      expect({ user: query.get('user'), limit: query.get('limit') }).deep.equal({ user, limit: '2' })
      expect([...query.keys()]).not.include('maxPages')
    }
  })

  it('behavior: an empty or null continuation is the end', async () => {
    for (const end of ['', null]) {
      server.respondWith(inTurn(page(['a'], end), page(['b'])))
      expect(await list()).deep.equal(['a'])
    }
  })

  it("behavior: begins at the caller's continuation", async () => {
    server.respondWith(page(['c']))
    expect(await list({ continuation: 'two' })).deep.equal(['c'])
    expect(continuations()).deep.equal(['two'])
  })

  it('behavior: maxPages', async () => {
    for (const [maxPages, ids] of [
      [0, []],
      [1, ['a']],
      [2, ['a', 'b']],
      [3, ['a', 'b']],
    ] as const) {
      server.respondWith(inTurn(page(['a'], 'one'), page(['b'])))
      expect(await list({ maxPages })).deep.equal(ids)
      expect(server.requests).length(Math.min(maxPages, 2))
    }
  })

  it('behavior: requests the next page only when its first record is needed', async () => {
    server.respondWith(inTurn(page(['a', 'b'], 'one'), page(['c'])))
    const records = iterateRequests(connect())
    expect(server.requests).length(0)
    await records.next()
    await records.next()
    expect(server.requests).length(1)
    expect((await records.next()).value).include({ id: 'c' })
    expect(server.requests).length(2)
    expect(await records.next()).deep.equal({ done: true, value: undefined })
  })

  it('behavior: an abort ends it within a page and between pages', async () => {
    for (const recordsBefore of [1, 2]) {
      server.respondWith(inTurn(page(['a', 'b'], 'one'), page(['c'])))
      const controller = new AbortController()
      const records = iterateRequests(connect(), {}, { signal: controller.signal })
      for (let count = 0; count < recordsBefore; count++) await records.next()
      controller.abort()
      expect(await thrown(() => records.next())).include({
        name: 'ServiceAbortedError',
        operation: 'GET /requests/v3',
      })
      expect(server.requests).length(1)
    }
  })

  it('error: a repeated continuation', async () => {
    server.respondWith(inTurn(page(['a'], 'one'), page(['b'], 'two'), page(['c'], 'one')))
    const ids: string[] = []
    const error = await thrown(async () => {
      for await (const { id } of iterateRequests(connect())) ids.push(id!)
    })
    expect(error).include({ name: 'InvalidResponseError', path: 'continuation', value: 'one' })
    expect(ids).deep.equal(['a', 'b', 'c'])
    expect(server.requests).length(3)

    server.respondWith(page(['a'], 'start'))
    expect(await thrown(() => list({ continuation: 'start' }))).include({ path: 'continuation' })
    expect(server.requests).length(1)
  })

  it('error: invalid parameters', async () => {
    const cases = [
      ['maxPages', -1],
      ['maxPages', 1.5],
      ['limit', 51],
    ] as const
    for (const [path, value] of cases) {
      server.respondWith(page(['a']))
      const error = await thrown(() => list({ [path]: value }))
      expect(error).include({ name: 'InvalidRequestError', path, value })
      expect(server.requests).length(0)
    }
  })
})
