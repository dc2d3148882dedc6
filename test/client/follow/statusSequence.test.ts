import { expect } from 'chai'
import fc from 'fast-check'
import { createStatusSequence } from '../../../src/client/follow/statusSequence.js'
import { requestStatuses } from '../../../src/service/resources/requestStatus.js'
import type { StatusRecord } from '../../../src/service/resources/status.js'

const take = (...records: StatusRecord[]) => {
  const sequence = createStatusSequence()
  return records.flatMap((record) => sequence.accept(record)?.status ?? [])
}

describe('createStatusSequence', () => {
  it('default', () => {
    const records = ['waiting', 'pending', 'pending', 'submitted', 'success'].map((status) => ({ status }))
    expect(take(...records)).deep.equal(['waiting', 'pending', 'submitted', 'success'])
  })

  it('behavior: a record that differs only in its time or in absent fields is a repeat', () => {
    const full = { status: 'pending', updatedAt: 2, inTxHashes: ['0x1'], txHashes: [], failReason: 'N/A' }
    expect(take(full, { ...full, updatedAt: 3 }, { status: 'pending', updatedAt: 4 })).deep.equal(['pending'])
    expect(take({ status: 'pending' }, { status: 'pending', failReason: null, txHashes: [] })).deep.equal([
      'pending',
    ])
  })

  it('behavior: another hash or reason is a change', () => {
    const changes: Partial<StatusRecord>[] = [
      { inTxHashes: ['0x1'] },
      { txHashes: ['0x1'] },
      { failReason: 'UNKNOWN' },
      { refundFailReason: 'UNKNOWN' },
    ]
    for (const change of changes) {
      const first = { status: 'failure' }
      expect(take(first, { ...first, ...change }, { ...first, ...change })).deep.equal(['failure', 'failure'])
    }
    const both = { status: 'failure', inTxHashes: ['0x1'], txHashes: ['0x1'] }
    expect(take({ status: 'failure', inTxHashes: ['0x1'] }, both)).deep.equal(['failure', 'failure'])
  })

  it('behavior: a malformed reason is ignored', () => {
    for (const failReason of [5, {}, [], { toString: null }]) {
      const record = { status: 'failure', failReason } as unknown as StatusRecord
      expect(take({ status: 'failure' }, record)).deep.equal(['failure'])
    }
  })

  it('behavior: drops records older than the last change', () => {
    const pending = { status: 'pending', updatedAt: 5 }
    expect(take(pending, { status: 'submitted', updatedAt: 4 })).deep.equal(['pending'])
    expect(take(pending, { status: 'submitted', updatedAt: 5 })).deep.equal(['pending', 'submitted'])
    expect(take(pending, { status: 'submitted', updatedAt: 6 })).deep.equal(['pending', 'submitted'])
    expect(take(pending, { status: 'waiting', updatedAt: 5 })).deep.equal(['pending'])
    expect(take(pending, { status: 'waiting' })).deep.equal(['pending'])
    expect(take({ status: 'submitted', updatedAt: 5 }, { status: 'pending', updatedAt: 6 })).deep.equal([
      'submitted',
      'pending',
    ])
  })

  it('behavior: a repeat advances the time', () => {
    const pending = { status: 'pending', updatedAt: 5 }
    expect(take(pending, { ...pending, updatedAt: 9 }, { status: 'submitted', updatedAt: 7 })).deep.equal([
      'pending',
    ])
  })

  it('behavior: nothing follows success and refund', () => {
    for (const status of ['success', 'refund', 'fallback']) {
      const next = requestStatuses.map((status, index) => ({ status, updatedAt: 10 + index }))
      expect(take({ status, updatedAt: 1 }, ...next)).have.length(1)
    }
  })

  it('behavior: a success is never too old', () => {
    expect(take({ status: 'submitted', updatedAt: 5 }, { status: 'success', updatedAt: 4 })).deep.equal([
      'submitted',
      'success',
    ])
  })

  it('behavior: a failure may become pending or refund, and nothing earlier', () => {
    for (const time of [undefined, 1, 2]) {
      const path = ['failure', 'pending', 'refund'].map((status) => ({ status, updatedAt: time }))
      expect(take(...path)).deep.equal(['failure', 'pending', 'refund'])
    }
    for (const status of ['waiting', 'depositing', 'received', 'unknown']) {
      expect(take({ status: 'failure', updatedAt: 1 }, { status, updatedAt: 2 })).deep.equal(['failure'])
    }
  })

  it('behavior: fallback becomes refund; other words stay', () => {
    const words = ['unknown', 'received', 'delayed', 'newWord', 'fallback']
    expect(take(...words.map((status) => ({ status })))).deep.equal([...words.slice(0, 4), 'refund'])
  })

  it('behavior: an answer requested before the last change', () => {
    const sequence = createStatusSequence()
    sequence.accept({ status: 'failure' })
    expect(sequence.accept({ status: 'pending' }, 0)).equal(undefined)
    expect(sequence.accept({ status: 'pending', updatedAt: 1 }, 0)).property('status', 'pending')
    expect(sequence.accept({ status: 'success' }, 0)).property('status', 'success')
  })

  it('property: repeated and late events never break the order or repeat a status', () => {
    const path = ['waiting', 'pending', 'submitted', 'success'].map((status, index) => ({
      status,
      updatedAt: index,
    }))
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 30 }), (indices) => {
        const seen = take(...indices.map((index) => path[index]!))
        const highest = indices.filter((index, at) => indices.slice(0, at).every((before) => before < index))
        expect(seen).deep.equal(highest.map((index) => path[index]!.status))
      }),
    )
  })
})
