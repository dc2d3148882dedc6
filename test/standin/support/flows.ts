// The flows of docs/client.md, each as one function that throws where something is not as it must be.
import { expect } from 'chai'
import type { Hex } from 'viem'
import type { Quote } from '../../../src/client/index.js'
import { hashOrder, verifyAttestation, verifyFillSettlement } from '../../../src/index.js'
import { keepRun } from '../../support/keepRun.js'
import { recipient, solver, user } from './chains.js'
import {
  depositsOf,
  type Environment,
  ether,
  type Run,
  requestIdOf,
  requestOf,
  run,
  trade,
  wallet,
} from './environment.js'
import { venueUsdc } from './world.js'

type Flow = { name: string; run(env: Environment): Promise<void> }

const native: Flow = {
  name: 'native currency, status and attestations',
  async run(env) {
    const traded = await trade(env, {}, { minimumAmountOut: 1n })
    const { quote, requestId, known, outcome, txHashes } = traded
    await requireSettled(env, traded)
    expect(await depositsOf(env, known.orderId)).to.equal(1)
    expect(outcome?.inTxHashes ?? txHashes).to.deep.equal(txHashes)
    expect(hashOrder(quote.protocol!.v2!.orderData!)).to.equal(known.orderId)
    for (const layout of ['v1', 'v2'] as const) {
      const attestation = await env.client.getAttestation({ requestId, layout })
      const { valid } = await verifyAttestation({
        attestation,
        solver: solver.address,
        expected: {
          originUser: user.address,
          destinationUser: recipient,
          ...(layout === 'v1' && { originAmount: ether / 100n }),
        },
      })
      expect(valid).to.equal(true)
    }
  },
}

/** The rules of the service's oracle, over what the solver sent. */
async function requireSettled(
  { standin }: Environment,
  { known, outcome }: Awaited<ReturnType<typeof trade>>,
) {
  const { reader } = standin.world.destination
  const hash = (known.history.at(-1)!.txHashes as Hex[])[0]!
  const receipt = await reader.getTransactionReceipt({ hash })
  const report = await verifyFillSettlement({
    orderData: known.order,
    orderSignature: await solver.signMessage({ message: { raw: known.orderId } }),
    transaction: await reader.getTransaction({ hash }),
    receipt,
    block: await reader.getBlock({ blockNumber: receipt.blockNumber }),
  })
  const failed = report.rows.filter(({ ok }) => ok === false).map(({ name }) => name)
  expect(failed, outcome?.status).to.deep.equal([])
  expect(report.rows.find(({ name }) => name === 'minimumAmounts')?.ok).to.equal(true)
}

const token: Flow = {
  name: 'a token to native currency, with approval',
  async run(env) {
    const { usdc } = env.standin.world.origin
    const { known } = await trade(env, { originCurrency: usdc, amount: 50_000_000n })
    expect(await depositsOf(env, known.orderId)).to.equal(1)
  },
}

const transfer: Flow = {
  name: 'a token by one transfer',
  async run(env) {
    const { world } = env.standin
    const terms = { originCurrency: world.origin.usdc, destinationCurrency: world.destination.usdc }
    await requireSettled(env, await trade(env, { ...terms, amount: 50_000_000n, explicitDeposit: false }))
  },
}

const exactOutput: Flow = {
  name: 'an exact output with a call',
  async run(env) {
    const txs = [{ to: recipient, value: ether / 50n, data: '0x' }]
    const terms = { tradeType: 'EXACT_OUTPUT', amount: ether / 50n, txs } as const
    await requireSettled(env, await trade(env, terms, { maximumAmountIn: ether / 40n }))
  },
}

const expectedOutput: Flow = {
  name: 'an expected output of a token',
  async run(env) {
    const { dai } = env.standin.world.destination
    const terms = { destinationCurrency: dai, amount: 30n * ether, tradeType: 'EXPECTED_OUTPUT' } as const
    await trade(env, terms, { maximumAmountIn: ether / 50n, minimumAmountOut: 29n * ether })
  },
}

const permit = (of: 'usdc' | 'dai'): Flow => ({
  name: `a permit of ${of === 'usdc' ? 'EIP-3009' : 'Permit2'}`,
  async run(env) {
    const originCurrency = env.standin.world.origin[of]
    const amount = of === 'usdc' ? 20_000_000n : 20n * ether
    const terms = { originCurrency, amount, usePermit: true }
    const { txHashes, requestId } = await trade(env, terms, { allowUnverified: ['permit'] })
    expect(txHashes).to.deep.equal([])
    const path = env.client.profile.quoteVersion === 'v3' ? '/execute/permits/v2' : '/execute/permits'
    expect(env.standin.postsOf(path, requestId)).to.equal(1)
  },
})

const oneChain: Flow = {
  name: 'a send and swaps on one chain',
  async run(env) {
    const { id, usdc, dai } = env.standin.world.origin
    const here = { originChainId: id, destinationChainId: id }
    await trade(env, here)
    await trade(env, { ...here, originCurrency: usdc, destinationCurrency: usdc, amount: 5n })
    await trade(env, { ...here, destinationCurrency: dai }, { allowUnverified: ['swap'] })
    const terms = { originCurrency: usdc, destinationCurrency: dai, amount: 9_000_000n }
    await trade(env, { ...here, ...terms }, { allowUnverified: ['swap'] })
  },
}

const depositAddress: Flow = {
  name: 'deposit addresses',
  async run(env) {
    const { usdc } = env.standin.world.origin
    const options: Run = { allowUnverified: ['depositAddress'] }
    await trade(env, { useDepositAddress: true, refundTo: user.address }, options)
    const terms = { originCurrency: usdc, amount: 7_000_000n, refundTo: user.address }
    await trade(env, { ...terms, useDepositAddress: true }, options)
  },
}

const refund: Flow = {
  name: 'a refund',
  async run(env) {
    const request = requestOf(env, { referrer: 'debug-force-refund' })
    const seen: string[] = []
    const { outcome } = await run(env, request, await env.client.getQuote(request), {
      onProgress: (progress) => {
        if (progress.type === 'status') seen.push(progress.record.status)
      },
    })
    expect(outcome?.status).to.equal('refund')
    expect(outcome?.txHashes ?? [1]).to.have.length(1)
    expect(new Set(seen).size, seen.join()).to.be.greaterThan(0)
    expect(seen.at(-1)).to.equal('refund')
  },
}

const resumed: Flow = {
  name: 'a run that stops after its deposit, and goes on from JSON',
  async run(env) {
    const request = requestOf(env, {})
    const quote = await env.client.getQuote(request)
    const stop = new AbortController()
    const kept = keepRun(({ type }) => {
      if (type === 'transactionConfirmed') stop.abort()
    })
    const first = run(env, request, quote, { signal: stop.signal, onProgress: kept.onProgress })
    expect(await first.catch(({ name }) => name)).to.equal('ServiceAbortedError')
    const again = JSON.parse(JSON.stringify(quote)) as Quote
    const { outcome, txHashes } = await run(env, request, again, { run: kept.run })
    expect(outcome?.status).to.equal('success')
    expect(txHashes).to.have.length(1)
    expect(await depositsOf(env, quote.protocol!.v2!.orderId as Hex)).to.equal(1)
  },
}

const fromVenue: Flow = {
  name: 'a withdrawal from the venue',
  async run(env) {
    const { destination } = env.standin.world
    const terms = { originChainId: 1337, originCurrency: venueUsdc, destinationCurrency: destination.usdc }
    const { known } = await trade(env, { ...terms, amount: 10n ** 9n, protocolVersion: 'v2' })
    expect(env.standin.postsOf('/authorize', known.orderId)).to.equal(1)
    expect(env.standin.postsOf('/venue/exchange', String(known.nonce))).to.equal(1)
    const { withdrawable } = (await env.client.getVenueBalance({ user: user.address })) as {
      withdrawable: unknown
    }
    expect(withdrawable).to.not.equal(undefined)
  },
}

const intoVenue: Flow = {
  name: 'a deposit into the venue',
  async run(env) {
    const { usdc } = env.standin.world.origin
    const to = { destinationChainId: 1337, destinationCurrency: venueUsdc, recipient: user.address }
    await trade(env, { originCurrency: usdc, amount: 10_000_000n, ...to })
  },
}

const gasless: Flow = {
  name: 'calls that the service sends',
  async run({ standin, client }) {
    const { world } = standin
    const request = requestOf({ standin, client, transport: 'polling' }, {})
    const requestId = requestIdOf(await client.getQuote(request))
    const data = { chainId: world.origin.id, to: recipient, data: '0x', value: 1n } as const
    const answer = await client.execute({ executionKind: 'rawCalls', data, requestId })
    expect(answer.requestId).to.equal(requestId)
    const { status } = await client.waitForRequest({ requestId, pollingIntervalMs: 15 })
    expect(status).to.equal('success')
  },
}

const claim: Flow = {
  name: 'a claim of app fees',
  async run(env) {
    const { id, usdc } = env.standin.world.origin
    const wanted = { wallet: user.address, chainId: id, currency: usdc, recipient }
    const { steps } = await env.client.claimAppFees(wanted)
    const run = { quote: { steps }, walletClient: wallet(env), allowUnverified: ['claim'] } as const
    const { txHashes } = await env.client.executeSteps(run)
    expect(txHashes).to.deep.equal([])
    const { balances } = await env.client.getAppFeeBalances({ wallet: user.address })
    expect(balances).to.have.length(1)
  },
}

const listings: Flow = {
  name: 'listings and prices',
  async run({ standin, client }) {
    const { origin, destination } = standin.world
    const request = requestOf({ standin, client, transport: 'polling' }, {})
    await client.getPrice(request)
    const requestId = requestIdOf(await client.getQuote(request))
    await client.getQuote(request)
    await client.getQuote(request)
    const ids: string[] = []
    for await (const { id, status } of client.iterateRequests({ user: user.address, limit: 2 })) {
      if (status === undefined) throw new Error('no status')
      if (ids.push(id!) === 5) break
    }
    expect(new Set(ids).size).to.equal(Math.min(standin.world.requests.size, 5))
    const { requests } = await client.getRequests({ id: requestId })
    expect(requests?.[0]?.status).to.equal('waiting')
    expect((await client.getChains()).chains).to.have.length(2)
    expect((await client.getCurrencies({ chainIds: [origin.id] })).length).to.equal(3)
    expect((await client.getLiquidity({ chainId: destination.id })).liquidity).to.have.length(3)
    await client.getTokenPrice({ address: origin.usdc, chainId: origin.id })
    await client.getSwapSources({ chainId: origin.id })
    await client.getChainsHealth({})
    const legacy = await client.getStatusLegacy({ requestId })
    expect(legacy.status).to.equal('unknown')
  },
}

export const flows: Flow[] = [
  native,
  token,
  transfer,
  exactOutput,
  expectedOutput,
  permit('usdc'),
  permit('dai'),
  oneChain,
  depositAddress,
  refund,
  resumed,
  fromVenue,
  intoVenue,
  gasless,
  claim,
  listings,
]
