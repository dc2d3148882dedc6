import { expect } from 'chai'
import { settlementId } from '../../../src/index.js'

describe('settlementId', () => {
  it('default: equals sha256sum of base:0x1111…:5', () => {
    const hash = `0x${'11'.repeat(32)}`
    const id = '0xadde3fc75b085a93d343997e560dd80d5bf9d46321e57f64bf3673f086e7af64'
    expect(settlementId('base', hash, 5)).equal(id)
    expect(settlementId('base', hash, '5')).equal(id)
  })

  it('behavior: the id ignores case', () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(settlementId('Base', hash.toUpperCase(), 5)).equal(settlementId('base', hash, 5))
    expect(settlementId('base', hash, 5)).not.equal(settlementId('base', hash, 6))
  })
})
