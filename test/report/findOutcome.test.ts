import { expect } from 'chai'
import { isGood } from '../../src/cli/verify/describeVerification.js'
import type { ReceiverReport } from '../../src/report/receiver/receiverReport.js'
import type { ServiceRecord } from '../../src/report/service/fetchRecord.js'
import { findOutcome } from '../../src/report/state/findOutcome.js'
import { isValid } from '../../src/report/verification.js'
import { fake } from '../support/fake.js'

const said = (status: string, fields: Partial<ServiceRecord> = {}): ServiceRecord => ({
  status,
  depositTransactions: [],
  fillTransactions: [],
  refundTransactions: [],
  timeline: [],
  ...fields,
})
const deposited = { depositTransactions: ['0x12'] }
const asked = (fields: Partial<ReceiverReport> = {}) =>
  ({ isPaid: false, checks: [], ...fields }) as unknown as ReceiverReport
const late = { checks: [{ name: 'expiry', ok: false }] as ReceiverReport['checks'] }
const find = (record?: ServiceRecord, onchain?: ReceiverReport, deadline?: number) => {
  const { outcome, outcomeSource, waitingFor } = findOutcome({ record, onchain, deadline, now: 100 })
  return [outcome, outcomeSource, waitingFor].filter((part) => part !== undefined).join(' ')
}

describe('findOutcome', () => {
  it('behavior: maps each status of the service', () => {
    for (const [status, fields, outcome] of [
      ['waiting', {}, 'waiting said deposit'],
      ['waiting', deposited, 'waiting said fill'],
      ['received', {}, 'waiting said fill'],
      ['depositing', {}, 'waiting said fill'],
      ['pending', {}, 'waiting said fill'],
      ['delayed', {}, 'waiting said fill'],
      ['submitted', {}, 'waiting said fill'],
      ['success', {}, 'settled said'],
      ['refund', {}, 'refunded said'],
      ['fallback', {}, 'refunded said'],
      ['refunded', {}, 'refunded said'],
      ['failure', {}, 'failed said'],
      ['failure', { failReason: 'TTL_EXPIRED' }, 'expired said'],
      ['failure', { failReason: 'TTL_EXPIRED', ...deposited }, 'failed said'],
      ['unknown', {}, 'unknown '],
      ['constructor', {}, 'unknown '],
    ] as const) {
      expect(find(said(status, fields)).trim(), status).to.equal(outcome.trim())
    }
    expect(find().trim()).to.equal('unknown')
  })

  it("behavior: a receiver's measurement takes precedence over every status", () => {
    for (const status of ['waiting', 'pending', 'success', 'refund', 'failure', 'odd']) {
      expect(find(said(status), asked({ isPaid: true }))).to.equal('paid measured')
    }
    expect(find(undefined, asked({ isPaid: true }))).to.equal('paid measured')
  })

  it('behavior: a return is the outcome unless the service still waits, because anyone can cause one', () => {
    const returned = asked({ returned: fake({}) })
    for (const status of ['success', 'refund', 'failure', 'odd'])
      expect(find(said(status), returned)).to.equal('returned measured')
    for (const status of ['waiting', 'pending'])
      expect(find(said(status), returned)).to.match(/^waiting said/)
    expect(find(undefined, returned)).to.equal('returned measured')
    expect(find(undefined, asked({ returned: fake({}), isAuthorized: true })).trim()).to.equal('unknown')
  })

  it("behavior: a call that was paid by another order's fill is not this order's payment", () => {
    const paid = asked({ isPaid: true, isOwnFill: false })
    expect(find(said('refund'), paid)).to.equal('refunded said')
    expect(find(said('success'), paid)).to.equal('settled said')
    expect(find(said('waiting'), paid)).to.match(/^waiting said/)
    expect(find(undefined, paid).trim()).to.equal('unknown')
    expect(find(said('refund'), asked({ isPaid: true, isOwnFill: true }))).to.equal('paid measured')
    expect(find(said('success'), asked({ isPaid: true, isOwnFill: null }))).to.equal('settled said')
  })

  it('behavior: a deposit that waits for an authorization', () => {
    const call = (isAuthorized: boolean) => asked({ isAuthorized })
    expect(find(said('pending'), call(false))).to.equal('waiting said authorization')
    expect(find(said('pending'), call(true))).to.equal('waiting said fill')
    expect(find(said('waiting'), call(false))).to.equal('waiting said deposit')
  })

  it('behavior: expired, by the chain or the clock', () => {
    expect(find(undefined, asked(late))).to.equal('expired measured')
    expect(find(said('pending'), asked(late))).to.equal('expired measured')
    expect(find(said('refund'), asked(late))).to.equal('refunded said')
    expect(find(undefined, asked({ ...late, isPaid: null })).trim()).to.equal('unknown')
    expect(find(said('pending'), undefined, 99)).to.equal('expired said')
    expect(find(said('pending'), undefined, 100)).to.equal('waiting said fill')
    // Without the service's word it may have been filled.
    expect(find(undefined, undefined, 99).trim()).to.equal('unknown')
  })
})

describe('isValid', () => {
  const paused = [{ name: 'paused', ok: false }] as ReceiverReport['checks']
  const valid = (fields: Partial<Parameters<typeof isValid>[0]>) =>
    isValid({ genuine: true, outcome: 'unknown', checks: [], onchain: undefined, ...fields })

  it('behavior: without a receiver, decides by genuineness', () => {
    for (const outcome of ['refunded', 'failed', 'expired', 'settled', 'waiting', 'unknown'] as const) {
      expect(valid({ outcome }), outcome).to.equal(true)
      expect(valid({ outcome, genuine: false }), outcome).to.equal(false)
      expect(valid({ outcome, genuine: null }), outcome).to.equal(false)
    }
    expect(valid({ checks: [{ name: 'deadline', ok: false }] })).to.equal(true)
  })

  it('behavior: with a receiver, decides by whether it was or can be paid there', () => {
    const onchain = asked()
    for (const outcome of ['returned', 'refunded', 'failed', 'expired', 'settled'] as const) {
      expect(valid({ outcome, onchain }), outcome).to.equal(false)
    }
    for (const outcome of ['waiting', 'unknown'] as const) {
      expect(valid({ outcome, onchain }), outcome).to.equal(true)
      expect(valid({ outcome, onchain: asked({ checks: paused }) }), outcome).to.equal(false)
      expect(valid({ outcome, onchain, genuine: false }), outcome).to.equal(false)
      expect(valid({ outcome, onchain, checks: [{ name: 'deadline', ok: false }] }), outcome).to.equal(false)
    }
    const paid = asked({ isPaid: true, checks: [{ name: 'duplicate', ok: false }] })
    expect(valid({ outcome: 'paid', onchain: paid })).to.equal(true)
  })

  it('behavior: a loss is never green', () => {
    for (const outcome of ['returned', 'refunded', 'failed', 'expired'] as const) {
      expect(isGood({ valid: true, outcome }), outcome).to.equal(false)
    }
    for (const outcome of ['paid', 'settled', 'waiting', 'unknown'] as const) {
      expect(isGood({ valid: true, outcome }), outcome).to.equal(true)
    }
    expect(isGood({ valid: false, outcome: 'paid' })).to.equal(false)
  })
})
