import { expect } from 'chai'
import { concatHex, getAddress, type Hex, keccak256, size, slice } from 'viem'
import { computeDepositAddress } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'

const parameters = {
  factory: `0x${'11'.repeat(20)}`,
  implementation: `0x${'22'.repeat(20)}`,
  orderId: '0x67ffde85c03352d45f9b073ef15fc73c656115d1c472de76aff9c66580eb5dc7',
  depositor: '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd',
} as const

describe('computeDepositAddress', () => {
  it("default: follows the factory's formula, word by word", () => {
    const { factory, implementation, orderId, depositor } = parameters
    const salt = keccak256(concatHex([orderId, depositor]))
    const initCode: Hex = `0x602c3d8160093d39f33d3d3d3d363d3d37363d73${implementation.slice(2)}5af43d3d93803e602a57fd5bf3`
    expect(size(initCode)).equal(53)
    const hash = keccak256(concatHex(['0xff', factory, salt, keccak256(initCode)]))
    expect(computeDepositAddress(parameters)).equal(getAddress(slice(hash, 12)))
  })

  it('behavior: each value changes it', () => {
    const other = `0x${'33'.repeat(20)}` as const
    const changes = [
      { factory: other },
      { implementation: other },
      { depositor: other },
      { orderId: `0x${'44'.repeat(32)}` as const },
    ]
    const addresses = changes.map((change) => computeDepositAddress({ ...parameters, ...change }))
    expect(new Set([computeDepositAddress(parameters), ...addresses]).size).equal(5)
  })

  it('error: a malformed value', async () => {
    for (const field of ['factory', 'implementation', 'orderId', 'depositor']) {
      const error = await thrown(() => computeDepositAddress({ ...parameters, [field]: '0x12' }))
      const size = field === 'orderId' ? 32 : 20
      const shortMessage = `${field} must be hex of ${size} bytes, found "0x12".`
      expect(error).include({ name: 'OrderFieldError', field, shortMessage })
    }
  })
})
