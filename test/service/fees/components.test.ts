import { expect } from 'chai'
import fc from 'fast-check'
import { appFees, executionFee, FeeInputError, sumFees, swapFee } from '../../../src/service/fees/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const recipient = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'

/** Decimal USD with six decimals, and what they are in millionths. */
const toUsd = (millionths: bigint) => {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
const toMillionths = (usd: string) => {
  const [whole = '', fraction = ''] = usd.replace('-', '').split('.')
  return (usd.startsWith('-') ? -1n : 1n) * BigInt(whole + fraction.padEnd(6, '0'))
}
const cost = fc.bigInt({ min: 0n, max: 10n ** 15n })
const signed = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })

const usd = 'a decimal string of USD, not negative'
const bps = 'whole basis points from 0 to 10000'

async function refuses(run: () => unknown, field: string, value: unknown, requirement: string) {
  const error = await thrown(run)
  expect(error).instanceOf(FeeInputError)
  expect([error.field, error.value]).to.deep.equal([field, value])
  expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
}

describe('executionFee', () => {
  it('default: the user pays origin gas to the network', () => {
    expect(executionFee({ destinationGasUsd: '0.013', isGasless: false, originGasUsd: '0.5' })).to.deep.equal(
      {
        flat: '0.02',
        destinationGas: '0.013',
        originGas: '0',
        total: '0.033',
      },
    )
  })

  it('behavior: gasless, with the origin gas', () => {
    const fee = executionFee({ destinationGasUsd: '0.1', isGasless: true, originGasUsd: '0.2' })
    expect(fee).to.deep.equal({ flat: '0.02', destinationGas: '0.1', originGas: '0.2', total: '0.32' })
  })

  it('behavior: never below the flat fee', () => {
    expect(executionFee({ destinationGasUsd: '0', isGasless: false }).total).to.equal('0.02')
  })

  it('error: names what is malformed', async () => {
    await refuses(
      () => executionFee({ destinationGasUsd: '1', isGasless: true }),
      'originGasUsd',
      undefined,
      usd,
    )
    await refuses(
      () => executionFee({ destinationGasUsd: '-1', isGasless: false }),
      'destinationGasUsd',
      '-1',
      usd,
    )
    const malformed = { destinationGasUsd: '1', isGasless: false, originGasUsd: 'x' }
    await refuses(() => executionFee(malformed), 'originGasUsd', 'x', usd)
    await refuses(
      () => executionFee(mistyped({ destinationGasUsd: '1' })),
      'isGasless',
      undefined,
      'true or false',
    )
  })
})

describe('swapFee', () => {
  it('default', () => {
    expect(swapFee({ dexFeesUsd: '0.3', dexImpactUsd: '0.12', rebalancingUsd: '0.05' })).to.equal('0.47')
  })

  it('behavior: an impact in favor of the user is negative', () => {
    expect(swapFee({ dexFeesUsd: '0.3', dexImpactUsd: '-0.5', rebalancingUsd: '0' })).to.equal('-0.2')
    expect(swapFee({ dexFeesUsd: '0', dexImpactUsd: '-0', rebalancingUsd: '0' })).to.equal('0')
  })

  it('error: names what is malformed', async () => {
    const valid = { dexFeesUsd: '1', dexImpactUsd: '1', rebalancingUsd: '1' }
    await refuses(() => swapFee({ ...valid, dexFeesUsd: '-1' }), 'dexFeesUsd', '-1', usd)
    for (const dexImpactUsd of ['--1', '1-', '1-2', '-']) {
      const run = () => swapFee({ ...valid, dexImpactUsd })
      await refuses(run, 'dexImpactUsd', dexImpactUsd, 'a decimal string of USD')
    }
    await refuses(() => swapFee({ ...valid, rebalancingUsd: '-1' }), 'rebalancingUsd', '-1', usd)
  })
})

describe('appFees', () => {
  it('default', () => {
    expect(appFees({ amount: 1_000_000n, appFees: [{ recipient, fee: '25' }] })).to.deep.equal({
      fees: [{ recipient, amount: 2500n }],
      total: 2500n,
    })
  })

  it('behavior: rounds each of several fees down by itself', () => {
    const two = [
      { recipient, fee: '1' },
      { recipient: `0x${'12'.repeat(20)}`, fee: 1 },
    ]
    expect(appFees({ amount: 19_999n, appFees: two })).to.deep.equal({
      fees: two.map(({ recipient }) => ({ recipient, amount: 1n })),
      total: 2n,
    })
    expect(appFees({ amount: 9_999n, appFees: two }).total).to.equal(0n)
    expect(appFees({ amount: 5n, appFees: [] })).to.deep.equal({ fees: [], total: 0n })
  })

  it('behavior: never exceeds the input or the rates', () => {
    const rates = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 5 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), rates, (amount, list) => {
        const { fees, total } = appFees({ amount, appFees: list.map((fee) => ({ recipient, fee })) })
        expect(total).to.equal(fees.reduce((sum, fee) => sum + fee.amount, 0n))
        fees.forEach((fee, index) => {
          const exact = amount * BigInt(list[index]!)
          expect(fee.amount * 10_000n <= exact && exact < (fee.amount + 1n) * 10_000n).to.equal(true)
        })
      }),
    )
  })

  it('error: names what is malformed', async () => {
    const run =
      (amount: unknown, ...fees: unknown[]) =>
      () =>
        appFees(mistyped({ amount, appFees: fees.map((fee) => ({ recipient, fee })) }))
    const unit = 'a bigint of the smallest unit, not negative'
    await refuses(run(-1n, '1'), 'amount', -1n, unit)
    await refuses(run('100', '1'), 'amount', '100', unit)
    await refuses(run(1n, '1', '1.5'), 'appFees[1].fee', '1.5', bps)
    for (const fee of ['10001', undefined, null, '', ' 5', '1e2', true, ['5']]) {
      await refuses(run(1n, fee), 'appFees[0].fee', fee, bps)
    }
    await refuses(run(1n, '10000', '1'), 'appFees', 10_001, 'at most 10000 basis points together')
    expect(run(1n, '9999', '1')()).to.have.property('total', 0n)
  })
})

describe('sumFees', () => {
  it('default', () => {
    const fees = { execution: '0.033', swap: '0.4', platform: '0.06', app: '0.25' }
    expect(sumFees({ ...fees, sponsored: '0.033' })).to.equal('0.71')
  })

  it("behavior: omitted fees are zero; the venue's account activation is one more component", () => {
    expect(sumFees({ execution: '0.02', swap: '0', platform: '0' })).to.equal('0.02')
    expect(sumFees({ execution: '0.02', swap: '0', platform: '0', venueActivation: '1' })).to.equal('1.02')
  })

  it('behavior: equals the components minus the sponsored part', () => {
    expect(sumFees({ execution: '0.1', swap: '0.2', platform: '0' })).to.equal('0.3')
    fc.assert(
      fc.property(cost, signed, cost, cost, fc.integer({ min: 0, max: 100 }), (a, b, c, d, percent) => {
        const costs = a + (b > 0n ? b : 0n) + c + d
        const sponsored = (costs * BigInt(percent)) / 100n
        const total = sumFees({
          execution: toUsd(a),
          swap: toUsd(b),
          platform: toUsd(c),
          app: toUsd(d),
          sponsored: toUsd(sponsored),
        })
        expect(toMillionths(total)).to.equal(a + b + c + d - sponsored)
      }),
    )
  })

  it('error: a sponsored part above the costs', async () => {
    const fees = { execution: '1', swap: '-2', platform: '0.5' }
    expect(sumFees({ ...fees, sponsored: '1.5' })).to.equal('-2')
    await refuses(
      () => sumFees({ ...fees, sponsored: '1.51' }),
      'sponsored',
      '1.51',
      'at most the costs, 1.5',
    )
    await refuses(() => sumFees({ ...fees, execution: '-1' }), 'execution', '-1', usd)
    await refuses(() => sumFees(mistyped({ ...fees, platform: 1 })), 'platform', 1, usd)
    for (const field of ['app', 'venueActivation', 'sponsored']) {
      await refuses(() => sumFees({ ...fees, [field]: '-1' }), field, '-1', usd)
    }
    await refuses(() => sumFees({ ...fees, swap: '' }), 'swap', '', 'a decimal string of USD')
  })
})
