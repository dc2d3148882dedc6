import { expect } from 'chai'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { CallerError } from '../../src/mock/callerError.js'
import {
  defaultPricing,
  fromMicroUsd,
  type PricedTrade,
  type PriceTradeParameters,
  priceOf,
  defaultPrices as prices,
  priceTrade,
  toMicroUsd,
} from '../../src/mock/pricing.js'
import { executionFee, platformFee, sumFees, venueActivationFeeUsd } from '../../src/service/fees/index.js'
import { feeComponents } from '../../src/service/resources/codes.js'
import type { TradeType } from '../../src/service/resources/quoteRequest.js'

const make = (symbol: string, decimals: number, chainId = 1) => ({
  chainId,
  address: symbol === 'ETH' ? `0x${'0'.repeat(40)}` : `0x${'1'.repeat(39)}${decimals % 10}`,
  symbol,
  decimals,
})
const eth = make('ETH', 18)
const usdc = make('USDC', 6)
const wbtc = make('WBTC', 8)
const dai = make('DAI', 18)
const other = make('XYZ', 6)
const there = <currency extends { chainId: number }>(currency: currency) => ({ ...currency, chainId: 2 })
const pricing = defaultPricing
const recipient = `0x${'ab'.repeat(20)}`
const microOf = (usd: string) => parseUnits(usd, 6)

const price = (fields: Partial<PriceTradeParameters>): PricedTrade =>
  priceTrade({
    tradeType: 'EXACT_INPUT',
    amount: 10n ** 18n,
    input: eth,
    output: there(eth),
    pricing,
    ...fields,
  })

const currency = fc.constantFrom(eth, usdc, wbtc, dai, other)
/** Enough of any currency to cover the fees. */
const amount = fc.bigInt({ min: 10n ** 21n, max: 10n ** 25n })
const sponsorship = fc.record({
  subsidizeFees: fc.option(fc.boolean(), { nil: undefined }),
  sponsoredFeeComponents: fc.option(fc.subarray([...feeComponents]), { nil: undefined }),
  maxSubsidizationAmount: fc.option(fc.bigInt(0n, 10n ** 12n), { nil: undefined }),
})
const bps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 3 })
const trade = fc.record({
  tradeType: fc.constantFrom<TradeType>('EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT'),
  amount,
  input: currency,
  output: currency.map(there),
  appFees: bps.map((fees) => fees.map((fee) => ({ recipient, fee: String(fee) }))),
  sponsorship,
  isGasless: fc.boolean(),
  topup: fc.option(
    fc.bigInt(1n, 10n ** 8n).map((value) => ({ value, native: there(eth) })),
    { nil: undefined },
  ),
})

describe('priceTrade', () => {
  it('default', () => {
    // 1 ETH is 3000 USD; 0.03 USD of fees are 0.00001 ETH; 0.5 % of slippage.
    expect(price({})).to.deep.include({
      inputAmount: 10n ** 18n,
      expectedAmount: 999_990_000_000_000_000n,
      minimumAmount: 994_990_050_000_000_000n,
      topupAmount: 0n,
      fees: {
        relayerGas: 3_333_333_333_334n,
        relayerService: 6_666_666_666_666n,
        app: 0n,
        subsidized: 0n,
      },
      appFees: [],
      sponsoredUsd: 0n,
    })
  })

  it('behavior: the execution fee is the flat one and the gas that the solver pays', () => {
    const executionOf = (fields: Partial<PriceTradeParameters>) =>
      price(fields).sponsorship.components.execution!.total
    const gas = { destinationGasUsd: '0.01', originGasUsd: '0.01' }
    expect(executionOf({})).to.equal(executionFee({ ...gas, isGasless: false }).total)
    expect(executionOf({ isGasless: true })).to.equal(executionFee({ ...gas, isGasless: true }).total)
    expect(executionOf({ hasFill: false })).to.equal('0.02')
    expect(executionOf({ activationFee: microOf(venueActivationFeeUsd) })).to.equal('1.03')
    expect(executionOf({ isOwnFill: true })).to.equal('0')
  })

  const platform: [
    string,
    typeof eth,
    typeof eth,
    'bridge' | 'stablecoinSwap' | 'majorSwap' | 'minorSwap',
  ][] = [
    ['a bridge', eth, eth, 'bridge'],
    ['a stablecoin swap', usdc, dai, 'stablecoinSwap'],
    ['a major swap', eth, usdc, 'majorSwap'],
    ['a swap of two majors', wbtc, eth, 'majorSwap'],
    ['a minor swap', usdc, other, 'minorSwap'],
  ]
  for (const [name, input, output, type] of platform) {
    it(`behavior: the platform's fee of ${name}`, () => {
      const amount = 1000n * 10n ** BigInt(input.decimals)
      const value = String((1000n * priceOf(input.symbol, prices)) / 1_000_000n)
      const priced = price({ amount, input, output: there(output) })
      expect(priced.sponsorship.components.relay!.total).to.equal(platformFee({ type, value }))
    })
  }

  it("behavior: a swap pays the default share of its value, or the option's", () => {
    // 3000 USD less 1.80 (6 bps) less 0.03.
    expect(price({ output: there(usdc) }).expectedAmount).to.equal(2_998_170_000n)
    const free = { ...pricing, swapFeeBps: 0n }
    expect(price({ output: there(usdc), pricing: free }).expectedAmount).to.equal(2_999_970_000n)
    const dear = { ...pricing, swapFeeBps: 100n }
    expect(price({ pricing: dear }).expectedAmount).to.equal(price({}).expectedAmount)
  })

  it('behavior: app fees are shares of the input, for each recipient', () => {
    const appFees = [
      { recipient, fee: '100' },
      { recipient, fee: '25' },
    ]
    const priced = price({ amount: 1_000_000_000n, input: usdc, output: there(usdc), appFees })
    expect(priced).to.deep.include({
      expectedAmount: 1_000_000_000n - 12_500_000n - 30_000n,
      appFees: [
        { recipient, amountUsd: 10_000_000n },
        { recipient, amountUsd: 2_500_000n },
      ],
    })
    expect(priced.fees).to.include({ app: 12_500_000n, relayerGas: 10_000n, relayerService: 20_000n })
  })

  it('behavior: a sponsor pays the selected components, up to the cap', () => {
    const given = { amount: 1_000_000_000n, input: usdc, output: there(dai) }
    // 0.03 of execution and 0.1 of the platform.
    const all = price({ ...given, sponsorship: { subsidizeFees: true } })
    expect(all).to.include({ expectedAmount: 1_000n * 10n ** 18n, sponsoredUsd: 130_000n })
    expect(all.sponsorship).to.include({ capHit: false, sponsoredTotal: '0.13', userPaysTotal: '0' })
    const some = price({ ...given, sponsorship: { sponsoredFeeComponents: ['execution'] } })
    expect(some).to.include({ expectedAmount: 9_999n * 10n ** 17n, sponsoredUsd: 30_000n })
    const capped = price({ ...given, sponsorship: { subsidizeFees: true, maxSubsidizationAmount: 50_000n } })
    expect(capped).to.include({ expectedAmount: 99_992n * 10n ** 16n, sponsoredUsd: 50_000n })
    expect(capped.sponsorship.capHit).to.equal(true)
  })

  it('behavior: a top-up is paid out of the input', () => {
    const topup = { value: 2_000_000n, native: there(eth) }
    expect(price({ amount: 10_000_000n, input: usdc, output: there(usdc), topup })).to.include({
      expectedAmount: 7_970_000n,
      topupAmount: 666_666_666_666_666n,
    })
  })

  it('behavior: at a fixed rate, the swap component bears the difference from the prices', () => {
    const given = { amount: 1_000_000n, input: usdc, output: there(dai) }
    const priced = price({ ...given, fixedRate: { input: 1n, output: 1n } })
    // 1 USDC less 0.03 less 1 bps.
    expect(priced.expectedAmount).to.equal(9_699n * 10n ** 14n)
    const dear = price({ ...given, fixedRate: { input: 100n, output: 99n } })
    expect(dear.expectedAmount).to.equal(9_599n * 10n ** 14n)
    expect(dear.sponsorship.components.swap!.total).to.equal('0.01')
    const gain = price({ ...given, fixedRate: { input: 99n, output: 100n } })
    expect(gain.sponsorship.components.swap!.total).to.match(/^-0\.0101/)
    const wanted = price({
      ...given,
      tradeType: 'EXACT_OUTPUT',
      amount: 10n ** 18n,
      fixedRate: { input: 2n, output: 1n },
    })
    expect(Number(wanted.inputAmount)).to.be.within(2_060_000, 2_061_000)
  })

  it('behavior: a send costs nothing', () => {
    expect(price({ output: eth, isOwnFill: true, appFees: [{ recipient, fee: '100' }] })).to.deep.include({
      expectedAmount: 10n ** 18n,
      minimumAmount: 10n ** 18n,
      fees: { relayerGas: 0n, relayerService: 0n, app: 0n, subsidized: 0n },
      appFees: [],
    })
  })

  it('behavior: a wrap is 1:1, whatever the prices say', () => {
    const own = { ...pricing, prices: { ETH: 3n, WETH: 2n } }
    expect(price({ output: make('WETH', 18), amount: 7n, isOwnFill: true, pricing: own })).to.include({
      inputAmount: 7n,
      expectedAmount: 7n,
      minimumAmount: 7n,
    })
  })

  it('behavior: an exact output is exact, an expected output may slip', () => {
    const given = { amount: 5_000_000n, input: usdc, output: there(usdc) }
    expect(price({ ...given, tradeType: 'EXACT_OUTPUT' })).to.include({
      inputAmount: 5_030_000n,
      expectedAmount: 5_000_000n,
      minimumAmount: 5_000_000n,
    })
    expect(price({ ...given, tradeType: 'EXPECTED_OUTPUT' })).to.include({
      inputAmount: 5_030_000n,
      expectedAmount: 5_000_000n,
      minimumAmount: 4_975_000n,
    })
  })

  it('behavior: the input of an exact output buys the output, and one unit less does not', () => {
    fc.assert(
      fc.property(trade, (given) => {
        const { inputAmount } = price({ ...given, tradeType: 'EXACT_OUTPUT' })
        const buys = (paid: bigint) => {
          try {
            return price({ ...given, tradeType: 'EXACT_INPUT', amount: paid }).expectedAmount >= given.amount
          } catch (error) {
            expect(error).to.have.property('code', 'AMOUNT_TOO_LOW')
            return false
          }
        }
        expect(buys(inputAmount)).to.equal(true)
        if (inputAmount > 1n) expect(buys(inputAmount - 1n)).to.equal(false)
      }),
    )
  })

  it('behavior: input, output and fees balance', () => {
    fc.assert(
      fc.property(trade, (given) => {
        const priced = price(given)
        const { inputAmount, expectedAmount, minimumAmount, topupAmount, fees, sponsoredUsd } = priced
        expect(minimumAmount <= expectedAmount).to.equal(true)
        if (given.tradeType === 'EXACT_OUTPUT') expect(minimumAmount).to.equal(given.amount)
        const paid = fees.relayerGas + fees.relayerService + fees.app - fees.subsidized
        if (given.input.symbol === given.output.symbol && !given.topup) {
          expect(expectedAmount + paid).to.equal(inputAmount)
        }
        // In USD, to the rounding of one unit on either side.
        const { sponsorship: report } = priced
        const lost =
          toMicroUsd(inputAmount, given.input, prices) -
          toMicroUsd(expectedAmount, given.output, prices) -
          toMicroUsd(topupAmount, eth, prices)
        const unit = Number(toMicroUsd(1n, given.input, prices) + toMicroUsd(1n, given.output, prices)) + 3
        expect(Number(toMicroUsd(paid, given.input, prices) - lost)).to.be.within(-unit, unit)
        const { execution, swap, relay, app } = report.components
        const total = sumFees({
          execution: execution!.total,
          swap: swap!.total,
          platform: relay!.total,
          app: app!.total,
          sponsored: report.sponsoredTotal,
        })
        expect(total).to.equal(report.userPaysTotal)
        // What the user pays more than the fees say is less than a unit.
        expect(Number(lost - microOf(total))).to.be.within(-3, unit)
        expect(sponsoredUsd >= microOf(report.sponsoredTotal) - 1n).to.equal(true)
      }),
    )
  })

  it('error: an amount that does not cover the fees', () => {
    const given = { input: usdc, output: there(usdc) }
    expect(price({ ...given, amount: 30_002n })).to.include({ expectedAmount: 2n, minimumAmount: 1n })
    expect(price({ ...given, amount: 30_001n })).to.include({ expectedAmount: 1n, minimumAmount: 1n })
    for (const amount of [30_000n, 1n]) {
      expect(() => price({ ...given, amount }))
        .to.throw(CallerError)
        .with.property('code', 'AMOUNT_TOO_LOW')
    }
  })

  it('error: a fixed rate with an output of zero', () => {
    const given = { input: usdc, output: there(dai), fixedRate: { input: 100_000n, output: 1n } }
    for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT'] as const) {
      expect(() => price({ ...given, tradeType, amount: 10n ** 18n }))
        .to.throw(CallerError)
        .with.property('code', 'AMOUNT_TOO_LOW')
    }
  })

  it('behavior: amounts of any size are priced', () => {
    const appFees = [{ recipient, fee: '9000' }]
    for (const input of [eth, usdc, wbtc, dai]) {
      for (const output of [eth, usdc, wbtc, dai]) {
        const priced = price({
          input,
          output: there(output),
          tradeType: 'EXACT_OUTPUT',
          amount: 2n ** 256n - 1n,
          appFees,
        })
        expect(priced.expectedAmount).to.equal(2n ** 256n - 1n)
      }
    }
  })

  it('error: app fees that consume the input', () => {
    const appFees = [{ recipient, fee: '10000' }]
    for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT'] as const) {
      expect(() => price({ tradeType, appFees }))
        .to.throw(CallerError)
        .with.property('code', 'AMOUNT_TOO_LOW')
    }
  })
})

describe('toMicroUsd', () => {
  it('default', () => {
    expect(toMicroUsd(10n ** 18n, eth, prices)).to.equal(3_000_000_000n)
    expect(toMicroUsd(1n, wbtc, prices)).to.equal(600n)
    expect(toMicroUsd(10n ** 18n, dai, prices)).to.equal(1_000_000n)
    expect(toMicroUsd(333_333_333n, eth, prices)).to.equal(1n)
    expect(toMicroUsd(166_666_666n, eth, prices)).to.equal(0n)
    expect(toMicroUsd(1n, { symbol: 'toString', decimals: 6 }, prices)).to.equal(1n)
  })

  it('behavior: prices of the caller’s own', () => {
    expect(toMicroUsd(10n ** 18n, eth, { ETH: 7n })).to.equal(7n)
  })

  it('behavior: a wrapper is worth what it wraps, unless it has a price', () => {
    const weth = { ...eth, symbol: 'WETH' }
    expect(toMicroUsd(10n ** 18n, weth, { ETH: 7n })).to.equal(7n)
    expect(toMicroUsd(10n ** 18n, weth, { ETH: 7n, WETH: 5n })).to.equal(5n)
    expect(toMicroUsd(10n ** 18n, { ...eth, symbol: 'WIF' }, { ETH: 7n })).to.equal(1_000_000n)
  })
})

describe('fromMicroUsd', () => {
  it('default', () => {
    expect(fromMicroUsd(30_000n, eth, prices)).to.equal(10_000_000_000_000n)
    expect(fromMicroUsd(601n, wbtc, prices)).to.equal(2n)
  })
})
