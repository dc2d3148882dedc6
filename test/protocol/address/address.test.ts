import { expect } from 'chai'
import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { padAddress, unpadAddress } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const address = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
const word = '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e'

describe('padAddress', () => {
  it('default', () => {
    expect(padAddress(address)).equal(word)
  })

  it('behavior: returns 32 bytes unchanged, in lower case', () => {
    expect(padAddress(word)).equal(word)
    expect(padAddress(`0x${'AB'.repeat(32)}`)).equal(`0x${'ab'.repeat(32)}`)
  })

  it('error: anything else', async () => {
    for (const value of [undefined, 1, '0x', '0x12', `0x${'11'.repeat(31)}`, `0x${'1g'.repeat(20)}`]) {
      expect(await thrown(() => padAddress(mistyped(value)))).include({ name: 'AddressFormatError', value })
    }
  })
})

describe('unpadAddress', () => {
  it('default', () => {
    expect(unpadAddress(word)).equal(address)
  })

  it('property: padding and unpadding are inverse', () => {
    const anyAddress = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
    fc.assert(
      fc.property(anyAddress, fc.func(fc.boolean()), (original, isUpper) => {
        const anyCase = [...original.slice(2)].map((digit, index) =>
          isUpper(index) ? digit.toUpperCase() : digit.toLowerCase(),
        )
        const padded = padAddress(`0x${anyCase.join('')}` as Hex)
        expect(unpadAddress(padded)).equal(original)
        expect(padAddress(unpadAddress(padded))).equal(padded)
      }),
    )
  })

  it('error: dirty upper bytes, or not 32 bytes', async () => {
    const dirty = [`0x01${word.slice(4)}`, `0x${'0'.repeat(23)}1${word.slice(26)}`, `0x${'ab'.repeat(32)}`]
    for (const value of [...dirty, address, '0x', null]) {
      expect(await thrown(() => unpadAddress(mistyped(value)))).include({ name: 'AddressFormatError', value })
    }
  })
})
