import { expect } from 'chai'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { startMockService } from '../../src/mock/index.js'
import { type QuoteV2 as Quote, quoteSchema } from '../../src/service/resources/quote.js'
import { type Complete, complete } from '../support/complete.js'
import { call, chainsOf, ether, freshAddress, quoteBody, setUpMock, tokenOf, usdc } from './helpers.js'

describe('the fees of a quote', () => {
  const { mock } = setUpMock()

  const post = (fields: Record<string, unknown>, apiKey?: string) =>
    call(mock, '/quote/v2', { apiKey, body: quoteBody(mock, fields) })

  async function quote(fields: Record<string, unknown>, apiKey?: string): Promise<Complete<Quote>> {
    const { status, body } = await post(fields, apiKey)
    expect(status, JSON.stringify(body)).to.equal(200)
    return complete(quoteSchema.parse(body))
  }

  const bridge = () => ({
    originCurrency: tokenOf(mock.chains[0]!),
    destinationCurrency: tokenOf(mock.chains[1]!),
    amount: `${1_000n * usdc}`,
  })
  const dai = () => ({
    ...bridge(),
    destinationCurrency: mock.chains[1]!.tokens.find(({ symbol }) => symbol === 'DAI')!.address,
  })
  const impactOf = ({ details }: Complete<Quote>) =>
    Object.fromEntries(
      Object.entries(details.expandedPriceImpact!).map(([name, impact]) => [
        name,
        (impact as { usd: string }).usd,
      ]),
    )
  const micro = (usd: string | null | undefined) => parseUnits(usd!, 6)

  it('default', async () => {
    const answer = await quote(bridge())
    expect(answer.feeSponsorship).to.equal(undefined)
    expect(impactOf(answer)).to.deep.equal({
      swap: '0.000000',
      execution: '-0.030000',
      relay: '0.000000',
      app: '0.000000',
      sponsored: '0.000000',
    })
    expect(answer.details.currencyOut.amount).to.equal('999970000')
    expect(answer.details.totalImpact).to.deep.equal({ usd: '-0.030000', percent: '0.00' })
    expect(answer.fees).to.nested.include({
      'relayer.amount': '30000',
      'relayerGas.amount': '10000',
      'relayerService.amount': '20000',
      'app.amount': '0',
      'gas.amount': '0',
      'subsidized.amount': '0',
    })
    expect(answer.details.slippageTolerance).to.deep.equal({
      total: '50',
      origin: { usd: '0.000000', value: '0', percent: '0.00' },
      destination: { usd: '4.999850', value: '4999850', percent: '0.50' },
    })
  })

  it('behavior: displayed amounts are rounded, not truncated', async () => {
    // 0.03 of 1.8 USD is 1.667 percent.
    expect((await quote({ ...bridge(), amount: '1800000' })).details.totalImpact).to.deep.equal({
      usd: '-0.030000',
      percent: '-1.67',
    })
    const odd = await startMockService({ pricing: { prices: { ETH: '2987.654321' } } })
    try {
      const { body } = await call(odd, '/quote/v2', { body: quoteBody(odd) })
      expect(body.fees.relayerService.amountUsd).to.equal('0.020000')
      expect(body.details.totalImpact.usd).to.equal('-0.030000')
      expect(body.details.currencyOut.amountUsd).to.equal('2987.624321')
    } finally {
      await odd.close()
    }
  })

  it('behavior: a stablecoin swap pays one basis point', async () => {
    const answer = await quote(dai())
    expect(impactOf(answer)).to.include({ execution: '-0.030000', relay: '-0.100000' })
    expect(answer.details.currencyOut.amount).to.equal(`${99_987n * 10n ** 16n}`)
    expect(answer.details.operation).to.equal('swap')
  })

  it('behavior: a permit or a wrapper also pays the solver’s origin gas', async () => {
    for (const fields of [{ usePermit: true }, { originGasOverhead: 80_000 }]) {
      expect(impactOf(await quote({ ...bridge(), ...fields })).execution).to.equal('-0.040000')
    }
    expect(impactOf(await quote({ ...bridge(), originGasOverhead: 0 })).execution).to.equal('-0.030000')
  })

  it('behavior: app fees are paid on top', async () => {
    const appFees = [
      { recipient: freshAddress(), fee: '100' },
      { recipient: freshAddress(), fee: '0' },
    ]
    const answer = await quote({ ...bridge(), appFees })
    expect(impactOf(answer).app).to.equal('-10.000000')
    expect(answer.fees!.app!.amount).to.equal('10000000')
    expect(answer.details.currencyOut.amount).to.equal('989970000')
    const exact = await quote({ ...bridge(), appFees, tradeType: 'EXACT_OUTPUT', amount: `${99n * usdc}` })
    // 99.03 USD are 99 % of it, rounded up.
    expect(exact.details.currencyIn.amount).to.equal('100030304')
    expect(exact.details.currencyOut).to.include({ amount: '99000000', minimumAmount: '99000000' })
  })

  it('behavior: a send has no fees, not even app fees', async () => {
    const [origin] = chainsOf(mock)
    const answer = await quote({
      destinationChainId: origin.id,
      recipient: freshAddress(),
      appFees: [{ recipient: freshAddress(), fee: '100' }],
    })
    expect(answer.details.currencyOut.amount).to.equal(`${ether}`)
    expect(answer.fees!.app!.amount).to.equal('0')
    expect(answer.details.totalImpact!.usd).to.equal('0.000000')
  })

  it('behavior: subsidizeFees pays every component', async () => {
    const answer = await quote({ ...dai(), subsidizeFees: true }, mock.apiKey)
    expect(answer.details.currencyOut.amount).to.equal(`${1_000n * 10n ** 18n}`)
    expect(impactOf(answer)).to.include({ execution: '-0.030000', relay: '-0.100000', sponsored: '0.130000' })
    expect(answer.fees!.subsidized!.amount).to.equal('130000')
    const { quoted } = answer.feeSponsorship!
    expect(quoted).to.deep.include({
      selectedComponents: ['execution', 'swap', 'relay', 'app', 'rent'],
      capHit: false,
    })
    expect(quoted).to.nested.include({
      'components.execution.sponsored.amountUsd': '0.030000',
      'components.relay.total.amount': '100000',
      'components.relay.userPays.amount': '0',
      'sponsoredTotal.amountUsd': '0.130000',
      'userPaysTotal.amountUsd': '0.000000',
    })
  })

  it('behavior: sponsors a subset of components, up to the cap', async () => {
    const some = await quote({ ...dai(), sponsoredFeeComponents: ['execution'] }, mock.apiKey)
    expect(impactOf(some).sponsored).to.equal('0.030000')
    expect(some.feeSponsorship!.quoted!.selectedComponents).to.deep.equal(['execution'])
    const capped = await quote(
      { ...dai(), subsidizeFees: true, maxSubsidizationAmount: '50000' },
      mock.apiKey,
    )
    expect(impactOf(capped).sponsored).to.equal('0.050000')
    expect(capped.feeSponsorship!.quoted).to.include({ capHit: true, maxSubsidizationAmount: '50000' })
    const off = await quote({ ...dai(), subsidizeFees: false, sponsoredFeeComponents: ['execution'] })
    expect(off.feeSponsorship).to.equal(undefined)
  })

  it('error: a sponsor without a key or without enough balance', async () => {
    const nobody = await post({ ...bridge(), subsidizeFees: true })
    expect({ status: nobody.status, errorCode: nobody.body.errorCode }).to.deep.equal({
      status: 401,
      errorCode: 'UNAUTHORIZED',
    })
    const appFees = [{ recipient: freshAddress(), fee: '1000' }]
    const amount = `${1_000_000n * usdc}`
    const poor = await post({ ...bridge(), amount, appFees, subsidizeFees: true }, mock.apiKey)
    expect({ status: poor.status, errorCode: poor.body.errorCode }).to.deep.equal({
      status: 400,
      errorCode: 'INSUFFICIENT_FUNDS',
    })
  })

  it('behavior: topupGas delivers native currency with the output', async () => {
    const answer = await quote({ ...bridge(), topupGas: true })
    // 2 USD, where nothing else is said.
    expect(answer.details.currencyGasTopup).to.deep.include({
      amount: '666666666666666',
      amountFormatted: '0.000666666666666666',
    })
    expect(answer.details.currencyOut.amount).to.equal('997970000')
    const more = await quote({ ...bridge(), topupGas: true, topupGasAmount: '3000000' })
    expect(more.details.currencyGasTopup!.amount).to.equal('1000000000000000')
    expect((await quote({ ...bridge(), topupGasAmount: '1' })).details.currencyGasTopup).to.equal(undefined)
  })

  it('behavior: a fixed rate replaces the prices', async () => {
    const answer = await quote({ ...dai(), fixedRate: '1:0.99' })
    expect(answer.details.isFixedRate).to.equal(true)
    expect(impactOf(answer).swap).to.equal('-10.000000')
    expect(answer.details.swapImpact).to.deep.equal({ usd: '-10.000000', percent: '-1.00' })
    expect(answer.details.currencyOut.amount).to.equal(`${98_987n * 10n ** 16n}`)
    expect((await quote(dai())).details.isFixedRate).to.equal(false)
  })

  it('behavior: the amounts add up, to the last digit', async function () {
    this.timeout(60_000)
    const [origin, destination] = chainsOf(mock)
    const currencies = (chain: typeof origin) => [
      { address: `0x${'0'.repeat(40)}`, decimals: 18 },
      ...chain.tokens,
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 3 }),
        fc.nat({ max: 3 }),
        fc.bigInt(10n ** 19n, 10n ** 22n),
        fc.constantFrom('EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT'),
        fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 2 }),
        fc.option(fc.subarray(['execution', 'swap', 'relay', 'app']), { nil: undefined }),
        fc.nat({ max: 900_000_000 }),
        async (from, to, size, tradeType, fees, sponsoredFeeComponents, cap) => {
          const input = currencies(origin)[from]!
          const output = currencies(destination)[to]!
          const { decimals } = tradeType === 'EXACT_INPUT' ? input : output
          const { details, fees: shown } = await quote(
            {
              originCurrency: input.address,
              destinationCurrency: output.address,
              amount: (size / 10n ** BigInt(20 - Math.min(decimals, 18)) + 1n).toString(),
              tradeType,
              appFees: fees.map((fee) => ({ recipient: freshAddress(), fee: String(fee) })),
              ...(sponsoredFeeComponents && { sponsoredFeeComponents, maxSubsidizationAmount: String(cap) }),
            },
            mock.apiKey,
          )
          const impact = details.expandedPriceImpact!
          const parts = [impact.swap, impact.execution, impact.relay, impact.app, impact.sponsored]
          expect(parts.reduce((sum, part) => sum + micro(part!.usd), 0n)).to.equal(
            micro(details.totalImpact!.usd),
          )
          expect(micro(details.currencyOut.amountUsd) - micro(details.currencyIn.amountUsd)).to.equal(
            micro(details.totalImpact!.usd),
          )
          const amounts = Object.fromEntries(
            Object.entries(shown!).map(([name, fee]) => [name, BigInt((fee as { amount: string }).amount)]),
          )
          expect(amounts.relayer).to.equal(amounts.relayerGas! + amounts.relayerService!)
          if (from === to) {
            const paid = amounts.relayer! + amounts.app! - amounts.subsidized!
            expect(BigInt(details.currencyOut.amount) + paid).to.equal(BigInt(details.currencyIn.amount))
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
