import { expect } from 'chai'
import { createServiceClient, type Quote } from '../../src/client/index.js'
import { thrown } from '../support/errors.js'
import { keepRun } from '../support/keepRun.js'
import { user } from './support/chains.js'
import {
  connect,
  type Environment,
  requestIdOf,
  requestOf,
  run,
  type Terms,
  trade,
} from './support/environment.js'
import { type Standin, startStandin } from './support/service.js'
import { refusedGuesses } from './support/variationsV3.js'

describe('quotes of version 3 from a stand-in of the service', () => {
  let standin: Standin
  let env: Environment

  before(async () => {
    standin = await startStandin()
    env = await open({ apiKey: 'stand-in' })
  })

  after(() => standin.close())
  afterEach(() => standin.vary())

  const open = (access: Parameters<typeof connect>[2]) =>
    connect(standin, 'polling', { ...access, quoteVersion: 'v3' })
  const makeToken = async () => (await env.client.createAccessToken()).token
  const sentByUser = () => standin.world.origin.reader.getTransactionCount({ address: user.address })

  it('accepts a token as text and as a function called for each request', async () => {
    await trade(await open({ accessToken: await makeToken() }), {})
    let asked = 0
    const accessToken = () => {
      asked++
      return makeToken()
    }
    const other = await open({ accessToken })
    await trade(other, { originCurrency: standin.world.origin.usdc, amount: 5_000_000n })
    expect(asked).to.be.greaterThan(2)
  })

  it('refuses a missing, unknown or expired token, and a token with a key', async () => {
    const old = await makeToken()
    standin.gate.expire()
    for (const access of [
      {},
      { apiKey: 'another-key' },
      { accessToken: 'another-token' },
      { accessToken: old },
    ]) {
      const { client } = await open(access)
      const error = await thrown(() => client.getQuote(requestOf(env, {})))
      expect(error).to.include({ name: 'ServiceHttpError', status: 401, code: 'UNAUTHORIZED_QUOTE' })
      for (const secret of Object.values(access)) expect(error.message).not.to.include(secret)
    }
    const both = { apiKey: 'stand-in', accessToken: 'token' }
    expect(() => createServiceClient({ ...both, baseUrl: standin.url }))
      .to.throw()
      .with.property('name', 'ClientOptionError')
    const headers = { 'x-api-key': 'stand-in', authorization: 'Bearer x' }
    const answer = await fetch(`${standin.url}/quote/v3`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).to.equal(400)
  })

  it('all errors have one form', async () => {
    const request = requestOf(env, { originCurrency: `0x${'11'.repeat(20)}` })
    const unknown = await thrown(() => env.client.getQuote(request))
    const errorData = { chainId: request.originChainId, currency: request.originCurrency }
    expect(unknown).to.deep.include({ status: 400, code: 'INVALID_INPUT_CURRENCY', errorData })
    const terms = { originCurrency: standin.world.origin.usdc, amount: 5_000_000n, usePermit: true }
    const requestId = requestIdOf(await env.client.getQuote(requestOf(env, terms)))
    const body = { kind: 'permit2', requestId } as const
    const failed = await thrown(() => env.client.submitPermitV2({ signature: `0x${'11'.repeat(65)}`, body }))
    expect(failed).to.include({ status: 400, code: 'PERMIT_FAILED', requestId })
    const { client } = await open({})
    const keyless = await thrown(() => client.createAccessToken())
    expect(keyless).to.include({ status: 400, code: 'FST_ERR_VALIDATION' })
  })

  for (const { name, make, refused } of refusedGuesses) {
    it(`nothing is sent: ${name}`, async () => {
      const request = requestOf(env, {})
      standin.vary(make())
      const quote = await env.client.getQuote(request)
      const before = await sentByUser()
      expect(await thrown(() => run(env, request, quote))).to.include(refused)
      const isAllowed = { allowUnverified: ['depositAddress'] as const }
      const again = await thrown(() => run(env, request, quote, isAllowed))
      expect(again).to.have.property('name', 'StepMismatchError')
      expect(await sentByUser()).to.equal(before)
    })
  }

  it('resumes from JSON at any point, with one payment', async () => {
    const { usdc, dai } = standin.world.origin
    const forms: Terms[] = [
      {},
      { originCurrency: usdc, amount: 5_000_000n },
      { originCurrency: usdc, amount: 5_000_000n, usePermit: true },
      { originCurrency: dai, amount: 10n ** 18n, usePermit: true },
      { useDepositAddress: true, refundTo: user.address },
    ]
    for (const terms of forms) {
      const options = { allowUnverified: ['permit', 'depositAddress'] as const }
      let isOver = false
      for (let stopAt = 1; !isOver; stopAt++) {
        const request = requestOf(env, terms)
        let quote: Quote = await env.client.getQuote(request)
        const before = await sentByUser()
        let count = 0
        let isAsked = true
        const kept = keepRun(({ type }) => {
          isAsked = type !== 'transactionRequested'
          if (type !== 'status' && ++count === stopAt) throw new Error('stopped')
        })
        const { onProgress } = kept
        const stopped = await run(env, request, quote, { ...options, onProgress }).catch(
          (error: Error) => error,
        )
        isOver = !(stopped instanceof Error)
        if (!isOver) {
          expect(stopped).to.have.property('message', 'stopped')
          quote = JSON.parse(JSON.stringify(quote)) as Quote
          const { outcome } = await run(env, request, quote, {
            ...options,
            // The user sees that the wallet was not asked.
            run: Object.fromEntries(
              Object.entries(kept.run).filter(([, { state }]) => isAsked || state !== 'asked'),
            ),
          })
          expect(outcome?.status).to.equal('success')
        }
        const transactions = quote.steps.filter(({ kind }) => kind === 'transaction').length
        expect((await sentByUser()) - before).to.equal(transactions)
        const posts = standin.postsOf('/execute/permits/v2', requestIdOf(quote))
        expect(posts).to.equal(quote.steps.length - transactions)
      }
    }
  })
})
