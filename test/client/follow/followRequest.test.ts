import { expect } from 'chai'
import type { Connection } from '../../../src/client/connection.js'
import { type FollowParameters, readFollowParameters } from '../../../src/client/follow/followParameters.js'
import { followRequest } from '../../../src/client/follow/followRequest.js'
import { requestId, setUpService, sleep, until } from './helpers.js'

describe('followRequest', () => {
  const service = setUpService()

  function follow(connection: Connection, parameters: Partial<FollowParameters>, safetyIntervalMs: number) {
    const seen: string[] = []
    const settings = { ...readFollowParameters(connection, { requestId, ...parameters }), safetyIntervalMs }
    const end = new Promise<void>((resolve, reject) => {
      followRequest(connection, settings, {
        onChange: ({ status }) => seen.push(status),
        onEnd: (error) => (error ? reject(error) : resolve()),
      })
    })
    return { seen, end }
  }

  /** The subscription is confirmed, what may have been missed is asked for, and polling has slowed down. */
  async function delivering() {
    await until(() => service.socket.subscribers(requestId) === 1)
    let length = -1
    while (length !== service.http.requests.length) {
      length = service.http.requests.length
      await sleep(100)
    }
  }

  it('behavior: slow polls find a change that a silent websocket missed', async () => {
    service.set('waiting')
    const { seen, end } = follow(service.connection(), { pollingIntervalMs: 5 }, 300)
    await delivering()
    service.socket.fallSilent()
    service.set('pending')
    await until(() => seen.length === 2)
    service.set('success')
    await end
    expect(seen).deep.equal(['waiting', 'pending', 'success'])
  })

  it('behavior: does not rely on a websocket that missed a change', async () => {
    service.set('waiting')
    const { seen, end } = follow(service.connection(), { pollingIntervalMs: 5 }, 300)
    await delivering()
    service.set('pending')
    await until(() => seen.length === 2)
    const { length } = service.http.requests
    await until(() => service.http.requests.length > length + 40, 'polls as often as without it')
    service.move('success')
    await end
  })

  it('behavior: polls rarely while the websocket delivers', async () => {
    service.set('waiting')
    const { end } = follow(service.connection(), { pollingIntervalMs: 1 }, 60_000)
    await delivering()
    const { length } = service.http.requests
    await sleep(100)
    expect(service.http.requests).have.length(length)
    service.move('success')
    await end
  })

  it('behavior: a second follower of a request relies on the same subscription', async () => {
    service.set('waiting')
    const connection = service.connection()
    const first = follow(connection, { pollingIntervalMs: 60_000 }, 60_000)
    await delivering()
    const second = follow(connection, { pollingIntervalMs: 1 }, 60_000)
    await until(() => second.seen.length === 1)
    await sleep(50)
    const { length } = service.http.requests
    await sleep(100)
    expect(service.http.requests).have.length(length)
    service.move('success')
    await Promise.all([first.end, second.end])
  })
})
