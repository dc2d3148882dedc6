import { expect } from 'chai'
import { readStreamMessage } from '../../../src/client/follow/readStreamMessage.js'
import { eventText, statusUpdated } from '../../support/websocketServer.js'
import { otherId, requestId } from './helpers.js'

const read = (message: unknown) => readStreamMessage(JSON.stringify(message))
const data = { requestId, status: 'pending', updatedAt: 1_760_000_000_000 }

describe('readStreamMessage', () => {
  it('default', () => {
    expect(readStreamMessage(eventText(data))).deep.equal({ type: 'event', requestId, event: data })
  })

  it('behavior: a message in a second wrapper', () => {
    expect(read({ data: { event: statusUpdated, data } })).deep.equal({
      type: 'event',
      requestId,
      event: data,
    })
  })

  it('behavior: fields of webhooks, and others, are kept', () => {
    const event = {
      ...data,
      depositAddress: null,
      details: null,
      failReason: 'N/A',
      refundFailReason: 'N/A',
      extra: [1],
    }
    expect(readStreamMessage(eventText(event))).deep.equal({ type: 'event', requestId, event })
  })

  it('behavior: ready and subscribed', () => {
    expect(read({ type: 'connection', status: 'ready', data: { id: '1' } })).deep.equal({ type: 'ready' })
    const upper = `0x${requestId.slice(2).toUpperCase()}`
    const confirmation = { event: statusUpdated, filters: { id: upper } }
    expect(read({ type: 'subscribe', status: 'success', data: confirmation })).deep.equal({
      type: 'subscribed',
      requestId,
    })
  })

  it('behavior: ignores everything else', () => {
    const messages = [
      null,
      1,
      'text',
      [],
      {},
      { type: 'connection', status: 'starting' },
      { type: 'subscribe', status: 'error', data: { filters: { id: requestId } } },
      { type: 'subscribe', status: 'success' },
      { type: 'unsubscribe', status: 'success', data: { event: statusUpdated } },
      { event: 'other', data },
      { event: statusUpdated },
      { event: statusUpdated, data: null },
      { event: statusUpdated, data: { ...data, requestId: undefined } },
      { event: statusUpdated, data: { ...data, requestId: '0x12' } },
      { event: statusUpdated, data: { ...data, status: 7 } },
      { data: { event: 'other', data } },
      { data: { requestId: otherId, status: 'pending' } },
    ]
    for (const message of messages) expect(read(message), JSON.stringify(message)).equal(undefined)
    for (const frame of ['', '{', 'ping', `${eventText(data)}}`, undefined, new Uint8Array(4)]) {
      expect(readStreamMessage(frame)).equal(undefined)
    }
  })
})
