import { expect } from 'chai'
import { numberOf } from '../../scripts/interface/items.js'
import {
  appFees,
  applySponsorship,
  classifyTransaction,
  executionFee,
  flatExecutionFeeUsd,
  majors,
  platformFee,
  revenueShare,
  revenueShareTiers,
  stablecoins,
  sumFees,
  swapFee,
  type TransactionType,
  venueActivationFeeUsd,
} from '../../src/service/fees/index.js'
import { thrown } from '../support/errors.js'

const payoutAddress = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
const integrator = { hasApiKey: true, isVerified: true, payoutAddress }

const classify = (origin: string, destination: string, chains: [number, number] = [1, 8453]) =>
  classifyTransaction({
    origin: { chainId: chains[0], symbol: origin },
    destination: { chainId: chains[1], symbol: destination },
  })

describe('interface: Fees (what each operation charges)', () => {
  it('1. the execution fee is 0.02 USD and the destination gas, and the origin gas only when gasless [226]', () => {
    const gas = { destinationGasUsd: '0.05', originGasUsd: '0.3' }
    expect(executionFee({ ...gas, isGasless: false }).total).to.equal('0.07')
    expect(executionFee({ ...gas, isGasless: true }).total).to.equal('0.37')
  })

  it('2. the swap fee is DEX fees, DEX swap impact and solver rebalancing [227]', () => {
    expect(swapFee({ dexFeesUsd: '1', dexImpactUsd: '0.2', rebalancingUsd: '0.03' })).to.equal('1.23')
  })

  for (const [row, type, percent, of10000Usd, number] of [
    ['Token bridge', 'bridge', '0.00', '0', 229],
    ['same-chain wrap/unwrap', 'wrap', '0.00', '0', 229],
    ['Stablecoin swap', 'stablecoinSwap', '0.01', '1', 230],
    ['Major swap', 'majorSwap', '0.06', '6', 231],
    ['Minor swap', 'minorSwap', '0.15', '15', 232],
  ] as const) {
    it(`3. the platform fee of a ${row} is ${percent}% [228, ${number}]`, () => {
      expect(platformFee({ type, value: '10000' })).to.equal(of10000Usd)
      expect(platformFee({ type, value: 10_000n })).to.equal(BigInt(of10000Usd))
    })
  }

  it('4. an app fee is in basis points of the input [233]', () => {
    const fees = appFees({ amount: 10_000n, appFees: [{ recipient: payoutAddress, fee: '100' }] })
    expect(fees.total).to.equal(100n)
  })

  it('5. a stablecoin swap is between any pair of the list [234]', () => {
    expect(stablecoins.join(', ')).to.equal(
      'USDC, USDC.e, USDT, USDT0, DAI, USDe, USDS, USD1, PYUSD, USDG, mUSD, USDm, USDH, pUSD, PlumeUSD',
    )
    for (const origin of stablecoins) {
      for (const destination of stablecoins.filter((symbol) => symbol !== origin)) {
        expect(classify(origin, destination)).to.equal('stablecoinSwap')
      }
    }
  })

  it('5. a major swap is between any pair of the list, or one of it and a stablecoin [234]', () => {
    expect(majors.join(', ')).to.equal('ETH, WETH, BTC, WBTC, SOL, WSOL, POL, BNB, PLUME')
    for (const major of majors) {
      for (const other of [...majors, ...stablecoins].filter((symbol) => symbol !== major)) {
        expect(classify(major, other)).to.equal('majorSwap')
        expect(classify(other, major)).to.equal('majorSwap')
      }
    }
  })

  it('5. a minor swap is any other pair [234]', () => {
    for (const other of [...majors, ...stablecoins, 'PEPE']) {
      expect(classify('DEGEN', other)).to.equal('minorSwap')
      expect(classify(other, 'DEGEN')).to.equal('minorSwap')
    }
  })

  it('5. a wrap or unwrap is on one chain [234]', () => {
    expect(classify('ETH', 'WETH', [1, 1])).to.equal('wrap')
    expect(classify('WETH', 'ETH', [1, 1])).to.equal('wrap')
    expect(classify('ETH', 'WETH')).to.equal('majorSwap')
  })

  it('6. the revenue share needs a key, verification, the threshold and an EVM address [235]', () => {
    const fee = { type: 'majorSwap' as const, platformFeeUsd: '1', volumeUsd: '10000001' }
    expect(revenueShare({ ...fee, ...integrator }).status).to.equal('eligible')
    expect(revenueShare({ ...fee, volumeUsd: '1', hasApiKey: false, isVerified: false })).to.deep.equal({
      status: 'ineligible',
      missing: ['apiKey', 'verification', 'volume', 'payoutAddress'],
    })
  })

  const tiers: [string, string, Record<TransactionType, string>][] = [
    [
      '10M to 100M USD',
      '50000000',
      { bridge: '0', wrap: '0', stablecoinSwap: '34', majorSwap: '25', minorSwap: '33.33' },
    ],
    [
      '100M to 1B USD',
      '500000000',
      { bridge: '0', wrap: '0', stablecoinSwap: '67', majorSwap: '50', minorSwap: '66.67' },
    ],
  ]
  for (const [row, volumeUsd, shares] of tiers) {
    for (const [type, percent] of Object.entries(shares) as [TransactionType, string][]) {
      it(`6. at ${row} the share of a ${type} is ${percent}% [${numberOf('Fees (what each operation charges)', `revenue share of ${row}`)}]`, () => {
        expect(revenueShare({ type, volumeUsd, platformFeeUsd: '100', ...integrator })).to.include({
          status: 'eligible',
          shareUsd: percent,
        })
      })
    }
  }

  it('7. a campaign may have another rate [238]', () => {
    expect(platformFee({ type: 'minorSwap', value: '10000', bps: 5 })).to.equal('5')
  })

  const components = { execution: '0.1', swap: '0.2', relay: '0.3', app: '0.4', rent: '0.5' }

  it('8. subsidizeFees sponsors every component [239]', () => {
    expect(applySponsorship({ components, subsidizeFees: true })).to.include({
      sponsoredTotal: '1.5',
      userPaysTotal: '0',
    })
  })

  it('8. sponsoredFeeComponents sponsors a subset, while the user pays swap fees [239]', () => {
    const sponsoredFeeComponents = ['execution', 'relay'] as const
    const result = applySponsorship({ components, subsidizeFees: true, sponsoredFeeComponents })
    expect(result.components.execution?.userPays).to.equal('0')
    expect(result.components.relay?.userPays).to.equal('0')
    expect(result.components.swap?.userPays).to.equal('0.2')
    expect(result.sponsoredTotal).to.equal('0.4')
  })

  it('8. sponsorship is unavailable for deposit addresses [239]', async () => {
    for (const asked of [{ subsidizeFees: true }, { sponsoredFeeComponents: ['swap'] as const }]) {
      const error = await thrown(() => applySponsorship({ components, isDepositAddress: true, ...asked }))
      expect([error.name, error.field]).to.deep.equal(['FeeInputError', Object.keys(asked)[0]])
    }
  })
})

describe('interface: Limits', () => {
  it('Flat execution fee: 0.02 USD, always included [221]', () => {
    expect(flatExecutionFeeUsd).to.equal('0.02')
    expect(executionFee({ destinationGasUsd: '0', isGasless: false }).total).to.equal('0.02')
    expect(executionFee({ destinationGasUsd: '0', isGasless: true, originGasUsd: '0' }).total).to.equal(
      '0.02',
    )
  })

  it('Perps venue activation fee for new deposits: 1 USD, passed through [222]', () => {
    expect(venueActivationFeeUsd).to.equal('1')
    const fees = { execution: '0.02', swap: '0', platform: '0' }
    expect(sumFees({ ...fees, venueActivation: venueActivationFeeUsd })).to.equal('1.02')
  })

  it('Revenue-share threshold: more than 10,000,000 USD [223]', () => {
    expect(revenueShareTiers[0].above).to.equal(10_000_000)
    const fee = { type: 'minorSwap' as const, platformFeeUsd: '1', ...integrator }
    expect(revenueShare({ ...fee, volumeUsd: '10000000' })).to.deep.equal({
      status: 'ineligible',
      missing: ['volume'],
    })
    expect(revenueShare({ ...fee, volumeUsd: '10000000.01' }).status).to.equal('eligible')
  })
})
