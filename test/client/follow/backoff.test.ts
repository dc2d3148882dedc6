import { expect } from 'chai'
import type { Connection } from '../../../src/client/connection.js'
import { createConnection } from '../../../src/client/createConnection.js'
import { InvalidResponseError, ServiceHttpError, ServiceNetworkError } from '../../../src/client/errors.js'
import { openReconnectingSocket } from '../../../src/client/follow/reconnectingSocket.js'
import { waitForRequest } from '../../../src/client/follow/waitForRequest.js'
import { fake } from '../../support/fake.js'
import { requestId } from '../operations/fixtures.js'
import { recordWaits } from '../transport/recordWaits.js'

/** The follower's own deadline, which runs in real time. */
const timeoutMs = 5000

const refuse = (status: number) =>
  new ServiceHttpError({
    operation: 'GET /intents/status/v3',
    status,
    code: undefined,
    serviceMessage: undefined,
    body: {},
  })

/** Follows a request whose status can't be had so many times. */
async function waitsAfter(faults: number, error: Error, pollingIntervalMs: number): Promise<number[]> {
  let left = faults
  const request = async () => {
    if (left-- > 0) throw error
    return { status: 'success' }
  }
  const connection: Connection = {
    ...createConnection({ profile: 'mock', baseUrl: 'https://service.example' }),
    request: fake(request),
  }
  return recordWaits(() => waitForRequest(connection, { requestId, pollingIntervalMs, timeoutMs }), timeoutMs)
}

describe('waits between polls', () => {
  for (const error of [new ServiceNetworkError({ operation: 'GET /x' }), refuse(503), refuse(429)]) {
    it(`behavior: double with each fault: ${error.message}`, async () => {
      expect(await waitsAfter(4, error, 100)).deep.equal([0, 150, 300, 600, 1200])
    })
  }

  const page = new InvalidResponseError({
    operation: 'GET /x',
    path: '',
    value: '<html>',
    requirement: 'must be JSON',
  })
  for (const error of [refuse(400), refuse(401), refuse(403), refuse(404), page]) {
    it(`behavior: stay within the interval after an uninformative answer: ${error.message}`, async () => {
      expect(await waitsAfter(5, error, 1000)).deep.equal([0, 225, 450, 750, 750, 750])
      expect(await waitsAfter(2, error, 100)).deep.equal([0, 75, 75])
    })
  }

  it('behavior: are half a minute at most', async () => {
    const waits = await waitsAfter(8, refuse(500), 1000)
    expect(waits).deep.equal([0, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500, 22_500])
  })
})

describe('waits between connections of the websocket', () => {
  it('behavior: double up to 10 seconds', async () => {
    let tries = 0
    const waits = await recordWaits(async () => {
      // Nothing listens on port 1.
      const url = () => {
        tries++
        return 'ws://127.0.0.1:1'
      }
      const socket = openReconnectingSocket(url, { onMessage: () => {}, onDown: () => {} })
      while (tries < 9) await new Promise((resolve) => setImmediate(resolve))
      socket.close()
    }, timeoutMs)
    const expected = [187.5, 375, 750, 1500, 3000, 6000, 7500, 7500]
    expect(waits.filter((wait) => expected.includes(wait)).slice(0, 8)).deep.equal(expected)
  })
})
