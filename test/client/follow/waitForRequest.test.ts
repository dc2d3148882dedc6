import { expect } from 'chai'
import { waitForRequest } from '../../../src/client/follow/waitForRequest.js'
import { thrown } from '../../support/errors.js'
import { answer, inTurn } from '../../support/httpServer.js'
import { requestId, setUpService, sleep, until } from './helpers.js'

const often = { requestId, pollingIntervalMs: 5, failureGraceMs: 60 }

describe('waitForRequest', () => {
  const service = setUpService()

  it('default', async () => {
    service.set('waiting')
    const seen: string[] = []
    const waiting = waitForRequest(service.connection(), {
      ...often,
      onStatus: ({ status }) => seen.push(status),
    })
    await until(() => seen.length === 1)
    service.move('pending', { inTxHashes: ['0x1'] })
    await until(() => seen.length === 2)
    service.move('success', { inTxHashes: ['0x1'], txHashes: ['0x2'] })
    expect(await waiting).deep.include({ status: 'success', inTxHashes: ['0x1'], txHashes: ['0x2'] })
    expect(seen).deep.equal(['waiting', 'pending', 'success'])
    await until(() => service.socket.open === 0)
  })

  const ends: [path: string[], end: string][] = [
    [['success'], 'success'],
    [['refund'], 'refund'],
    [['fallback'], 'refund'],
    [['failure'], 'failure'],
    [['waiting', 'pending', 'failure'], 'failure'],
    [['failure', 'pending', 'refund'], 'refund'],
    [['failure', 'refund'], 'refund'],
    [['failure', 'fallback'], 'refund'],
    [['unknown', 'received', 'delayed', 'aNewWord', 'submitted', 'success'], 'success'],
  ]
  for (const [path, end] of ends) {
    it(`behavior: ${path.join(', ')}: ${end}`, async () => {
      service.http.respondWith(inTurn(...path.map((status) => answer(200, { status }))))
      const failureGraceMs = path.at(-1) === 'failure' ? 60 : 5000
      const record = await waitForRequest(service.polling(), { ...often, failureGraceMs })
      expect(record).deep.equal({ status: end })
    })
  }

  it('behavior: a failure carries its reason', async () => {
    service.set('failure', { failReason: 'DOUBLE_SPEND', refundFailReason: 'N/A', details: null })
    expect(await waitForRequest(service.polling(), often)).include({
      status: 'failure',
      failReason: 'DOUBLE_SPEND',
    })
  })

  it('behavior: waits for onStatus and loses no status meanwhile', async () => {
    service.set('waiting')
    const seen: string[] = []
    const waiting = waitForRequest(service.polling(), {
      ...often,
      onStatus: async ({ status }) => {
        await sleep(50)
        seen.push(status)
      },
    })
    for (const status of ['pending', 'submitted', 'success']) {
      const { length } = service.http.requests
      await until(() => service.http.requests.length > length + 1)
      service.set(status)
    }
    expect(await waiting).include({ status: 'success' })
    expect(seen).deep.equal(['waiting', 'pending', 'submitted', 'success'])
  })

  it('error: rethrows what onStatus throws', async () => {
    service.set('pending')
    const own = new Error('own')
    const onStatus = () => {
      throw own
    }
    expect(await thrown(() => waitForRequest(service.connection(), { ...often, onStatus }))).equal(own)
    await until(() => service.socket.open === 0)
  })

  it('error: the deadline', async () => {
    service.set('submitted')
    const error = await thrown(() => waitForRequest(service.polling(), { ...often, timeoutMs: 60 }))
    expect(error).include({
      name: 'RequestTimeoutError',
      requestId,
      timeoutMs: 60,
      lastStatus: 'submitted',
    })
  })

  it('error: the signal', async () => {
    service.set('submitted')
    const controller = new AbortController()
    const waiting = waitForRequest(service.connection(), { ...often, signal: controller.signal })
    await until(() => service.http.requests.length > 0)
    controller.abort()
    expect(await thrown(() => waiting)).include({ name: 'ServiceAbortedError' })
  })

  it('error: an invalid parameter', async () => {
    const error = await thrown(() => waitForRequest(service.polling(), { requestId: '0x12' }))
    expect(error).include({ name: 'InvalidRequestError', path: 'requestId', value: '0x12' })
  })
})
