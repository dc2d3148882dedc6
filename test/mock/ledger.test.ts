import { expect } from 'chai'
import type { Hex } from 'viem'
import { IllegalTransitionError } from '../../src/mock/errors.js'
import { createLedger, type LedgerAttestation, type RequestTerms } from '../../src/mock/ledger.js'
import {
  type CurrentStatus,
  mayFollow,
  requestStatuses as statuses,
} from '../../src/service/resources/requestStatus.js'

/** How a new request gets to each status. */
const paths: Record<CurrentStatus, CurrentStatus[]> = {
  waiting: [],
  depositing: ['depositing'],
  pending: ['pending'],
  submitted: ['pending', 'submitted'],
  success: ['pending', 'submitted', 'success'],
  failure: ['failure'],
  refund: ['failure', 'refund'],
}

const id: Hex = `0x${'ab'.repeat(32)}`
const orderId: Hex = `0x${'0d'.repeat(32)}`
const newRequest = {
  id,
  orderId,
  request: {},
  terms: {} as RequestTerms,
  attestation: {} as LedgerAttestation,
}

function openRequest() {
  const ledger = createLedger()
  ledger.open(newRequest)
  return ledger
}

describe('createLedger', () => {
  it('default', () => {
    const ledger = openRequest()
    const { createdAt, updatedAt, ...record } = ledger.get(id)
    expect(record).to.deep.equal({
      ...newRequest,
      status: 'waiting',
      inTxHashes: [],
      txHashes: [],
      details: null,
      failReason: 'N/A',
      refundFailReason: 'N/A',
    })
    expect(updatedAt).to.be.closeTo(Date.now(), 1000)
    expect(createdAt).to.equal(updatedAt)
    expect(ledger.find(`0x${'AB'.repeat(32)}`)?.id).to.equal(id)
    expect(ledger.find(`0x${'cd'.repeat(32)}`)).to.equal(undefined)
  })

  const pairs = statuses.flatMap((from) => statuses.map((to) => ({ from, to })))
  const isLegal = ({ from, to }: (typeof pairs)[number]) => mayFollow(from, to)

  it('behavior: allows every transition of the table', () => {
    for (const { from, to } of pairs.filter(isLegal)) {
      const ledger = openRequest()
      for (const status of paths[from]) ledger.move(id, status)
      expect(ledger.move(id, to, { failReason: 'UNKNOWN' })).to.include({ status: to, failReason: 'UNKNOWN' })
    }
  })

  it('error: refuses every other transition without a change', () => {
    const illegal = pairs.filter((pair) => !isLegal(pair))
    expect(illegal).to.have.length(49 - 10)
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
    expect(() => openRequest().open(newRequest)).to.throw('exists')
  })

  it('behavior: finds a request by its order, and lists the oldest first', () => {
    const ledger = openRequest()
    const other = { ...newRequest, id: orderId, orderId: id }
    ledger.open(other)
    expect(ledger.findByOrder(`0x${'0D'.repeat(32)}`)?.id).to.equal(id)
    expect(ledger.findByOrder(id)?.id).to.equal(orderId)
    expect(ledger.findByOrder(`0x${'cd'.repeat(32)}`)).to.equal(undefined)
    expect(ledger.list().map((record) => record.id)).to.deep.equal([id, orderId])
  })

  it('behavior: reports each status once, in order, until it is stopped', () => {
    const ledger = createLedger(() => 7)
    const told: string[] = []
    const stop = ledger.onMove(({ status, updatedAt }) => told.push(`${status} ${updatedAt}`))
    ledger.open(newRequest)
    ledger.move(id, 'pending')
    ledger.note(id, { details: null })
    stop()
    ledger.move(id, 'submitted')
    expect(told).to.deep.equal(['waiting 7', 'pending 7'])
  })
})
