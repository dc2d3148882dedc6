import { expect } from 'chai'
import { type Address, type Hex, zeroAddress } from 'viem'
import { MockOptionError } from '../../src/mock/errors.js'
import { startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import { type QuotedTypedData, toTypedData } from '../support/typedData.js'
import {
  accountOf,
  balanceOf,
  call,
  chainsOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  quoteBody,
  request,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

describe('promises of a quote', () => {
  const { mock } = setUpMock()

  /** Pays, waits, and reads what the recipient got. */
  async function deliver(fields: Record<string, unknown>, apiKey?: string) {
    const recipient = freshAddress()
    const body = quoteBody(mock, { recipient, ...fields })
    const answer = await call(mock, '/quote/v2', { apiKey, body })
    expect(answer.status, answer.text).to.equal(200)
    const quote: Quote = answer.body
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    const { currency, amount } = quote.details.currencyOut as unknown as {
      currency: { address: Address; chainId: number }
      amount: string
    }
    const chain = mock.chains.find(({ id }) => id === currency.chainId)!
    const got = await balanceOf(chain, currency.address, recipient)
    expect(String(got)).to.equal(amount)
    return { quote, recipient, chain }
  }

  const tokens = () => ({ originCurrency: tokenOf(mock.chains[0]!), amount: `${100n * usdc}` })
  const dai = (index: number) => mock.chains[index]!.tokens.find(({ symbol }) => symbol === 'DAI')!.address

  it('default', async () => {
    await deliver({ ...tokens(), destinationCurrency: dai(1) })
  })

  it('behavior: on one chain, for a swap and a send', async () => {
    const [origin] = chainsOf(mock)
    await deliver({ ...tokens(), destinationChainId: origin.id, destinationCurrency: dai(0) })
    await deliver({
      ...tokens(),
      destinationChainId: origin.id,
      tradeType: 'EXACT_OUTPUT',
      amount: `1${'0'.repeat(15)}`,
    })
    await deliver({ destinationChainId: origin.id })
    await deliver({ ...tokens(), destinationChainId: origin.id, destinationCurrency: tokenOf(origin) })
  })

  it('behavior: paid by one transfer and through deposit addresses', async () => {
    await deliver({ ...tokens(), explicitDeposit: false })
    await deliver({ ...tokens(), useDepositAddress: true, strict: true, refundTo: freshAddress() })
    await deliver({ useDepositAddress: true })
  })

  it('behavior: with app fees, a sponsor and a top-up', async () => {
    const appFees = [{ recipient: freshAddress(), fee: '50' }]
    const { quote, recipient, chain } = await deliver(
      {
        ...tokens(),
        destinationCurrency: dai(1),
        appFees,
        topupGas: true,
        sponsoredFeeComponents: ['app', 'execution'],
      },
      mock.apiKey,
    )
    const topup = quote.details.currencyGasTopup as { amount: string }
    expect(topup.amount).to.equal('666666666666666')
    expect(String(await balanceOf(chain, zeroAddress, recipient))).to.equal(topup.amount)
    // 100 less 2 of top-up and 0.01 of the platform, as the rest is sponsored.
    expect(quote.details.currencyOut.amount).to.equal(`${9_799n * 10n ** 16n}`)
  })

  it('behavior: another payment to an open deposit address gets a new quote', async () => {
    const [origin, destination] = chainsOf(mock)
    const recipient = freshAddress()
    const quote = await getQuote(mock, {
      ...tokens(),
      recipient,
      useDepositAddress: true,
      refundTo: freshAddress(),
    })
    const user = mock.accounts[1]!.address
    const { to, data } = quote.steps[0]!.items[0]!.data
    const more = `${data.slice(0, 74)}${(40n * usdc).toString(16).padStart(64, '0')}` as Hex
    await send(mock, origin, user, { to, data: more })
    const price = (await request(mock, '/price', quoteBody(mock, { ...tokens(), amount: `${40n * usdc}` })))
      .body
    for (let attempt = 0; (await balanceOf(destination, zeroAddress, recipient)) === 0n; attempt++) {
      if (attempt === 200) expect.fail('Nothing arrived.')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(String(await balanceOf(destination, zeroAddress, recipient))).to.equal(
      price.details.currencyOut.amount,
    )
  })

  it('behavior: paid by a permit', async () => {
    const recipient = freshAddress()
    const quote = await getQuote(mock, { ...tokens(), recipient, usePermit: true })
    const { sign, post } = quote.steps[0]!.items[0]!.data as unknown as {
      sign: QuotedTypedData
      post: { endpoint: string; body: object }
    }
    const account = accountOf(mock, mock.accounts[1]!.address)
    const signature = await account.signTypedData(toTypedData(sign))
    const { status, body } = await request(mock, `${post.endpoint}?signature=${signature}`, post.body)
    expect(status, JSON.stringify(body)).to.equal(200)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    expect(String(await balanceOf(mock.chains[1]!, zeroAddress, recipient))).to.equal(
      quote.details.currencyOut.amount,
    )
  })
})

describe('the prices of the mock', () => {
  it('behavior: prices are options, and an unlisted symbol is worth 1 USD', async () => {
    const mock = await startMockService({
      pricing: {
        prices: { ETH: '1000', DAI: '2' },
        swapFeeBps: 0n,
        executionFee: '0',
        gasFee: '0',
      },
    })
    try {
      const dai = mock.chains[1]!.tokens.find(({ symbol }) => symbol === 'DAI')!.address
      const { details } = await getQuote(mock, { destinationCurrency: dai })
      expect(details.currencyOut.amount).to.equal(`${500n * ether}`)
    } finally {
      await mock.close()
    }
  })

  it('behavior: another native currency is another currency', async () => {
    const mock = await startMockService({
      chains: [
        { id: 31101, name: 'mockorigin' },
        { id: 31102, name: 'mockdestination', nativeCurrency: { symbol: 'POL', name: 'POL' } },
      ],
    })
    try {
      const { details } = await getQuote(mock)
      expect(details.operation).to.equal('swap')
      // 3000 USD less 6 bps, 0.02 and 0.01; POL has no price, so it is worth 1 USD.
      expect(details.currencyOut.amount).to.equal(`${299_817n * 10n ** 16n}`)
    } finally {
      await mock.close()
    }
  })

  it('error: a price of zero', async () => {
    const error = await thrown(() => startMockService({ pricing: { prices: { ETH: '0' } } }))
    expect(error).to.be.instanceOf(MockOptionError)
    expect(error).to.include({ option: 'pricing.prices.ETH', value: '0' })
  })
})
