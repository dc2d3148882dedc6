import { expect } from 'chai'
import type { OrderCheck } from '../../src/inspect/order/checkOrder.js'
import type { ReceiverReport } from '../../src/inspect/receiver/report.js'
import { nextSteps } from '../../src/inspect/state/nextSteps.js'
import { requestState } from '../../src/inspect/state/requestState.js'
import type { Verification } from '../../src/inspect/verification.js'

const refundTo = '0x1234567890123456789012345678901234567890'
const order = { deadline: 100, evidence: 'attested' } as Verification['order']
const verification = (fields: Partial<Verification> = {}) =>
  ({ checks: [], notes: [], solver: null, order, ...fields }) as unknown as Verification
const onchain = (fields: Partial<ReceiverReport> = {}) =>
  ({ isPaid: false, checks: [], unknown: [], ...fields }) as unknown as ReceiverReport
const failing = (name: string) => [{ name, ok: false } as OrderCheck]
const row = (name: string, ok: boolean) => ({ name, ok }) as never
const returned = { refundTo } as never
const settlement = (settled: boolean | null, ...rows: never[]) => ({ settled, rows }) as never

describe('nextSteps', () => {
  for (const [name, fields, state, text] of [
    ['a broken signature', { checks: failing('signature') }, 'unknown', 'Get the record again'],
    [
      'a stranger',
      { checks: failing('solver'), solver: refundTo },
      'unknown',
      `Don't act on it: ${refundTo}`,
    ],
    [
      'the order of another request',
      { checks: failing('orderId') },
      'unknown',
      'Take the quote of this request',
    ],
    ['no receiver', {}, 'unknown', 'Name a node and a receiver'],
    ['no order', { order: undefined }, 'unknown', 'Paste the quote'],
    ['an unsigned quote', { order: { ...order, evidence: 'none' } }, 'unknown', 'includeProtocolData'],
    ['paid', { onchain: onchain({ isPaid: true }) }, 'paid', 'Nothing: the receiver was paid.'],
    [
      'paid, and not final',
      { onchain: onchain({ isPaid: true, settlement: settlement(false, row('finality', false)) }) },
      'paid',
      'Wait for finality',
    ],
    [
      'paid, and not settled',
      { onchain: onchain({ isPaid: true, settlement: settlement(false, row('calls', false)) }) },
      'paid',
      'the rule calls fails',
    ],
    ['returned', { onchain: onchain({ returned }) }, 'returned', `${refundTo} has the money`],
    ['authorized', { onchain: onchain({ isAuthorized: true }) }, 'authorized', 'any solver can pay'],
    ['not authorized', { onchain: onchain({ isAuthorized: false }) }, 'not paid', 'Authorize the call'],
    ['a direct fill', { onchain: onchain() }, 'not paid', 'the solver can fill it'],
    [
      'a paused receiver',
      { onchain: onchain({ checks: failing('paused') as never }) },
      'not paid',
      'Unpause',
    ],
    ['an unknown id', { onchain: onchain({ isPaid: null }), order: undefined }, 'unknown', 'Paste the quote'],
  ] as const) {
    it(`behavior: ${name}`, () => {
      const given = verification(fields as Partial<Verification>)
      expect(requestState(given)).to.equal(state)
      expect(nextSteps(given, 100).join('\n')).to.include(text)
    })
  }

  it('behavior: after the deadline, unless it was paid', () => {
    expect(nextSteps(verification(), 101).join()).to.include('The deadline has passed.')
    const paid = verification({ onchain: onchain({ isPaid: true }) })
    expect(nextSteps(paid, 101)).to.deep.equal(['Nothing: the receiver was paid.'])
  })
})
