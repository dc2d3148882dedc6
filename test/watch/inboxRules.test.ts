import { expect } from 'chai'
import type { Address } from 'viem'
import type { HappenedFacts, Refund } from '../../src/rules/happened/facts.js'
import { happenedRules } from '../../src/rules/happened/happenedRules.js'
import { judge } from '../../src/rules/verdict.js'

const owner: Address = '0x00000000000000000000000000000000000000a1'
const stranger: Address = '0x00000000000000000000000000000000000000A2'
const token: Address = '0x00000000000000000000000000000000000000b1'
const other: Address = '0x00000000000000000000000000000000000000B2'
const deadline = 1_700_000_000

const judged = (facts: Partial<HappenedFacts>) =>
  judge(happenedRules, facts).filter(({ ok, check }) => ok === false || check === 'returned')

describe('the rule of a refund of an inbox', () => {
  type Case = { refund?: Partial<Refund>; refunder?: Address | null }
  const early = { blockTime: deadline }
  const cases: [title: string, facts: Case, expected?: unknown][] = [
    ['the owner, to itself', { refunder: owner }],
    ['the owner, in other letters', { refunder: owner.toUpperCase().replace('0X', '0x') as Address }],
    ['the owner, to another account, early', { refunder: owner, refund: { ...early, to: stranger } }],
    ['a stranger, after the deadline', {}],
    ['an unknown caller, after the deadline', { refunder: null }],
    ['an unknown caller, early', { refunder: null, refund: early }, `a block after ${deadline}`],
    ['a stranger, another token, early', { refund: { ...early, token: other } }],
    ['a stranger, at the deadline', { refund: early }, `a block after ${deadline}`],
    ['a stranger, to itself', { refund: { to: stranger } }, owner],
    ['a stranger, another token to itself', { refund: { token: other, to: stranger } }, owner],
    ['a stranger, early, to itself', { refund: { ...early, to: stranger } }, owner],
  ]
  for (const [title, { refund, refunder = stranger }, expected] of cases) {
    it(`${expected ? 'behavior' : 'default'}: ${title}`, () => {
      const terms = { token, refundTo: owner, deadline }
      const facts = { refund: { token, to: owner, blockTime: deadline + 1, terms, ...refund }, refunder }
      const [verdict, ...more] = judged(facts)
      expect(more).to.deep.equal([])
      expect(verdict!.check).to.equal('returned')
      expect(verdict!.ok === false ? verdict!.faults.map((fault) => fault.expected) : []).to.deep.equal(
        expected ? [expected] : [],
      )
    })
  }

  it('behavior: without the caller, the rule is unknown', () => {
    const refund = { token, to: owner, blockTime: 1, terms: { token, refundTo: owner, deadline } }
    expect(judged({ refund })).to.deep.equal([{ check: 'returned', ok: null, missing: ['refunder'] }])
  })
})
