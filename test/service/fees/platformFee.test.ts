import { expect } from 'chai'
import fc from 'fast-check'
import {
  FeeInputError,
  type PlatformFeeParameters,
  platformFee,
  platformFeeBps,
  type TransactionType,
} from '../../../src/service/fees/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const types = Object.keys(platformFeeBps) as TransactionType[]
const type = fc.constantFrom(...types)

/** USD as an integer of 10^-18, and as the decimal string of it. */
const wei = fc.bigInt({ min: 0n, max: 10n ** 40n })
const scale = 18
function toText(value: bigint): string {
  const digits = value.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
function toInteger(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

describe('platformFee', () => {
  it('default', () => {
    expect(platformFee({ type: 'majorSwap', value: '1234.5' })).to.equal('0.7407')
    expect(platformFee({ type: 'majorSwap', value: 1_234_500_000n })).to.equal(740_700n)
  })

  it('behavior: USD are exact to the last digit', () => {
    expect(platformFee({ type: 'minorSwap', value: '0.000000000000000001' })).to.equal(
      '0.0000000000000000000015',
    )
    expect(
      platformFee({ type: 'stablecoinSwap', value: '123456789012345678901234567890.123456789' }),
    ).to.equal('12345678901234567890123456.7890123456789')
    fc.assert(
      fc.property(type, wei, (type, value) => {
        const fee = platformFee({ type, value: toText(value) })
        expect(toInteger(fee, scale + 4)).to.equal(value * BigInt(platformFeeBps[type]))
      }),
    )
  })

  it('behavior: an amount is rounded down, at, below and above a whole unit', () => {
    const fee = (value: bigint) => platformFee({ type: 'minorSwap', value })
    expect([fee(0n), fee(666n), fee(667n), fee(1333n), fee(1334n), fee(20_000n)]).to.deep.equal([
      0n,
      0n,
      1n,
      1n,
      2n,
      30n,
    ])
    fc.assert(
      fc.property(type, wei, (type, value) => {
        const fee = platformFee({ type, value })
        const exact = value * BigInt(platformFeeBps[type])
        expect(fee * 10_000n <= exact && exact < (fee + 1n) * 10_000n).to.equal(true)
      }),
    )
  })

  it('behavior: a campaign has its own rate', () => {
    expect(platformFee({ type: 'minorSwap', value: '100', bps: 0 })).to.equal('0')
    expect(platformFee({ type: 'bridge', value: 10_000n, bps: 10_000 })).to.equal(10_000n)
  })

  it('error: names what is malformed', async () => {
    for (const [field, change] of [
      ['value', { value: '-1' }],
      ['value', { value: -1n }],
      ['value', { value: '1e3' }],
      ['value', { value: '' }],
      ['value', { value: '1.' }],
      ['value', { value: '.5' }],
      ['value', { value: '0x10' }],
      ['value', { value: '1'.repeat(79) }],
      ['value', { value: 1 }],
      ['value', { value: undefined }],
      ['type', { type: 'swap' }],
      ['type', { type: 'toString' }],
      ['bps', { bps: 10_001 }],
      ['bps', { bps: -1 }],
      ['bps', { bps: 0.5 }],
    ] as const) {
      const parameters = { type: 'bridge', value: '1', ...change }
      const error = await thrown(() => platformFee(mistyped<PlatformFeeParameters<string>>(parameters)))
      expect(error).instanceOf(FeeInputError)
      expect([error.field, error.value]).to.deep.equal([field, Object.values(change)[0]])
    }
  })
})
