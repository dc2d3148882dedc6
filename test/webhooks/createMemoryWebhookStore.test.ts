import { expect } from 'chai'
import { createMemoryWebhookStore } from '../../src/webhooks/index.js'
import { thrown } from '../support/errors.js'

describe('createMemoryWebhookStore', () => {
  it('default', async () => {
    const store = createMemoryWebhookStore()
    expect([store.claim('a'), store.claim('a'), store.claim('b')]).deep.equal(['claimed', 'busy', 'claimed'])
    store.complete('a')
    store.release('b')
    expect([store.claim('a'), store.claim('b')]).deep.equal(['done', 'claimed'])
  })

  it('behavior: forgets a delivery after its time', () => {
    let nowMs = 0
    const store = createMemoryWebhookStore({ ttlMs: 100, now: () => nowMs })
    store.claim('a')
    store.complete('a')
    nowMs = 99
    expect(store.claim('a')).equal('done')
    nowMs = 100
    expect(store.claim('a')).equal('claimed')
  })

  it('behavior: a delivery processed again counts as new', () => {
    let nowMs = 0
    const store = createMemoryWebhookStore({ maxEntries: 2, ttlMs: 100, now: () => nowMs })
    const processAt = (timeMs: number, id: string) => {
      nowMs = timeMs
      expect(store.claim(id)).equal('claimed')
      store.complete(id)
    }
    processAt(0, 'a')
    processAt(50, 'b')
    processAt(100, 'a')
    processAt(101, 'c')
    expect(['a', 'c', 'b'].map((id) => store.claim(id))).deep.equal(['done', 'done', 'claimed'])
  })

  it('behavior: forgets the oldest, but never a delivery in progress', () => {
    const store = createMemoryWebhookStore({ maxEntries: 2 })
    store.claim('busy')
    for (const id of ['a', 'b', 'c']) {
      store.claim(id)
      store.complete(id)
    }
    expect(['busy', 'c', 'b', 'a'].map((id) => store.claim(id))).deep.equal([
      'busy',
      'done',
      'done',
      'claimed',
    ])
  })

  it('error: invalid limits', async () => {
    for (const maxEntries of [0, -1, 1.5, Number.NaN]) {
      expect(await thrown(() => createMemoryWebhookStore({ maxEntries }))).include({
        name: 'WebhookOptionError',
        option: 'maxEntries',
        shortMessage: 'maxEntries must be a whole number above 0.',
      })
    }
    for (const ttlMs of [0, -1, Number.NaN]) {
      expect(await thrown(() => createMemoryWebhookStore({ ttlMs }))).include({
        option: 'ttlMs',
        shortMessage: 'ttlMs must be a number above 0.',
      })
    }
  })
})
