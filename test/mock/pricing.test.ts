import { expect } from 'chai'
import fc from 'fast-check'
import { ServiceError } from '../../src/mock/http/serviceError.js'
import { defaultPricing, priceTrade, type TradeType, toMicroUsd } from '../../src/mock/pricing.js'

const eth = { symbol: 'ETH', decimals: 18 }
const usdc = { symbol: 'USDC', decimals: 6 }
const pricing = defaultPricing

const currency = fc.constantFrom(eth, usdc)
/** Enough of either currency to cover the fees. */
const amount = fc.bigInt({ min: 10n ** 17n, max: 10n ** 24n })

describe('priceTrade', () => {
  it('default', () => {
    // 1 ETH is 3000 USD; 0.03 USD of fees are 0.00001 ETH; 0.5 % of slippage.
    expect(
      priceTrade({ tradeType: 'EXACT_INPUT', amount: 10n ** 18n, input: eth, output: eth, pricing }),
    ).to.deep.equal({
      inputAmount: 10n ** 18n,
      expectedAmount: 999_990_000_000_000_000n,
      minimumAmount: 994_990_050_000_000_000n,
      gasFee: 3_333_333_333_334n,
      serviceFee: 6_666_666_666_666n,
    })
  })

  it('behavior: a swap pays a share of its value', () => {
    // 3000 USD less 1.80 (6 bps) less 0.03.
    expect(
      priceTrade({ tradeType: 'EXACT_INPUT', amount: 10n ** 18n, input: eth, output: usdc, pricing })
        .expectedAmount,
    ).to.equal(2_998_170_000n)
  })

  it('behavior: an exact output is exact, an expected one may slip', () => {
    const trade = { amount: 5_000_000n, input: usdc, output: usdc, pricing }
    expect(priceTrade({ ...trade, tradeType: 'EXACT_OUTPUT' })).to.include({
      inputAmount: 5_030_000n,
      expectedAmount: 5_000_000n,
      minimumAmount: 5_000_000n,
    })
    expect(priceTrade({ ...trade, tradeType: 'EXPECTED_OUTPUT' })).to.include({
      inputAmount: 5_030_000n,
      expectedAmount: 5_000_000n,
      minimumAmount: 4_975_000n,
    })
  })

  it('behavior: the input that an exact output asks for buys it, and one unit less does not', () => {
    fc.assert(
      fc.property(currency, currency, amount, (input, output, wanted) => {
        const { inputAmount } = priceTrade({
          tradeType: 'EXACT_OUTPUT',
          amount: wanted,
          input,
          output,
          pricing,
        })
        const buy = (paid: bigint) =>
          priceTrade({ tradeType: 'EXACT_INPUT', amount: paid, input, output, pricing }).expectedAmount
        expect(buy(inputAmount) >= wanted).to.equal(true)
        expect(buy(inputAmount - 1n) < wanted).to.equal(true)
      }),
    )
  })

  it('behavior: the books balance', () => {
    const tradeType = fc.constantFrom<TradeType>('EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT')
    fc.assert(
      fc.property(tradeType, currency, currency, amount, (type, input, output, given) => {
        const trade = priceTrade({ tradeType: type, amount: given, input, output, pricing })
        expect(trade.minimumAmount <= trade.expectedAmount).to.equal(true)
        expect(trade.minimumAmount < trade.expectedAmount).to.equal(type !== 'EXACT_OUTPUT')
        const fees = trade.gasFee + trade.serviceFee
        if (input === output) expect(trade.expectedAmount + fees).to.equal(trade.inputAmount)
        // In USD, to the rounding of one unit on either side.
        const lost = toMicroUsd(trade.inputAmount, input) - toMicroUsd(trade.expectedAmount, output)
        expect(Number(toMicroUsd(fees, input) - lost)).to.be.within(-2, 2)
      }),
    )
  })

  it('error: too little to cover the fees', () => {
    const price = (given: bigint) =>
      priceTrade({ tradeType: 'EXACT_INPUT', amount: given, input: usdc, output: usdc, pricing })
    expect(price(30_002n).expectedAmount).to.equal(2n)
    // One unit would arrive at best, and none at worst.
    expect(() => price(30_001n))
      .to.throw(ServiceError)
      .with.property('code', 'AMOUNT_TOO_LOW')
    expect(() => price(1n))
      .to.throw(ServiceError)
      .with.property('code', 'AMOUNT_TOO_LOW')
  })
})
