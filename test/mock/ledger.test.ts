import { expect } from 'chai'
import type { Hex } from 'viem'
import { IllegalTransitionError } from '../../src/mock/errors.js'
import { type AttestationRecord, createLedger, type RequestTerms } from '../../src/mock/ledger.js'
import { type RequestStatus, transitions } from '../../src/mock/transitions.js'

const statuses = Object.keys(transitions) as RequestStatus[]

/** How a new request gets to each status. */
const paths: Record<RequestStatus, RequestStatus[]> = {
  waiting: [],
  pending: ['pending'],
  submitted: ['pending', 'submitted'],
  success: ['pending', 'submitted', 'success'],
  failure: ['failure'],
  refund: ['failure', 'refund'],
}

const id: Hex = `0x${'ab'.repeat(32)}`

function openRequest() {
  const ledger = createLedger()
  ledger.open({ id, terms: {} as RequestTerms, attestation: {} as AttestationRecord })
  return ledger
}

describe('createLedger', () => {
  it('default', () => {
    const ledger = openRequest()
    const { updatedAt, ...record } = ledger.get(id)
    expect(record).to.deep.equal({
      id,
      terms: {},
      attestation: {},
      status: 'waiting',
      inTxHashes: [],
      txHashes: [],
      details: null,
      failReason: 'N/A',
      refundFailReason: 'N/A',
    })
    expect(updatedAt).to.be.closeTo(Date.now(), 1000)
    expect(ledger.find(`0x${'AB'.repeat(32)}`)?.id).to.equal(id)
    expect(ledger.find(`0x${'cd'.repeat(32)}`)).to.equal(undefined)
  })

  const pairs = statuses.flatMap((from) => statuses.map((to) => ({ from, to })))
  const isLegal = ({ from, to }: (typeof pairs)[number]) => transitions[from].includes(to)

  it('behavior: every move in the table', () => {
    for (const { from, to } of pairs.filter(isLegal)) {
      const ledger = openRequest()
      for (const status of paths[from]) ledger.move(id, status)
      expect(ledger.move(id, to, { failReason: 'UNKNOWN' })).to.include({ status: to, failReason: 'UNKNOWN' })
    }
  })

  it('error: every other move, which changes nothing', () => {
    const illegal = pairs.filter((pair) => !isLegal(pair))
    expect(illegal).to.have.length(36 - 7)
    for (const { from, to } of illegal) {
      const ledger = openRequest()
      for (const status of paths[from]) ledger.move(id, status)
      expect(() => ledger.move(id, to, { failReason: 'UNKNOWN' }))
        .to.throw(IllegalTransitionError)
        .that.includes({ requestId: id, from, to })
      expect(ledger.get(id)).to.include({ status: from, failReason: 'N/A' })
    }
  })

  it('error: a request is opened once', () => {
    expect(() =>
      openRequest().open({ id, terms: {} as RequestTerms, attestation: {} as AttestationRecord }),
    ).to.throw('exists')
  })
})
