import { expect } from 'chai'
import { createWalletClient, type Hex, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  type CreateServiceClientParameters,
  createServiceClient,
  payReceiver,
} from '../../src/client/index.js'
import type { MockChain } from '../../src/mock/index.js'
import { planSteps } from '../../src/service/steps/planSteps.js'
import { readTerms } from '../../src/service/steps/readTerms.js'
import { keeper, open, type World } from '../client/receiver/world.js'
import { ether, tokenOf, usdc } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'

describe('quotes of version 3, against the public form of the mock', () => {
  let world: World
  before(async () => {
    world = await open({ idForm: 'public' })
  })
  after(() => world?.mock.close())

  const connect = (options: CreateServiceClientParameters = {}) =>
    createServiceClient({ profile: 'mock', baseUrl: world.mock.url, ...options, quoteVersion: 'v3' })
  const withKey = () => connect({ apiKey: world.mock.apiKey })
  const requestOf = (changes: object = {}) => {
    const { origin, destination, payer, recipient } = world
    return {
      user: payer,
      recipient,
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_INPUT' as const,
      ...changes,
    }
  }
  const inTokens = () => ({
    originCurrency: tokenOf(world.origin),
    destinationCurrency: tokenOf(world.destination),
    amount: 10n * usdc,
  })
  const wallet = (chain: MockChain) =>
    createWalletClient({
      account: privateKeyToAccount(world.mock.accounts[1]!.privateKey),
      transport: http(chain.rpcUrl),
      pollingInterval: 20,
    })

  it('default: the same request gives the same transactions in both versions', async () => {
    const older = createServiceClient({ profile: 'mock', baseUrl: world.mock.url })
    for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT'] as const) {
      const request = { ...requestOf(), tradeType }
      const terms = readTerms({
        request,
        profile: older.profile,
        account: world.payer,
        ...(tradeType === 'EXACT_OUTPUT' && { maximumAmountIn: 2n * ether }),
      })
      const plans = [await older.getQuote(request), await withKey().getQuote(request)].map((quote) =>
        // The id of each order is its own.
        planSteps(quote, terms).map((item) =>
          item.kind === 'transaction'
            ? { ...item.transaction, data: item.transaction.data.slice(0, item.deposit ? 10 : undefined) }
            : item.kind,
        ),
      )
      expect(plans[1]).deep.equal(plans[0])
    }
  })

  it('default: runs the steps up to the fill and marks the progress in the original quote', async () => {
    for (const changes of [{}, inTokens()]) {
      const request = requestOf(changes)
      const client = withKey()
      const quote = await client.getQuote(request)
      expect(quote.steps[0]).not.property('items')
      const { outcome, run } = await client.executeSteps({
        quote,
        request,
        walletClient: wallet(world.origin),
        pollingIntervalMs: 20,
      })
      expect(outcome?.status).equal('success')
      expect(Object.entries(run).map(([place, { state }]) => [place, state])).deep.equal(
        quote.steps.map((_, index) => [`steps[${index}]`, 'done']),
      )
    }
  })

  it('default: pays a receiver and resumes a stored call', async () => {
    const { kept, keep } = keeper()
    const { callHash } = await payReceiver(withKey(), { ...world.clients(), ...world.native(), keep })
    expect(await world.paid(callHash)).equal(true)
    const half = kept.at(-2)!
    const again = await payReceiver(withKey(), { ...world.clients(), call: half, keep: () => {} })
    expect(again.callHash).equal(callHash)
  })

  it('default: a permit goes to the operation of its version', async () => {
    const request = requestOf({ ...inTokens(), usePermit: true })
    const client = withKey()
    const quote = await client.getQuote(request)
    const { outcome } = await client.executeSteps({
      quote,
      request,
      walletClient: wallet(world.origin),
      allowUnverified: ['permit'],
      pollingIntervalMs: 20,
    })
    expect(outcome?.status).equal('success')
  })

  it('error: the form of errors: a code, the request, and data', async () => {
    const client = connect({ apiKey: world.mock.apiKey })
    const quote = await client.getQuote(requestOf({ ...inTokens(), usePermit: true }))
    const { post } = quote.steps[0]!.data as { post: { body: { kind: string; requestId: Hex } } }
    const error = await thrown(() =>
      client.submitPermitV2({ signature: `0x${'11'.repeat(65)}`, body: post.body }),
    )
    expect(error).include({ name: 'ServiceHttpError', status: 400, code: 'PERMIT_FAILED' })
  })

  it('behavior: a price has the fees and the details of its version', async () => {
    const price = await connect({ apiKey: world.mock.apiKey }).getPrice(requestOf())
    expect(price.details?.currencyOut?.amount).match(/^\d+$/)
    expect(price.fees).nested.property('quoted.platform')
  })

  describe('access tokens', () => {
    it("default: a function that fetches a token for each request from the key's server", async () => {
      const server = createServiceClient({
        profile: 'mock',
        baseUrl: world.mock.url,
        apiKey: world.mock.apiKey,
      })
      let asked = 0
      const accessToken = async () => {
        asked++
        return (await server.createAccessToken()).token
      }
      const client = connect({ accessToken })
      await client.getQuote(requestOf())
      await client.getQuote(requestOf())
      expect(asked).equal(2)
    })

    it('error: neither key nor token, an unknown token, and both at once', async () => {
      for (const options of [{}, { accessToken: 'ab12cd34' }]) {
        const error = await thrown(() => connect(options).getQuote(requestOf()))
        expect(error).include({ name: 'ServiceHttpError', status: 401 })
        expect(error.code).match(/^UNAUTHORIZED/)
        expect(error.message).not.include('ab12cd34')
      }
      expect(() => connect({ apiKey: world.mock.apiKey, accessToken: 'ab12cd34' }))
        .throw()
        .include({ name: 'ClientOptionError', option: 'accessToken' })
      const both = { 'x-api-key': world.mock.apiKey, authorization: 'Bearer x' }
      const answer = await fetch(`${world.mock.url}/quote/v3`, { method: 'POST', headers: both })
      expect(answer.status).equal(400)
    })

    it('error: a token that is not valid in a header is never sent or shown', async () => {
      for (const token of ['', 'a b', 'é']) {
        expect(() => connect({ accessToken: token })).throw(/accessToken must be printable ASCII/)
        const error = await thrown(() => connect({ accessToken: () => token }).getQuote(requestOf()))
        expect(error.name).equal('ClientOptionError')
      }
    })
  })

  it('error: version 2 has ended, and the error says how to ask for 3', async () => {
    const ended = await open({ idForm: 'public', retired: ['quote/v2'] })
    try {
      const client = createServiceClient({ profile: 'relay', baseUrl: ended.mock.url })
      const error = await thrown(() => client.getQuote(requestOf()))
      expect(error).include({ name: 'ServiceRetiredError', successor: 'POST /quote/v3' })
      expect(error.message).include("quoteVersion: 'v3', and an apiKey or an accessToken")
      const next = connect({ baseUrl: ended.mock.url, apiKey: ended.mock.apiKey })
      expect((await next.getQuote(requestOf())).steps).length(1)
    } finally {
      await ended.mock.close()
    }
  })
})
