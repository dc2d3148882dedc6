import { expect } from 'chai'
import { zeroAddress } from 'viem'
import type { IdForm } from '../../src/mock/forms.js'
import { published } from '../published/schemas.js'
import {
  chainsOf,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'
import { createJudge, type Judge } from './support/createJudge.js'

const perps = `0x${'00'.repeat(16)}`
const reverting = { value: '0', data: '0xdeadbeef' }

for (const idForm of ['specification', 'public'] as const satisfies IdForm[]) {
  describe(`published forms of answers: ids of the ${idForm} form`, () => {
    const { mock, origin, destination } = setUpMock({ idForm, simulateCalls: false })
    let judge: Judge
    before(async () => {
      judge = await createJudge(mock, { hasAttestations: idForm === 'specification' })
    })

    const wallet = () => mock.accounts[1]!.address
    const token = () => ({
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: String(100n * usdc),
    })
    const swap = () => ({ destinationChainId: origin.id, destinationCurrency: tokenOf(origin) })
    const transfer = () => ({ destinationChainId: origin.id, recipient: freshAddress() })

    const quotes: Record<string, () => Record<string, unknown>> = {
      'a deposit of native currency': () => ({ referrer: 'tests' }),
      'a deposit of a token': token,
      'a transfer of a token': () => ({ ...token(), explicitDeposit: false }),
      'another currency': () => ({ ...token(), destinationCurrency: zeroAddress }),
      'an exact output': () => ({ tradeType: 'EXACT_OUTPUT', enableTrueExactOutput: true }),
      'an expected output': () => ({ tradeType: 'EXPECTED_OUTPUT', slippageTolerance: '50' }),
      'an open deposit address': () => ({ useDepositAddress: true, refundTo: wallet() }),
      'an exact output to a deposit address': () => ({ useDepositAddress: true, tradeType: 'EXACT_OUTPUT' }),
      'a strict deposit address': () => ({ useDepositAddress: true, strict: true, refundTo: wallet() }),
      'a permit': () => ({ ...token(), usePermit: true }),
      'a swap of native currency': swap,
      'a swap of a token': () => ({ ...token(), ...swap(), destinationCurrency: zeroAddress }),
      'a send': transfer,
      calls: () => ({ txs: [{ to: freshAddress(), value: '1', data: '0x' }], tradeType: 'EXACT_OUTPUT' }),
      'app fees': () => ({ appFees: [{ recipient: wallet(), fee: '50' }] }),
      'every fee sponsored': () => ({ subsidizeFees: true, maxSubsidizationAmount: '5000000' }),
      'some fees sponsored': () => ({ sponsoredFeeComponents: ['execution', 'relay'] }),
      'gas on the destination': () => ({ ...token(), topupGas: true }),
      'a fixed rate': () => ({ ...token(), fixedRate: '1:1' }),
      'the order’s signature': () => ({ includeProtocolData: true, protocolVersion: 'v2' }),
      'a deposit into the venue': () => ({
        ...token(),
        destinationChainId: 1337,
        destinationCurrency: perps,
      }),
      'a withdrawal from the venue': () => ({
        originChainId: 1337,
        originCurrency: perps,
        protocolVersion: 'v2',
        amount: '2000000000',
      }),
    }
    for (const [name, fields] of Object.entries(quotes)) {
      it(`a quote and a price: ${name}`, async () => {
        const { steps } = await judge.quote(fields())
        await judge.price(fields())
        await judge.follow(steps[0]!.requestId)
      })
    }

    it('a filled request', async () => {
      const quote = await judge.quote({
        ...token(),
        appFees: [{ recipient: wallet(), fee: '50' }],
        topupGas: true,
        sponsoredFeeComponents: ['execution'],
      })
      await pay(mock, quote)
      const { requestId } = quote.steps[0]!
      await waitFor(mock, requestId, 'success')
      await judge.follow(requestId)
    })

    it('a failed and refunded request', async () => {
      const quote = await judge.quote({
        txs: [{ to: origin.depository, ...reverting }],
        tradeType: 'EXACT_OUTPUT',
      })
      const { requestId } = quote.steps[0]!
      mock.control.faults.set('revertingCall', { times: 1 })
      await pay(mock, quote)
      await waitFor(mock, requestId, 'refund')
      await judge.follow(requestId)
    })

    it('a payment to a deposit address, reindexed', async () => {
      const { steps } = await judge.quote({ useDepositAddress: true, refundTo: wallet() })
      const { requestId, items } = steps[0]!
      const { to, value } = items[0]!.data
      await send(mock, origin, wallet(), { to, value: BigInt(value) })
      await waitFor(mock, requestId, 'success')
      await judge.follow(requestId)
      await judge.get('GET /deposit-addresses/v1', `/deposit-addresses/v1?address=${to}`)
      await judge.post(
        'POST /transactions/deposit-address/reindex',
        '/transactions/deposit-address/reindex',
        { chainId: origin.id, depositAddress: to },
      )
    })

    it('a payment reported, and a fast fill', async () => {
      const quote = await judge.quote({})
      const { requestId } = quote.steps[0]!
      await judge.post('POST /fast-fill', '/fast-fill', { requestId })
      const txHash = await pay(mock, quote)
      await judge.post('POST /transactions/index', '/transactions/index', { chainId: origin.id, txHash })
      await judge.post('POST /transactions/single', '/transactions/single', {
        chainId: String(origin.id),
        requestId,
        tx: JSON.stringify({ txHash }),
      })
      await waitFor(mock, requestId, 'success')
      await judge.follow(requestId)
    })

    it('a permit and a claim of app fees', async () => {
      const quote = await judge.quote({ ...token(), usePermit: true })
      await judge.sign(quote.steps)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      await judge.follow(quote.steps[0]!.requestId)
      const path = `/app-fees/${wallet()}`
      const balances = await judge.get('GET /app-fees/{wallet}/balances', `${path}/balances`)
      expect(balances).property('totalBalanceUsd').above(0)
      const { steps } = await judge.post('POST /app-fees/{wallet}/claim', `${path}/claim`, {
        chainId: origin.id,
        currency: tokenOf(origin),
        recipient: wallet(),
      })
      await judge.sign(steps)
      const { claims } = await judge.get('GET /app-fees/{wallet}/claims', `${path}/claims`)
      expect(claims).length(1)
    })

    it('a call that the service sends', async () => {
      const { requestId } = await judge.post('POST /execute', '/execute', {
        executionKind: 'rawCalls',
        data: { chainId: origin.id, to: freshAddress(), data: '0x', value: '0' },
        executionOptions: { subsidizeFees: false },
      })
      await judge.follow(requestId)
    })

    it('listings', async () => {
      const v3 = await judge.get(
        'GET /requests/v3',
        '/requests/v3?limit=50&includeTotal=true&includeAuthenticatedData=true',
      )
      expect(v3.requests).length(v3.total)
      const statuses = new Set(v3.requests.map(({ status }: { status: string }) => status))
      expect([...statuses]).include.members(['waiting', 'success', 'refund'])
      const page = await judge.get('GET /requests/v3', '/requests/v3?limit=1&features=app_fees,gas_top_up')
      expect(page).property('continuation')
      const v2 = await judge.get('GET /requests/v2', '/requests/v2?limit=50&includeOrderData=true')
      expect(v2.requests).length(v3.total)
    })

    it('chains, currencies, prices and configuration', async () => {
      const address = zeroAddress
      await judge.get('GET /chains', '/chains')
      await judge.get('GET /chains/health', '/chains/health')
      await judge.get('GET /chains/liquidity', `/chains/liquidity?chainId=${origin.id}`)
      await judge.post('POST /currencies/v2', '/currencies/v2', {})
      await judge.get('GET /currencies/trending', '/currencies/trending')
      const price = `/currencies/token/price?chainId=${origin.id}&address=${address}`
      await judge.get('GET /currencies/token/price', price)
      await judge.get('GET /currencies/token/price/v2', price.replace('price?', 'price/v2?'))
      await judge.get('GET /prices/rates', '/prices/rates')
      await judge.get('GET /swap-sources', '/swap-sources')
      const pair = `originChainId=${origin.id}&destinationChainId=${destination.id}&user=${wallet()}`
      await judge.get('GET /config/v2', `/config/v2?${pair}`)
    })

    it('usage', async () => {
      await judge.get('GET /metrics/usage', '/metrics/usage?granularity=minutely')
    })

    it('every published operation was checked', () => {
      const ended = ['GET /requests/{requestId}/signature', 'GET /requests/{requestId}/signature/v2']
      const operations = Object.keys(published.answers)
      expect([...judge.judged].sort()).deep.equal(
        operations.filter((name) => idForm === 'specification' || !ended.includes(name)).sort(),
      )
    })
  })
}

describe('live forms of answers: idForm public', () => {
  const { mock } = setUpMock({ idForm: 'public', simulateCalls: false })

  it('default: a quote has the gas and the kind of hub, and flags native currencies', async () => {
    const [origin, destination] = chainsOf(mock)
    const native = await getQuote(mock)
    const { data } = native.steps[0]!.items[0]!
    for (const name of ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas']) {
      expect((data as Record<string, unknown>)[name], name).match(/^\d+$/)
    }
    expect(native.protocol.v2).property('hubType', 'onchain')
    expect(native.details.operation).equal('swap')
    expect(native.details.currencyIn).nested.property('currency.metadata.isNative', true)

    const token = await getQuote(mock, {
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: String(100n * usdc),
    })
    const [approve, deposit] = token.steps.map(({ items }) => items[0]!.data)
    expect(approve).property('gas')
    expect(deposit).not.property('gas')
    expect(deposit).property('maxFeePerGas')
    expect(token.details.currencyIn).nested.property('currency.metadata.isNative', false)
  })

  it('behavior: a new request has only its status, and details are text', async () => {
    const quote = await getQuote(mock, {
      tradeType: 'EXACT_OUTPUT',
      txs: [{ to: mock.chains[1]!.depository, value: '0', data: '0xdeadbeef' }],
    })
    const { requestId } = quote.steps[0]!
    const fresh = await getStatus(mock, requestId)
    expect(fresh).all.keys('status', 'quoteCreatedAt')
    expect(fresh).property('status', 'waiting')
    await pay(mock, quote)
    const { details, ...refunded } = await waitFor(mock, requestId, 'refund')
    expect(refunded).include.keys('quoteCreatedAt', 'inTxHashes', 'failReason')
    expect(JSON.parse(String(details))).include.keys('revert', 'refundTxHash')
  })
})
