import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Settlement } from '../../src/report/receiver/readSettlement.js'
import type { ReceiverReport } from '../../src/report/receiver/receiverReport.js'
import type { ServiceRecord } from '../../src/report/service/fetchRecord.js'
import { findOutcome } from '../../src/report/state/findOutcome.js'
import {
  inboxStepTable,
  moreStepTable,
  type NextStep,
  nextSteps,
  nextStepTable,
  type Situation,
} from '../../src/report/state/nextSteps.js'
import { fake } from '../support/fake.js'

const requestId = `0x${'ab'.repeat(32)}` as const
const refundTo = '0x1234567890123456789012345678901234567890'
const now = 100
const order = { deadline: now, evidence: 'attested' } as Situation['order']
const failing = <name extends string>(...names: name[]) =>
  names.map((name) => ({ name, ok: false, source: 'signed' as const }))
const onchain = (fields: Partial<ReceiverReport> = {}) =>
  ({ isPaid: false, checks: [], unknown: [], ...fields }) as unknown as ReceiverReport
const said = (status: string, fields: Partial<ServiceRecord> = {}): ServiceRecord => ({
  status,
  depositTransactions: [],
  fillTransactions: [],
  refundTransactions: [],
  timeline: [],
  ...fields,
})
const deposited = { depositTransactions: ['0x12'] }
const settlement = (...names: string[]) =>
  fake<Settlement>({
    settled: false,
    rows: names.map((name) => fake({ name, ok: false, message: `The ${name} fail.` })),
  })

type Given = Partial<Omit<Situation, 'outcome' | 'waitingFor' | 'now'>> & { now?: number }

/** A situation that the model can find. */
function situationOf({ now: at = now, ...given }: Given): Situation {
  const fields = { genuine: true, requestId, checks: [], order, notes: [], ...given }
  const deadline = fields.order?.deadline ?? given.termsDeadline
  const { record, onchain } = fields
  return { ...fields, ...findOutcome({ record, onchain, deadline, now: at }), now: at }
}

const examples: Record<string, [given: Given, text: string]> = {
  'no signer can be recovered': [{ checks: failing('signature', 'solver') }, 'it has no valid signature'],
  'no trusted solver signed': [{ checks: failing('solver') }, 'no trusted solver signed it'],
  "the order is not this request's, or not signed": [
    { checks: failing('orderId') },
    'Take the quote of this request',
  ],
  'nothing signed was found, and the request is not over': [
    { genuine: null, onchain: onchain({ isPaid: true }) },
    'nothing signed shows its terms',
  ],
  'paid, but the payment differs from the evidence': [
    { onchain: onchain({ isPaid: true, contradictions: [fake({ kind: 'expired' })] }) },
    'contradicts the evidence',
  ],
  'paid, and the service knows of no deposit': [
    { onchain: onchain({ isPaid: true, settlement: settlement('calls') }), record: said('waiting') },
    'Do not deposit: the recipient was paid already.',
  ],
  'paid, and a rule of the settlement fails': [
    { onchain: onchain({ isPaid: true, settlement: settlement('finality', 'calls') }) },
    'the solver is not repaid for this payment. The calls fail.',
  ],
  'paid, and not final': [
    { onchain: onchain({ isPaid: true, settlement: settlement('finality') }) },
    'The payment is not final yet.',
  ],
  paid: [{ onchain: onchain({ isPaid: true }), record: said('refund') }, 'Nothing: the recipient was paid.'],
  returned: [
    {
      onchain: onchain({
        ...{ chainId: 5, chain: 'base' },
        returned: fake({ refundTo, amount: 5n * 10n ** 17n, symbol: 'ETH', decimals: 18 }),
      }),
      record: said('success'),
    },
    `The receiver sent 0.5 ETH to ${refundTo} on base. To try again, get a new quote, and deposit once`,
  ],
  'refunded, and the revert is known': [
    { record: said('refund', { revert: { message: 'Paused.', remedy: 'Unpause it.' } }) },
    'look for the money on both chains. Unpause it. To try again, get a new quote.',
  ],
  refunded: [
    {
      ...{ record: said('fallback'), onchain: onchain({ isAuthorized: false }) },
      refundPlace: { chainId: 5, chain: 'base', recipient: refundTo },
    },
    `The service reports a refund: look for the money at ${refundTo} on base. To try again, get a new quote.`,
  ],
  'failed, and the refund failed too': [
    { record: said('failure', { ...deposited, refundFailReason: 'MANUAL_REFUND_REQUIRED' }) },
    `the deposit of request ${requestId}. It reports that the refund failed too.`,
  ],
  failed: [{ record: said('failure', deposited) }, 'a refund may follow'],
  'expired after a deposit': [
    { record: said('pending', deposited), now: now + 1 },
    'Look again for the refund, and get a new quote.',
  ],
  expired: [{ record: said('failure', { failReason: 'TTL_EXPIRED' }) }, 'Do not deposit: it is too late'],
  'the call was paid, but for another order': [
    {
      record: said('success'),
      onchain: onchain({ isPaid: true, isOwnFill: false, payment: fake({ transactionHash: '0x12' }) }),
    },
    'Do not deposit: the call was already paid in 0x12, for another order',
  ],
  'the call was paid, but it is unknown for which order': [
    { record: said('success'), onchain: onchain({ isPaid: true, isOwnFill: null }) },
    'it is unknown for which order',
  ],
  'settled, and no receiver was named': [{ record: said('success') }, 'Name a node and a receiver'],
  'settled, and the node is of another chain': [
    { record: said('success'), onchain: onchain({ chainId: 5, checks: failing('destination') }) },
    'this one is of chain 5',
  ],
  'settled, and money waits in the inbox': [
    { record: said('success'), onchain: onchain({ isPaid: null, inbox: fake({ balance: 1n }) }) },
    'Money waits in the inbox, and is not paid',
  ],
  'settled, and the inbox is empty': [
    {
      record: said('success'),
      onchain: onchain({ isPaid: null, inbox: fake({ address: refundTo, balance: 0n }) }),
    },
    `InboxRefunded of the inbox ${refundTo}`,
  ],
  'settled, and the terms of the inbox are not known': [
    { record: said('success'), onchain: onchain({ kind: 'inboxReceiver', isPaid: null }) },
    'Give the terms of the inbox',
  ],
  "settled, and the order's id is not known": [
    { record: said('success'), onchain: onchain({ isPaid: null }) },
    'Give the quote',
  ],
  'settled, and this receiver was not paid': [
    { record: said('success'), onchain: onchain() },
    'this receiver was not paid',
  ],
  'waiting, and the receiver would refuse the fill': [
    { record: said('waiting'), onchain: onchain({ isAuthorized: false, checks: failing('paused') }) },
    'Wait until the admin unpauses the contract.',
  ],
  'waiting for the deposit of a call that is not authorized': [
    { record: said('waiting'), onchain: onchain({ isAuthorized: false }) },
    'Authorize the call with fillproof authorize, and deposit',
  ],
  'waiting for the deposit of an authorized call': [
    { record: said('waiting'), onchain: onchain({ isAuthorized: true }) },
    'Deposit, unless you already did: the call is authorized. If you did, wait until the service reports it.',
  ],
  'waiting for the deposit': [
    { record: said('waiting') },
    'Deposit, unless you already did: the service knows of none.',
  ],
  'waiting for the authorization': [
    { record: said('pending', deposited), onchain: onchain({ isAuthorized: false }) },
    'Authorize the call now',
  ],
  'waiting for the fill of an authorized call': [
    { record: said('submitted', deposited), onchain: onchain({ isAuthorized: true }) },
    'Wait: the solver can fill it until the deadline.',
  ],
  'waiting for the fill': [
    { record: said('submitted', deposited) },
    'make sure that the call is authorized: otherwise the payment is returned or reverts.',
  ],
  'unknown, and the receiver would refuse the fill': [
    { onchain: onchain({ checks: failing('paused', 'origin') }) },
    'Wait until the admin unpauses the contract. Quote from an accepted origin',
  ],
  'unknown, and the deadline has passed': [{ now: now + 1 }, 'The deadline has passed: do not deposit.'],
  'unknown, and no service was asked': [{}, 'Ask the service what happened: name its URL.'],
  'unknown, and the service reported nothing': [
    { notes: ['The service did not answer.'] },
    'or try again when it answers.',
  ],
  unknown: [{ record: said('odd') }, 'it reports the status odd'],
  'no receiver was named': [{}, 'Name a node and a receiver'],
  'there is no order': [{ order: undefined }, 'Give the quote too'],
  'the quote has no order signature': [
    { order: { deadline: now, evidence: 'none' } as Situation['order'] },
    'includeProtocolData',
  ],
}

describe('nextSteps', () => {
  for (const { when } of nextStepTable) {
    it(`behavior: ${when}`, () => {
      const [given, text] = examples[when]!
      const situation = situationOf(given)
      expect(nextStepTable.find(({ applies }) => applies(situation))?.when).to.equal(when)
      const [first] = nextSteps(situation, situation.now)
      expect(first?.text).to.include(text)
      expect(`${first?.text} ${first?.command}`).not.to.match(/[{}]/)
    })
  }

  for (const { when, applies } of moreStepTable) {
    it(`behavior: ${when}`, () => {
      const [given, text] = examples[when]!
      const situation = situationOf(given)
      expect(applies(situation)).to.equal(true)
      const more = nextSteps(situation, now).slice(1)
      expect(more.map((step) => step.text).join('\n')).to.include(text)
      for (const record of ['refund', 'success', 'failure'].map((status) => said(status))) {
        expect(applies(situationOf({ ...given, record }))).to.equal(false)
      }
    })
  }

  it('behavior: money in an inbox is named whatever became of the request', () => {
    const late = { deadline: now - 1, evidence: 'orderSignature' } as unknown as Situation['order']
    const expiry = failing('expiry')
    const inbox = (balance: bigint) =>
      onchain({
        ...{ kind: 'inboxReceiver', isPaid: null, checks: expiry as unknown as ReceiverReport['checks'] },
        inbox: fake({ address: refundTo, balance }),
      })
    const unknownInbox = onchain({ kind: 'inboxReceiver', isPaid: null })
    const given: Given[] = [
      { record: said('waiting'), order: late },
      { record: said('waiting', deposited), order: late },
      { record: said('failure', { failReason: 'TTL_EXPIRED' }) },
      { record: said('failure') },
      { record: said('refund') },
      { record: said('waiting') },
      { order: late },
    ]
    for (const one of given) {
      const texts = (receiver: ReceiverReport) =>
        nextSteps(situationOf({ ...one, onchain: receiver }), now).map(({ text }) => text)
      const waits = `Money waits in the inbox ${refundTo}, whoever sent it, and is not paid. `
      expect(texts(inbox(1n)).filter((text) => text.startsWith(waits))).to.have.length(1)
      expect(texts(inbox(0n)).filter((text) => text.includes('Money waits'))).to.deep.equal([])
      expect(texts(inbox(0n)).filter((text) => text.includes('terms of the inbox'))).to.deep.equal([])
      expect(texts(unknownInbox)).to.include(inboxStepTable[1]!.step)
      expect(texts(onchain()).filter((text) => text.includes('inbox'))).to.deep.equal([])
    }
    for (const receiver of [inbox(1n), unknownInbox]) {
      const texts = nextSteps(situationOf({ record: said('success'), onchain: receiver }), now)
      expect(texts.filter(({ text }) => text.includes('inbox'))).to.have.length(1)
    }
  })

  it('behavior: names only what is known of the place of the money', () => {
    const returned = onchain({
      chainId: 5,
      returned: fake({ refundTo, amount: 5n, symbol: null, decimals: null }),
    })
    const textOf = (given: Given) => nextSteps(situationOf(given), now)[0]?.text
    expect(textOf({ onchain: returned, record: said('success') })).to.match(
      new RegExp(`^The receiver sent the money to ${refundTo} on chain 5\\.`),
    )
    const refundPlace = { chainId: 5, chain: null }
    expect(textOf({ record: said('refund'), refundPlace })).to.include('look for the money on chain 5.')
  })

  it('behavior: advises nothing else about evidence without a trusted signature', () => {
    expect(nextSteps(situationOf({ checks: failing('solver'), order: undefined }), now)).to.have.length(1)
  })

  it('behavior: never advises authorizing or depositing for a finished request', () => {
    for (const record of ['refund', 'fallback', 'refunded', 'failure'].map((status) => said(status))) {
      for (const isAuthorized of [true, false]) {
        const steps = nextSteps(situationOf({ record, onchain: onchain({ isAuthorized }) }), now)
        expect(JSON.stringify(steps)).not.to.match(/authorize|Deposit, unless/)
      }
    }
  })

  it('behavior: docs/verify.md has the same table', () => {
    const rows = ({ when, step }: NextStep) => `| ${when} | ${step.replace(/\{(\w+)\}/g, '*$1*')} |`
    const table = [...nextStepTable, ...inboxStepTable, ...moreStepTable].map(rows).join('\n')
    expect(readFileSync('docs/verify.md', 'utf8')).to.include(table)
  })
})
