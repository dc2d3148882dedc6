import { expect } from 'chai'
import { createWalletClient, type Hex, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  type AuthorizeParameters,
  createServiceClient,
  type ServiceClient,
  type SubmitPermitParameters,
} from '../../src/client/index.js'
import { verifyAttestation } from '../../src/index.js'
import { clientOf, ether, setUpMock, tokenOf, usdc } from '../mock/helpers.js'
import { complete } from '../support/complete.js'
import { thrown } from '../support/errors.js'

const perps: Hex = `0x${'00'.repeat(16)}`

/** Every method of the client, against the mock: each answer is held to its schema on the way. */
describe('every operation of the client against the mock', () => {
  const { mock, origin, destination } = setUpMock()
  let client: ServiceClient
  const used = new Set<string>()
  before(() => {
    const { url, wsUrl, venueInfoUrl, venueExchangeUrl, apiKey } = mock
    const urls = { baseUrl: url, wsUrl, venueInfoUrl, venueExchangeUrl }
    const whole = createServiceClient({ profile: 'mock', ...urls, apiKey, retry: { limit: 0 } })
    client = new Proxy(whole, {
      get(target, name) {
        used.add(String(name))
        return Reflect.get(target, name)
      },
    })
  })

  const user = () => privateKeyToAccount(mock.accounts[1]!.privateKey)
  const walletClient = () =>
    createWalletClient({ account: user(), transport: http(origin.rpcUrl), pollingInterval: 20 })
  const request = (fields: object = {}) => ({
    user: user().address,
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    amount: ether,
    tradeType: 'EXACT_INPUT' as const,
    ...fields,
  })

  it('getQuote, getPrice, executeSteps', async () => {
    const quote = await client.getQuote(
      request({ includeProtocolData: true, appFees: [{ recipient: user().address, fee: '50' }] }),
    )
    const price = await client.getPrice(request({ appFees: [{ recipient: user().address, fee: '50' }] }))
    expect(price.details?.currencyOut?.amount).equal(quote.details?.currencyOut?.amount)
    const { outcome } = await client.executeSteps({
      quote,
      request: request(),
      walletClient: walletClient(),
      pollingIntervalMs: 20,
    })
    expect(outcome?.status).equal('success')
  })

  it('getStatus, getStatusLegacy, waitForRequest, watchRequest, getAttestation', async () => {
    const { requests } = await client.getRequests()
    const requestId = requests[0]!.id as Hex
    const [deposit] = requests[0]!.data!.inTxs!
    const { timestamp } = await clientOf(origin).getBlock({ blockNumber: BigInt(deposit!.block!) })
    expect(deposit?.timestamp).equal(Number(timestamp))
    expect((await client.getStatus({ requestId })).status).equal('success')
    expect((await client.getStatusLegacy({ requestId })).status).equal('success')
    expect((await client.waitForRequest({ requestId })).status).equal('success')
    const seen: string[] = []
    for await (const { status } of client.watchRequest({ requestId })) seen.push(status)
    expect(seen).deep.equal(['success'])
    for (const layout of ['v1', 'v2'] as const) {
      const attestation = await client.getAttestation({ requestId, layout })
      expect(attestation.layout).equal(layout)
      expect((await verifyAttestation({ attestation, solver: mock.solver })).valid).equal(true)
    }
  })

  it('getRequests, getRequestsV2, iterateRequests', async () => {
    for (let i = 0; i < 3; i++) await client.getQuote(request())
    const page = await client.getRequests({ limit: 2, includeTotal: true })
    expect(page.requests).length(2)
    expect(page.total).equal(4)
    expect((await client.getRequestsV2({ limit: 2 })).requests).length(2)
    const ids: string[] = []
    for await (const { id } of client.iterateRequests({ limit: 2 })) ids.push(id!)
    expect(new Set(ids).size).equal(4)
  })

  it('chains, currencies and prices', async () => {
    const pair = { originChainId: origin.id, destinationChainId: destination.id, user: user().address }
    expect((await client.getConfig(pair)).enabled).equal(true)
    expect((await client.getChains()).chains.map(({ id }) => id)).include(1337)
    expect((await client.getLiquidity({ chainId: origin.id })).liquidity).not.length(0)
    expect((await client.getCurrencies({ chainIds: [origin.id] })).map(({ symbol }) => symbol)).include(
      'USDC',
    )
    expect((await client.getTokenPrice({ chainId: origin.id, address: zeroAddress })).price).equal(3000)
    expect((await client.getSwapSources({ chainId: origin.id })).sources).not.length(0)
    expect(await client.getChainsHealth()).deep.equal({ healthy: true })
    expect(await client.getPriceRates()).deep.equal({ ETH: 3000, USDC: 1 })
  })

  it('execute, submitPermit', async () => {
    const { requestId } = await client.execute({
      executionKind: 'rawCalls',
      data: { chainId: origin.id, to: user().address, data: '0x', value: '0' },
      executionOptions: { subsidizeFees: false },
    })
    expect(requestId).match(/^0x[0-9a-f]{64}$/)
    const failing = { chainId: origin.id, to: origin.depository, data: '0x12345678', value: '0' }
    const error = await thrown(() =>
      client.execute({
        executionKind: 'rawCalls',
        data: failing,
        executionOptions: { subsidizeFees: false },
      }),
    )
    expect(error).include({ name: 'ServiceHttpError', status: 400 })

    const permit = request({
      usePermit: true,
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: 10n * usdc,
    })
    const quote = await client.getQuote(permit)
    const { post } = quote.steps[0]!.items[0]!.data as { post: Pick<SubmitPermitParameters, 'body'> }
    const wrong: Hex = `0x${'11'.repeat(65)}`
    expect(await thrown(() => client.submitPermit({ signature: wrong, body: post.body }))).include({
      name: 'ServiceHttpError',
      status: 400,
    })
  })

  it('submitPermitV2, createAccessToken: the specification has neither', async () => {
    const body = { kind: 'eip3009', requestId: `0x${'12'.repeat(32)}` as Hex }
    for (const call of [
      () => client.submitPermitV2({ signature: `0x${'11'.repeat(65)}`, body }),
      () => client.createAccessToken(),
    ]) {
      expect(await thrown(call)).include({ name: 'ServiceHttpError', status: 404 })
    }
  })

  it('indexTransaction, indexSingleTransaction, reindexDepositAddress, fastFill', async () => {
    const quote = await client.getQuote(request())
    const { to, data, value } = quote.steps[0]!.items[0]!.data as { to: Hex; data: Hex; value: string }
    const requestId = quote.steps[0]!.requestId!
    expect((await client.fastFill({ requestId })).message).be.a('string')
    const hash = await walletClient().sendTransaction({ to, data, value: BigInt(value), chain: null })
    await clientOf(origin).waitForTransactionReceipt({ hash })
    expect((await client.indexTransaction({ chainId: origin.id, txHash: hash })).message).be.a('string')
    expect(
      (await client.indexSingleTransaction({ chainId: origin.id, requestId, tx: { txHash: hash } })).message,
    ).be.a('string')
    expect((await client.waitForRequest({ requestId, pollingIntervalMs: 20 })).status).equal('success')

    const address = await client.getQuote(request({ useDepositAddress: true, refundTo: user().address }))
    const { depositAddress } = address.steps[0]!
    const result = await client.reindexDepositAddress({ chainId: origin.id, depositAddress: depositAddress! })
    expect(result.message).be.a('string')
  })

  it('getDepositAddress, getDepositAddressV2, disableDepositAddress', async () => {
    const quote = await client.getQuote(request({ useDepositAddress: true, refundTo: user().address }))
    const asked = { address: quote.steps[0]!.depositAddress! }
    expect((await client.getDepositAddress(asked)).depositAddress).equal(asked.address)
    expect(await client.getDepositAddressV2(asked)).deep.equal({ deposits: [], sweeps: [] })
    const unknown = { depositAddressId: 'unknown' }
    expect(await thrown(() => client.disableDepositAddress(unknown))).include({ status: 404 })
  })

  it('getAppFeeBalances, claimAppFees, getAppFeeClaims, getUsage', async () => {
    const wallet = user().address
    const { totalBalanceUsd } = await client.getAppFeeBalances({ wallet })
    expect(Number(totalBalanceUsd)).above(0)
    const { steps } = await client.claimAppFees({
      wallet,
      chainId: origin.id,
      currency: tokenOf(origin),
      recipient: wallet,
    })
    await client.executeSteps({ quote: { steps }, walletClient: walletClient(), allowUnverified: ['claim'] })
    expect(Number((await client.getAppFeeBalances({ wallet })).totalBalanceUsd)).equal(0)
    expect((await client.getAppFeeClaims({ wallet })).claims).length(1)
    const { metrics } = complete(await client.getUsage({ granularity: 'minutely' }))
    const quotes = metrics.filter(({ endpoint }) => endpoint === '/quote/v2')
    expect(quotes.reduce((sum, { count }) => sum + count, 0)).above(1)
  })

  it('getVenueBalance, getVenueSpotTokens, withdrawFromVenue, authorize', async () => {
    const before = await client.getVenueBalance({ user: user().address })
    expect((await client.getVenueSpotTokens()).map(({ name }) => name)).include('USDC')
    const withdrawal = request({
      originChainId: 1337,
      protocolVersion: 'v2',
      originCurrency: perps,
      amount: 20n * 10n ** 8n,
    })
    const quote = await client.getQuote(withdrawal)
    const { post } = quote.steps[0]!.items[0]!.data as { post: Pick<AuthorizeParameters, 'body'> }
    const wrong: Hex = `0x${'11'.repeat(65)}`
    expect(await thrown(() => client.authorize({ signature: wrong, body: post.body }))).include({
      name: 'ServiceHttpError',
      status: 400,
    })
    const { requestId } = await client.withdrawFromVenue({
      quote,
      request: withdrawal,
      walletClient: walletClient(),
    })
    expect((await client.waitForRequest({ requestId, pollingIntervalMs: 20 })).status).equal('success')
    const after = await client.getVenueBalance({ user: user().address })
    expect(before.withdrawableAmount! - after.withdrawableAmount!).equal(20n * 10n ** 8n)
  })

  it('every operation is covered', () => {
    const operations = Object.keys(client).filter((name) => name !== 'profile')
    expect([...used]).include.members(operations)
  })
})
