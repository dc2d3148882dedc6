import { expect } from 'chai'
import fc from 'fast-check'
import {
  type Address,
  type ContractFunctionArgs,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  recoverMessageAddress,
  zeroAddress,
} from 'viem'
import { mockExchangeAbi } from '../../src/generated/abi/mockExchange.js'
import { hashOrder } from '../../src/protocol/order/hashOrder.js'
import { mockProfile, mockRouterKinds } from '../../src/service/profile/mockProfile.js'
import type { ServiceProfile } from '../../src/service/profile/types.js'
import { quoteSchema } from '../../src/service/resources/quote.js'
import type { QuoteRequest } from '../../src/service/resources/quoteRequest.js'
import { planSteps } from '../../src/service/steps/planSteps.js'
import { readTerms } from '../../src/service/steps/readTerms.js'
import type { StepRequest } from '../../src/service/steps/types.js'
import { verifyVenueWithdrawal } from '../../src/service/venue/verifyVenueWithdrawal.js'
import { complete } from '../support/complete.js'
import {
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  quoteBody,
  request,
  setUpMock,
  tokenOf,
  usdc,
} from './helpers.js'

const perps = `0x${'0'.repeat(32)}`

describe('the steps of a quote', () => {
  const { mock } = setUpMock()

  /** Returns a profile with the addresses that a client knew before. */
  const profileOf = (): ServiceProfile => ({
    ...mockProfile,
    chains: mock.chains.map(({ id, name, depository, routers, exchange }) => ({
      id,
      name,
      depository,
      routers: [...routers, { address: exchange, ...mockRouterKinds.exchange, approvalProxy: exchange }],
    })),
  })

  async function quote(fields: Record<string, unknown>) {
    const body = quoteBody(mock, fields)
    const { status, body: answer } = await request(mock, '/quote/v2', body)
    expect(status, JSON.stringify(answer)).to.equal(200)
    return { body, answer: complete(quoteSchema.parse(answer)) }
  }

  /** Holds the quote to the request, as the client does before it signs anything. */
  async function plan(fields: Record<string, unknown>) {
    const { body, answer } = await quote(fields)
    const terms = readTerms({
      request: body as unknown as StepRequest,
      profile: profileOf(),
      account: body.user as Address,
      maximumAmountIn: 2n ** 200n,
    })
    const items = planSteps(answer, terms, ['swap', 'permit', 'depositAddress'])
    return { body, answer, items, ids: answer.steps.map(({ id }) => id) }
  }

  const tokens = () => ({
    here: { originCurrency: tokenOf(mock.chains[0]!), amount: `${100n * usdc}` },
    there: { destinationCurrency: tokenOf(mock.chains[1]!) },
    oneChain: { destinationChainId: mock.chains[0]!.id },
  })

  it('behavior: explicitDeposit false is one transfer that ends with the order id', async () => {
    const [origin] = chainsOf(mock)
    const { ids, items, answer } = await plan({ ...tokens().here, explicitDeposit: false })
    expect(ids).to.deep.equal(['deposit'])
    const [item] = items
    if (item?.kind !== 'transaction') expect.fail('no transaction')
    expect(item.transaction.to).to.equal(tokenOf(origin).toLowerCase())
    expect(item.transaction.data).to.have.length(2 + 2 * 100)
    expect(item.transaction.data.endsWith(answer.protocol!.v2!.orderId.slice(2))).to.equal(true)
  })

  it('behavior: explicitDeposit false changes nothing for the native currency', async () => {
    expect((await plan({ explicitDeposit: false })).ids).to.deep.equal(['deposit'])
  })

  it('behavior: a deposit address gets a plain payment', async () => {
    for (const strict of [true, false]) {
      const fields = { useDepositAddress: true, strict, refundTo: freshAddress() }
      const native = await plan(fields)
      expect(native.ids).to.deep.equal(['deposit'])
      const [step] = native.answer.steps
      expect(step!.depositAddress).to.match(/^0x[0-9a-f]{40}$/)
      expect(step!.items[0]!.data).to.include({ to: step!.depositAddress, data: '0x', value: `${ether}` })
      const token = await plan({ ...fields, ...tokens().here })
      const data = token.answer.steps[0]!.items[0]!.data as { data: Hex }
      expect(
        decodeFunctionData({ abi: erc20Abi, data: data.data }).args![0]!.toString().toLowerCase(),
      ).to.equal(token.answer.steps[0]!.depositAddress)
      expect(token.answer.steps[0]!.depositAddress).not.to.equal(step!.depositAddress)
    }
  })

  it('behavior: usePermit requests an authorization (EIP-3009) for the solver', async () => {
    const [origin] = chainsOf(mock)
    const { timestamp } = await clientOf(origin).getBlock({ blockTag: 'pending' })
    const { ids, answer, body } = await plan({ ...tokens().here, usePermit: true, permitExpiry: 900 })
    expect(ids).to.deep.equal(['authorize1'])
    const { orderId } = answer.protocol!.v2!
    const data = answer.steps[0]!.items[0]!.data as unknown as {
      sign: { value: Record<string, string>; domain: object }
      post: object
    }
    expect(data.sign.domain).to.deep.equal({
      name: 'USD Coin',
      version: '1',
      chainId: origin.id,
      verifyingContract: tokenOf(origin).toLowerCase(),
    })
    expect(data.sign.value).to.include({
      from: String(body.user).toLowerCase(),
      to: mock.solver.toLowerCase(),
      value: `${100n * usdc}`,
      validAfter: '0',
      nonce: orderId,
    })
    expect(Number(data.sign.value.validBefore)).to.be.closeTo(Number(timestamp) + 900, 5)
    expect(data.post).to.deep.equal({
      endpoint: '/execute/permits',
      method: 'POST',
      body: { kind: 'eip3009', requestId: orderId, api: 'bridge' },
    })
  })

  it('behavior: a permit is valid for ten minutes by default', async () => {
    const [origin] = chainsOf(mock)
    const { timestamp } = await clientOf(origin).getBlock({ blockTag: 'pending' })
    const { answer } = await plan({ ...tokens().here, usePermit: true })
    const { sign } = answer.steps[0]!.items[0]!.data as { sign: { value: { validBefore: string } } }
    expect(Number(sign.value.validBefore)).to.be.closeTo(Number(timestamp) + 600, 5)
  })

  it('behavior: a swap on one chain goes to the exchange, at terms signed by the solver', async () => {
    const [origin] = chainsOf(mock)
    const recipient = freshAddress()
    const { ids, answer } = await plan({
      ...tokens().oneChain,
      recipient,
      destinationCurrency: tokenOf(origin),
    })
    expect(ids).to.deep.equal(['swap'])
    expect(answer.details.operation).to.equal('swap')
    const { orderId, orderData } = answer.protocol!.v2!
    const data = answer.steps[0]!.items[0]!.data as { to: string; data: Hex; value: string }
    expect(data).to.include({ to: origin.exchange.toLowerCase(), value: `${ether}` })
    const { args } = decodeFunctionData({ abi: mockExchangeAbi, data: data.data })
    type SwapArgs = ContractFunctionArgs<typeof mockExchangeAbi, 'payable', 'swap'>
    const [order, signature] = args as SwapArgs
    expect({ ...order, recipient: String(order.recipient).toLowerCase() }).to.deep.equal({
      tokenIn: zeroAddress,
      amountIn: ether,
      tokenOut: tokenOf(origin),
      // 3000 USD less 6 bps and the flat fee; there is no fill whose gas would be paid.
      amountOut: 2_998_180_000n,
      recipient,
      deadline: BigInt(orderData.output.deadline),
      id: orderId,
    })
    const hash = await clientOf(origin).readContract({
      abi: mockExchangeAbi,
      address: origin.exchange,
      functionName: 'hashSwap',
      args: [order],
    })
    expect(await recoverMessageAddress({ message: { raw: hash }, signature })).to.equal(mock.solver)
  })

  it('behavior: a token is approved for the exchange first', async () => {
    const { ids } = await plan({ ...tokens().here, ...tokens().oneChain })
    expect(ids).to.deep.equal(['approve', 'swap'])
  })

  it("behavior: a swap must allow the mock's only source", async () => {
    const swap = { ...tokens().here, ...tokens().oneChain }
    expect((await plan({ ...swap, includedSwapSources: ['mock-exchange'] })).ids).to.include('swap')
    const shut = [
      { includedSwapSources: ['another'] },
      { includedOriginSwapSources: ['another'] },
      { excludedSwapSources: ['mock-exchange'] },
      { disableOriginSwaps: true },
    ]
    for (const fields of shut) {
      const { body } = await request(mock, '/quote/v2', quoteBody(mock, { ...swap, ...fields }))
      expect(body.errorCode).to.equal('NO_SWAP_ROUTES_FOUND')
      // Between chains it is the solver that changes currencies.
      await plan({ ...tokens().here, ...fields })
    }
  })

  it('behavior: a send on one chain pays the recipient the full amount', async () => {
    const recipient = freshAddress()
    const native = await plan({ ...tokens().oneChain, recipient })
    expect(native.ids).to.deep.equal(['send'])
    expect(native.answer.details).to.include({ operation: 'send', rate: '1' })
    expect(native.answer.details.currencyOut).to.include({ amount: `${ether}`, minimumAmount: `${ether}` })
    const [item] = native.answer.steps[0]!.items
    const { orderId } = native.answer.protocol!.v2!
    expect(item!.data).to.include({ to: recipient, data: orderId, value: `${ether}` })
    const [origin] = chainsOf(mock)
    const token = await plan({
      ...tokens().here,
      ...tokens().oneChain,
      destinationCurrency: tokenOf(origin),
      recipient,
    })
    expect(token.ids).to.deep.equal(['send'])
    const { data } = token.answer.steps[0]!.items[0]!.data as { data: Hex }
    expect(data.endsWith(token.answer.protocol!.v2!.orderId.slice(2))).to.equal(true)
  })

  it('behavior: a deposit to the venue is an ordinary deposit', async () => {
    const { body, ids, answer } = await plan({
      ...tokens().here,
      destinationChainId: 1337,
      destinationCurrency: perps,
    })
    expect(ids).to.deep.equal(['approve', 'deposit'])
    const known = answer.details.currencyOut
    expect(known.currency).to.include({ chainId: 1337, decimals: 8, symbol: 'USDC' })
    // 100 USD less 0.03.
    expect(known.amount).to.equal('9997000000')
    const fresh = (await quote({ ...body, recipient: freshAddress() })).answer
    // A new account pays one dollar to begin.
    expect(fresh.details.currencyOut.amount).to.equal('9897000000')
    expect(fresh.details.expandedPriceImpact!.execution!.usd).to.equal('-1.030000')
  })

  it('behavior: a withdrawal from the venue passes the client’s own verification', async () => {
    const [, destination] = chainsOf(mock)
    const { body, answer } = await quote({
      originChainId: 1337,
      originCurrency: perps,
      destinationCurrency: tokenOf(destination),
      amount: '1000000000',
      protocolVersion: 'v2',
    })
    expect(answer.steps.map(({ id, kind }) => [id, kind])).to.deep.equal([
      ['authorize', 'signature'],
      ['deposit', 'transaction'],
    ])
    const verified = verifyVenueWithdrawal({
      quote: answer,
      request: body as QuoteRequest,
      account: body.user as Address,
      profile: { ...profileOf(), venue: mockProfile.venue },
      walletChainId: 1,
    })
    expect(verified.orderId).to.equal(answer.protocol!.v2!.orderId)
    expect(answer.details.currencyOut.amount).to.equal('9970000')
  })

  it('behavior: every kind of quote passes the client’s verification, and its id is the order’s hash', async function () {
    this.timeout(60_000)
    const [origin, destination] = chainsOf(mock)
    const all = [zeroAddress, ...origin.tokens.map(({ address }) => address)]
    const others = [zeroAddress, ...destination.tokens.map(({ address }) => address)]
    const micro: Record<string, bigint> = { USDC: 1n, WBTC: 60_000n, DAI: 1n, ETH: 3_000n }
    const infoOf = (chain: typeof origin, address: string) =>
      chain.tokens.find((token) => token.address === address) ?? { symbol: 'ETH', decimals: 18 }
    const toAmount = (usd: number, { symbol, decimals }: { symbol: string; decimals: number }) =>
      (BigInt(Math.round(usd * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n / micro[symbol]!
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          input: fc.nat({ max: 3 }),
          output: fc.nat({ max: 3 }),
          isOneChain: fc.boolean(),
          usd: fc.double({ min: 5, max: 100_000, noNaN: true }),
          tradeType: fc.constantFrom('EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT'),
          way: fc.constantFrom('deposit', 'transfer', 'permit', 'strict', 'calls'),
          bps: fc.integer({ min: 0, max: 300 }),
        }),
        async ({ input, output, isOneChain, usd, tradeType, way, bps }) => {
          const originCurrency = all[input]!
          const target = isOneChain ? origin : destination
          const destinationCurrency = (isOneChain ? all : others)[output]!
          const isExactInput = tradeType === 'EXACT_INPUT'
          const priced = isExactInput ? infoOf(origin, originCurrency) : infoOf(target, destinationCurrency)
          const ways: Record<string, Record<string, unknown>> = {
            deposit: {},
            transfer: { explicitDeposit: false },
            permit: originCurrency === zeroAddress ? {} : { usePermit: true },
            strict: { useDepositAddress: true, strict: true, refundTo: freshAddress() },
            calls: { txs: [{ to: freshAddress(), value: '0', data: '0x12' }] },
          }
          const { answer, items } = await plan({
            originCurrency,
            destinationCurrency,
            destinationChainId: target.id,
            amount: toAmount(usd, priced).toString(),
            tradeType,
            recipient: freshAddress(),
            ...(isOneChain ? {} : ways[way]),
            ...(bps > 0 && { appFees: [{ recipient: freshAddress(), fee: String(bps) }] }),
          })
          expect(items.length).to.equal(answer.steps.length)
          const { orderId, orderData } = answer.protocol!.v2!
          expect(hashOrder(orderData)).to.equal(orderId)
          const [payment] = orderData.output.payments
          const { currencyIn, currencyOut } = answer.details
          expect(payment).to.include({
            expectedAmount: currencyOut.amount,
            minimumAmount: currencyOut.minimumAmount,
          })
          expect(orderData.inputs[0]!.payment.amount).to.equal(currencyIn.amount)
          expect(BigInt(currencyOut.minimumAmount!) <= BigInt(currencyOut.amount)).to.equal(true)
          const given = isExactInput ? currencyIn : currencyOut
          expect(given.amount).to.equal(toAmount(usd, priced).toString())
          if (tradeType === 'EXACT_OUTPUT') expect(currencyOut.minimumAmount).to.equal(currencyOut.amount)
        },
      ),
      { numRuns: 80 },
    )
  })
})
