import { expect } from 'chai'
import fc from 'fast-check'
import {
  type ApplySponsorshipParameters,
  applySponsorship,
  FeeInputError,
} from '../../../src/service/fees/index.js'
import { type FeeComponent, feeComponents } from '../../../src/service/resources/codes.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const components = { execution: '0.03', swap: '0.4', relay: '0.06', app: '0.2', rent: '0.01' }
const apply = (parameters: Partial<ApplySponsorshipParameters> = {}) =>
  applySponsorship({ components, ...parameters })

const toUsd = (millionths: bigint) => {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
const toMillionths = (usd: string) => {
  const [whole = '', fraction = ''] = usd.replace('-', '').split('.')
  return (usd.startsWith('-') ? -1n : 1n) * BigInt(whole + fraction.padEnd(6, '0'))
}

describe('applySponsorship', () => {
  it('default: nothing is sponsored', () => {
    expect(apply()).to.deep.equal({
      selectedComponents: [],
      components: Object.fromEntries(
        Object.entries(components).map(([name, total]) => [
          name,
          { selected: false, total, sponsored: '0', userPays: total },
        ]),
      ),
      capHit: false,
      total: '0.7',
      sponsoredTotal: '0',
      userPaysTotal: '0.7',
    })
  })

  it('behavior: subsidizeFees sponsors every component', () => {
    const { components: fees, ...sums } = apply({ subsidizeFees: true })
    expect(sums).to.deep.equal({
      selectedComponents: ['execution', 'swap', 'relay', 'app', 'rent'],
      capHit: false,
      total: '0.7',
      sponsoredTotal: '0.7',
      userPaysTotal: '0',
    })
    for (const fee of Object.values(fees)) expect(fee).to.include({ selected: true, userPays: '0' })
  })

  it('behavior: a list sponsors a subset, with and without subsidizeFees; false sponsors nothing', () => {
    const list: FeeComponent[] = ['relay', 'execution']
    for (const subsidizeFees of [true, undefined]) {
      const result = apply({ subsidizeFees, sponsoredFeeComponents: list })
      expect(result.selectedComponents).to.deep.equal(['execution', 'relay'])
      expect([result.sponsoredTotal, result.userPaysTotal]).to.deep.equal(['0.09', '0.61'])
      expect(result.components.swap).to.include({ selected: false, sponsored: '0', userPays: '0.4' })
    }
    const none = apply({ subsidizeFees: false, sponsoredFeeComponents: list })
    expect([none.selectedComponents, none.sponsoredTotal]).to.deep.equal([[], '0'])
    expect(apply({ subsidizeFees: true, sponsoredFeeComponents: [] }).sponsoredTotal).to.equal('0')
  })

  it('behavior: sponsors rent only if it is charged', () => {
    const { rent: _, ...others } = components
    const result = apply({ components: others, subsidizeFees: true })
    expect(result.components).not.to.have.property('rent')
    expect(result.total).to.equal('0.69')
  })

  it('behavior: uses up the cap in the order of the components', () => {
    const result = apply({ subsidizeFees: true, maxSubsidizationAmount: '450000' })
    expect(result.capHit).to.equal(true)
    expect(Object.entries(result.components).map(([name, fee]) => [name, fee.sponsored])).to.deep.equal([
      ['execution', '0.03'],
      ['swap', '0.4'],
      ['relay', '0.02'],
      ['app', '0'],
      ['rent', '0'],
    ])
    expect(result.components.relay?.userPays).to.equal('0.04')
    expect([result.sponsoredTotal, result.userPaysTotal]).to.deep.equal(['0.45', '0.25'])
  })

  it('behavior: the cap below, at and above the fees, and none', () => {
    const capped = (maxSubsidizationAmount: string | bigint) => {
      const { capHit, sponsoredTotal } = apply({ subsidizeFees: true, maxSubsidizationAmount })
      return [capHit, sponsoredTotal]
    }
    expect(capped('699999')).to.deep.equal([true, '0.699999'])
    expect(capped('700000')).to.deep.equal([false, '0.7'])
    expect(capped(700_001n)).to.deep.equal([false, '0.7'])
    expect(capped('0')).to.deep.equal([true, '0'])
    expect(apply({ maxSubsidizationAmount: '0' }).capHit).to.equal(false)
  })

  it('behavior: a gain stays with the user and does not raise the cap', () => {
    const result = apply({
      components: { ...components, swap: '-0.4' },
      subsidizeFees: true,
      maxSubsidizationAmount: '100000',
    })
    expect(result.components.swap).to.deep.equal({
      selected: true,
      total: '-0.4',
      sponsored: '0',
      userPays: '-0.4',
    })
    expect([result.sponsoredTotal, result.total, result.userPaysTotal]).to.deep.equal(['0.1', '-0.1', '-0.2'])
    expect(result.capHit).to.equal(true)
  })

  it('behavior: sponsored plus paid equals the total, per component and in sum, within the cap', () => {
    const fee = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    const record = fc.record({
      fees: fc.record({ execution: fee, swap: fee, relay: fee, app: fee, rent: fee }),
      subsidizeFees: fc.option(fc.boolean(), { nil: undefined }),
      list: fc.option(fc.subarray([...feeComponents]), { nil: undefined }),
      cap: fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { nil: undefined }),
    })
    fc.assert(
      fc.property(record, ({ fees, subsidizeFees, list, cap }) => {
        const result = applySponsorship({
          components: {
            execution: toUsd(fees.execution),
            swap: toUsd(fees.swap),
            relay: toUsd(fees.relay),
            app: toUsd(fees.app),
            rent: toUsd(fees.rent),
          },
          subsidizeFees,
          sponsoredFeeComponents: list,
          maxSubsidizationAmount: cap,
        })
        let [sum, wanted] = [0n, 0n]
        for (const name of feeComponents) {
          const { selected, total, sponsored, userPays } = result.components[name]!
          expect(toMillionths(total)).to.equal(fees[name])
          expect(toMillionths(sponsored) + toMillionths(userPays)).to.equal(fees[name])
          expect(toMillionths(sponsored) >= 0n).to.equal(true)
          if (!selected) expect(sponsored).to.equal('0')
          if (selected && fees[name] > 0n) wanted += fees[name]
          sum += toMillionths(sponsored)
        }
        const allowed = cap === undefined || cap > wanted ? wanted : cap
        expect(sum).to.equal(allowed)
        expect(toMillionths(result.sponsoredTotal)).to.equal(sum)
        expect(toMillionths(result.sponsoredTotal) + toMillionths(result.userPaysTotal)).to.equal(
          toMillionths(result.total),
        )
        expect(result.capHit).to.equal(allowed < wanted)
      }),
    )
  })

  it('behavior: a deposit address has no sponsorship', () => {
    expect(apply({ isDepositAddress: true }).userPaysTotal).to.equal('0.7')
    expect(apply({ isDepositAddress: true, subsidizeFees: false }).userPaysTotal).to.equal('0.7')
  })

  it('error: names what is malformed, or not available', async () => {
    const usd = 'a decimal string of USD'
    const cap = 'a whole number of USD with 6 decimals, such as 2000000 for 2 USD'
    for (const [field, value, requirement, change] of [
      ['subsidizeFees', true, 'false for a deposit address', { isDepositAddress: true, subsidizeFees: true }],
      [
        'sponsoredFeeComponents',
        ['app'],
        'absent for a deposit address',
        { isDepositAddress: true, sponsoredFeeComponents: ['app'] },
      ],
      [
        'sponsoredFeeComponents[1]',
        'gas',
        'one of execution, swap, relay, app, rent',
        { sponsoredFeeComponents: ['app', 'gas'] },
      ],
      ['components.swap', undefined, usd, { components: { ...components, swap: undefined } }],
      ['components.app', 1, usd, { components: { ...components, app: 1 } }],
      ['components.rent', '1,5', usd, { components: { ...components, rent: '1,5' } }],
      ['maxSubsidizationAmount', '0.5', cap, { maxSubsidizationAmount: '0.5' }],
      ['maxSubsidizationAmount', -1n, cap, { maxSubsidizationAmount: -1n }],
      ['maxSubsidizationAmount', 5, cap, { maxSubsidizationAmount: 5 }],
    ] as const) {
      const error = await thrown(() => apply(mistyped(change)))
      expect(error).instanceOf(FeeInputError)
      expect([error.field, error.value]).to.deep.equal([field, value])
      expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
    }
  })
})
