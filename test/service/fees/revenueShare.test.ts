import { expect } from 'chai'
import fc from 'fast-check'
import {
  FeeInputError,
  revenueShare,
  revenueShareTiers,
  type TransactionType,
} from '../../../src/service/fees/index.js'
import { thrown } from '../../support/errors.js'

const eligible = {
  type: 'majorSwap' as TransactionType,
  volumeUsd: '50000000',
  platformFeeUsd: '600',
  hasApiKey: true,
  isVerified: true,
  payoutAddress: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
}
const at = (volumeUsd: string) => revenueShare({ ...eligible, volumeUsd })
const share = (volumeUsd: string) => {
  const result = at(volumeUsd)
  return result.status === 'eligible' ? result.shareBps : result.status
}

describe('revenueShare', () => {
  it('default', () => {
    expect(revenueShare(eligible)).to.deep.equal({ status: 'eligible', shareBps: 2500, shareUsd: '150' })
  })

  it('behavior: below, at and above each bound', () => {
    expect(share('9999999.99')).to.equal('ineligible')
    expect(share('10000000')).to.equal('ineligible')
    expect(share('10000000.000000000000000001')).to.equal(2500)
    expect(share('99999999.99')).to.equal(2500)
    expect(share('100000000')).to.equal(2500)
    expect(share('100000000.01')).to.equal(5000)
    expect(share('999999999.99')).to.equal(5000)
    expect(share('1000000000')).to.equal(5000)
    expect(share('1000000000.01')).to.equal('unspecified')
    expect(at('5000000000')).to.deep.equal({ status: 'unspecified' })
  })

  it('behavior: the tiers adjoin', () => {
    revenueShareTiers.forEach((tier, index) => {
      expect(tier.above).to.be.below(tier.upTo)
      if (index > 0) expect(tier.above).to.equal(revenueShareTiers[index - 1]?.upTo)
    })
  })

  it('behavior: the share is exact', () => {
    const minor = { ...eligible, type: 'minorSwap' as const, platformFeeUsd: '0.01' }
    expect(revenueShare(minor)).to.deep.equal({ status: 'eligible', shareBps: 3333, shareUsd: '0.003333' })
    const bridge = { ...eligible, type: 'bridge' as const }
    expect(revenueShare(bridge)).to.deep.equal({ status: 'eligible', shareBps: 0, shareUsd: '0' })
  })

  it('behavior: names every missing requirement, in any combination', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (key, verified, volume, address) => {
          const result = revenueShare({
            ...eligible,
            hasApiKey: key,
            isVerified: verified,
            volumeUsd: volume ? '10000001' : '10000000',
            payoutAddress: address ? eligible.payoutAddress : undefined,
          })
          const missing = [
            ...(key ? [] : ['apiKey']),
            ...(verified ? [] : ['verification']),
            ...(volume ? [] : ['volume']),
            ...(address ? [] : ['payoutAddress']),
          ]
          if (missing.length === 0) expect(result.status).to.equal('eligible')
          else expect(result).to.deep.equal({ status: 'ineligible', missing })
        },
      ),
    )
  })

  it('error: names what is malformed', async () => {
    const types = 'one of bridge, wrap, stablecoinSwap, majorSwap, minorSwap'
    for (const [field, value, requirement] of [
      ['type', 'swap', types],
      ['type', ['bridge'], types],
      ['volumeUsd', '10M', 'a decimal string of USD, not negative'],
      ['volumeUsd', 10_000_001, 'a decimal string of USD, not negative'],
      ['platformFeeUsd', '-1', 'a decimal string of USD, not negative'],
      ['payoutAddress', '0x12', 'an EVM address'],
      ['payoutAddress', 'bc1qexample', 'an EVM address'],
      ['payoutAddress', `0x${'00'.repeat(32)}`, 'an EVM address'],
    ] as const) {
      const error = await thrown(() => revenueShare({ ...eligible, [field]: value }))
      expect(error).instanceOf(FeeInputError)
      expect([error.field, error.value]).to.deep.equal([field, value])
      expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
    }
  })
})
