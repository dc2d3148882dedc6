import { expect } from 'chai'
import fc from 'fast-check'
import { formatVenueAmount, parseVenueAmount } from '../../../src/service/venue/venueAmount.js'
import { thrown } from '../../support/errors.js'

const maxUint256 = 2n ** 256n - 1n

describe('parseVenueAmount', () => {
  it('default', () => {
    expect(parseVenueAmount('10.000000', 8)).equal(1000000000n)
    expect(parseVenueAmount('0.00000001', 8)).equal(1n)
    expect(parseVenueAmount('0', 8)).equal(0n)
    expect(parseVenueAmount('7', 0)).equal(7n)
    expect(parseVenueAmount('100', 0)).equal(100n)
    expect(parseVenueAmount(`${maxUint256}`, 0)).equal(maxUint256)
  })

  it('behavior: zeros beyond the decimals change nothing', () => {
    expect(parseVenueAmount('1.500000000', 1)).equal(15n)
    expect(parseVenueAmount('100.00', 0)).equal(100n)
  })

  it('property: parsing inverts formatting', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), fc.nat(80), (amount, decimals) => {
        expect(parseVenueAmount(formatVenueAmount(amount, decimals), decimals)).equal(amount)
      }),
    )
  })

  it('property: equals the integer of the digits, computed independently', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.stringMatching(/^\d{1,12}$/), fc.nat(6), (whole, fraction, more) => {
        const decimals = fraction.length + more
        const expected = BigInt(`${whole}${fraction}${'0'.repeat(more)}`)
        expect(parseVenueAmount(`${whole}.${fraction}`, decimals)).equal(expected)
      }),
    )
  })

  it('error: digits that would be rounded', async () => {
    for (const [text, decimals] of [
      ['0.000000001', 8],
      ['1.123456789', 8],
      ['1.5', 0],
      ['0.99999999999999999999', 18],
    ] as const) {
      expect(await thrown(() => parseVenueAmount(text, decimals))).include({
        name: 'VenueAmountError',
        value: text,
        decimals,
      })
    }
  })

  it('error: not a decimal number, too large, or too long', async () => {
    const texts = [
      '',
      '.',
      '1.',
      '.5',
      '01',
      '-1',
      '+1',
      '1e3',
      '1,5',
      ' 1',
      '1 ',
      '0x1',
      'NaN',
      'Infinity',
      '1.2.3',
    ]
    for (const text of [...texts, 5, null, undefined, `${maxUint256 + 1n}`, '9'.repeat(401)]) {
      expect(await thrown(() => parseVenueAmount(text as string, 0))).include({ name: 'VenueAmountError' })
    }
  })

  it('error: decimals', async () => {
    for (const decimals of [-1, 1.5, 256, Number.NaN, undefined]) {
      const error = await thrown(() => parseVenueAmount('1', decimals as number))
      expect(error).include({ name: 'VenueAmountError' })
    }
  })
})

describe('formatVenueAmount', () => {
  it('default', () => {
    expect(formatVenueAmount(1000000000n, 8)).equal('10')
    expect(formatVenueAmount(1n, 8)).equal('0.00000001')
    expect(formatVenueAmount(123456789n, 8)).equal('1.23456789')
    expect(formatVenueAmount(0n, 8)).equal('0')
  })

  it('error: an invalid amount', async () => {
    for (const amount of [-1n, maxUint256 + 1n, 5, '5', undefined]) {
      expect(await thrown(() => formatVenueAmount(amount as bigint, 8))).include({ name: 'VenueAmountError' })
    }
    for (const decimals of [-1, 1.5, 256, Number.NaN]) {
      expect(await thrown(() => formatVenueAmount(1n, decimals))).include({ name: 'VenueAmountError' })
    }
  })
})
