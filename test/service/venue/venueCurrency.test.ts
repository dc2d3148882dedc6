import { expect } from 'chai'
import fc from 'fast-check'
import { type Hex, stringToHex } from 'viem'
import { formatVenueCurrency } from '../../../src/service/venue/formatVenueCurrency.js'
import { parseVenueCurrency } from '../../../src/service/venue/parseVenueCurrency.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const tokenId = '0x6d1e7cde53ba9467b783cb7c530ce054'
const zero = `0x${'0'.repeat(32)}`

const known = [
  [{ kind: 'perps' }, zero],
  [{ kind: 'spot', tokenId }, tokenId],
  [{ kind: 'dex', tokenId, dex: 'xyz' }, `${tokenId}78797a`],
  [{ kind: 'dex', tokenId, dex: 'käse' }, `${tokenId}6bc3a47365`],
] as const

const hex = (size: { minLength: number; maxLength: number }) =>
  fc.uint8Array(size).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
const anyTokenId = hex({ minLength: 16, maxLength: 16 }).filter((id) => id !== zero)
const name = fc
  .string({ minLength: 1, maxLength: 20, unit: 'binary' })
  .filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))

describe('parseVenueCurrency', () => {
  it('default', () => {
    for (const [currency, address] of known) expect(parseVenueCurrency(address)).deep.equal(currency)
  })

  it('behavior: hex in any case', () => {
    expect(parseVenueCurrency(`0x${tokenId.slice(2).toUpperCase()}78797A`)).deep.equal({
      kind: 'dex',
      tokenId,
      dex: 'xyz',
    })
  })

  it('property: parsing inverts formatting', () => {
    const currency = fc.oneof(
      fc.constant({ kind: 'perps' } as const),
      fc.record({ kind: fc.constant('spot' as const), tokenId: anyTokenId }),
      fc.record({ kind: fc.constant('dex' as const), tokenId: anyTokenId, dex: name }),
    )
    fc.assert(
      fc.property(currency, (value) => {
        expect(parseVenueCurrency(formatVenueCurrency(value))).deep.equal(value)
      }),
      { numRuns: 1000 },
    )
  })

  it('error: not hex of 16 bytes or more', async () => {
    for (const value of [
      '',
      '0x',
      '0x12',
      zero.slice(0, -2),
      zero.slice(2),
      `${tokenId}7`,
      `${tokenId}zz`,
      null,
    ]) {
      const error = await thrown(() => parseVenueCurrency(value as string))
      expect(error).include({ name: 'VenueCurrencyError', value })
    }
  })

  it('error: a dex without a token', async () => {
    for (const address of [`${zero}78797a`, `0x${'0'.repeat(40)}`]) {
      expect(await thrown(() => parseVenueCurrency(address))).include({ name: 'VenueCurrencyError' })
    }
  })

  it('error: a name that is not UTF-8 or has control characters', async () => {
    const suffixes = ['ff', '78ff', 'c3', 'c080', 'eda080', 'f4908080', '00', '787900', '0a', '7f', 'c285']
    for (const suffix of suffixes) {
      const error = await thrown(() => parseVenueCurrency(tokenId + suffix))
      expect(error, suffix).include({ name: 'VenueCurrencyError' })
    }
  })
})

describe('formatVenueCurrency', () => {
  it('default', () => {
    for (const [currency, address] of known) expect(formatVenueCurrency(currency)).equal(address)
  })

  it('property: formatting inverts parsing, in lower case', () => {
    const address = fc.oneof(
      hex({ minLength: 0, maxLength: 24 }),
      fc
        .tuple(anyTokenId, name)
        .map(([id, dex]) => `${id}${stringToHex(dex).slice(2)}`.toUpperCase().replace('X', 'x')),
    )
    let read = 0
    fc.assert(
      fc.property(address, (text) => {
        let currency: ReturnType<typeof parseVenueCurrency>
        try {
          currency = parseVenueCurrency(text)
        } catch {
          return
        }
        read++
        expect(formatVenueCurrency(currency)).equal(text.toLowerCase())
      }),
      { numRuns: 1000 },
    )
    expect(read).above(300)
  })

  it('behavior: a byte order mark is part of a name', () => {
    const dex = '\ufeffxyz'
    expect(parseVenueCurrency(formatVenueCurrency({ kind: 'dex', tokenId, dex }))).deep.equal({
      kind: 'dex',
      tokenId,
      dex,
    })
  })

  it('error: a currency without its own address', async () => {
    const values = [
      { kind: 'spot', tokenId: zero },
      { kind: 'dex', tokenId: zero, dex: 'xyz' },
      { kind: 'spot', tokenId: '0x12' },
      { kind: 'spot', tokenId: `${tokenId}00` },
      { kind: 'spot' },
      { kind: 'dex', tokenId, dex: '' },
      { kind: 'dex', tokenId, dex: 'a\0' },
      { kind: 'dex', tokenId, dex: '\ud800' },
      { kind: 'dex', tokenId },
      { kind: 'other', tokenId, dex: 'xyz' },
    ]
    for (const value of values) {
      expect(await thrown(() => formatVenueCurrency(mistyped(value)))).include({ name: 'VenueCurrencyError' })
    }
  })
})
