import { expect } from 'chai'
import { type Address, zeroAddress, zeroHash } from 'viem'
import { computeInboxAddress, hashInboxTerms, InboxFieldError, type InboxTerms } from '../../../src/index.js'

const receiver: Address = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
const terms: InboxTerms = {
  token: zeroAddress,
  recipient: '0x1111111111111111111111111111111111111111',
  hook: false,
  refundTo: '0x2222222222222222222222222222222222222222',
  claimer: zeroAddress,
  deadline: 2 ** 48 - 1,
  minimum: 0n,
  salt: zeroHash,
  data: '0x',
}

/** What the vectors say is in `test/quote/vectors.test.ts`. */
describe('computeInboxAddress', () => {
  it('default: the case of an address changes nothing', () => {
    const lower = receiver.toLowerCase() as Address
    const inbox = computeInboxAddress({ receiver, terms })
    expect(computeInboxAddress({ receiver: lower, terms })).to.equal(inbox)
    expect(computeInboxAddress({ receiver, terms: { ...terms, claimer: lower } })).to.equal(
      computeInboxAddress({ receiver, terms: { ...terms, claimer: receiver } }),
    )
  })

  it('error: without an owner, or with the receiver as its owner, there is no inbox', () => {
    for (const refundTo of [zeroAddress, receiver, receiver.toLowerCase() as Address]) {
      expect(() => computeInboxAddress({ receiver, terms: { ...terms, refundTo } }))
        .to.throw(InboxFieldError)
        .with.property('field', 'terms.refundTo')
    }
  })

  const wrong: [string, unknown][] = [
    ['token', '0x12'],
    ['recipient', undefined],
    ['hook', 1],
    ['refundTo', `0x${'00'.repeat(32)}`],
    ['claimer', 'someone'],
    ['deadline', 2 ** 48],
    ['deadline', 1n],
    ['minimum', -1n],
    ['minimum', 2n ** 256n],
    ['minimum', 1],
    ['salt', '0x00'],
    ['data', '0x0'],
  ]
  for (const [field, value] of wrong) {
    it(`error: ${field} ${String(value)}`, () => {
      expect(() => hashInboxTerms({ ...terms, [field]: value }))
        .to.throw(InboxFieldError)
        .with.property('field', `terms.${field}`)
    })
  }

  it('error: no receiver, no terms', () => {
    const asked = computeInboxAddress as (parameters: unknown) => Address
    expect(() => asked({ terms }))
      .to.throw(InboxFieldError)
      .with.property('field', 'receiver')
    expect(() => asked({ receiver }))
      .to.throw(InboxFieldError)
      .with.property('field', 'terms')
    expect(() => asked({ receiver: '0x12', terms }))
      .to.throw(InboxFieldError)
      .with.property('field', 'receiver')
  })
})
