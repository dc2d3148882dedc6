import { expect } from 'chai'
import {
  type Address,
  type Client,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  zeroAddress,
} from 'viem'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import type { QuoteRequest } from '../../../src/service/resources/quoteRequest.js'
import {
  balanceOf,
  chainsOf,
  depositNative,
  ether,
  freshAddress,
  send,
  setUpMock,
  tokenOf,
  usdc,
} from '../../mock/helpers.js'
import { complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { setUpHttpServer } from '../../support/httpServer.js'
import { keepRun } from '../../support/keepRun.js'
import { openSmartWallet, type SmartWallet } from './smartWallet.js'

describe('executeSteps with a wallet that returns its own id', () => {
  const { mock, origin, destination } = setUpMock({ idForm: 'public' })
  const proxy = setUpHttpServer()

  const clientAt = (baseUrl: string) => createServiceClient({ profile: 'mock', baseUrl })
  let wallet: SmartWallet
  beforeEach(async () => {
    wallet = await openSmartWallet(mock, origin)
    kept = keepRun((progress) => then?.(progress))
  })

  async function quoteFor(fields: Partial<QuoteRequest> = {}) {
    const request = {
      user: wallet.address,
      recipient: freshAddress(),
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_INPUT' as const,
      includeProtocolData: true,
      ...fields,
    }
    return { request, quote: await clientAt(mock.url).getQuote(request) }
  }

  type Then = Parameters<typeof keepRun>[0]
  type Run = Awaited<ReturnType<typeof quoteFor>>

  let kept: ReturnType<typeof keepRun>
  let then: Then
  /** Goes on where the last one stopped. */
  const run = (
    { request, quote }: Run,
    { onProgress, ...more }: { onProgress?: Then; timeoutMs?: number; walletClient?: Client } = {},
    url = mock.url,
  ) => {
    then = onProgress
    return clientAt(url).executeSteps({
      quote,
      request,
      walletClient: wallet.walletClient,
      pollingIntervalMs: 20,
      ...more,
      onProgress: kept.onProgress,
      run: kept.run,
    })
  }
  const keptHash = () => Object.values(kept.run).at(-1)?.txHash

  it('default: ends with the status, and finds the deposit in it', async () => {
    const made = await quoteFor()
    let executed: Promise<Hash> | undefined
    const types: string[] = []
    const onProgress = ({ type }: { type: string }) => {
      types.push(type)
      if (type === 'transactionSent') executed = wallet.execute()
    }
    const { txHashes, outcome } = await run(made, { onProgress })
    expect(outcome?.status).equal('success')
    expect(txHashes).deep.equal([await executed])
    expect(types.filter((type) => type === 'transactionConfirmed')).length(1)
    const { amount } = complete(made.quote).details.currencyOut
    expect(await balanceOf(destination, zeroAddress, made.request.recipient as Address)).equal(BigInt(amount))
    // Nothing goes on asking.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const { requests } = wallet
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(wallet.requests).equal(requests)
  })

  it('error: times out before the execution, and a later run resumes without a new prompt', async () => {
    const made = await quoteFor()
    const start = Date.now()
    const error = await thrown(() => run(made, { timeoutMs: 300 }))
    expect(Date.now() - start).below(3000)
    expect(error).include({
      name: 'StepPendingError',
      step: 'deposit',
      txHash: keptHash(),
      requestId: made.quote.steps[0]!.requestId,
      timeoutMs: 300,
    })
    const hash = await wallet.execute()
    const { txHashes, outcome } = await run(made)
    expect([outcome?.status, txHashes, wallet.asked]).deep.equal(['success', [hash], 1])
  })

  it('behavior: an approval ends once the allowance shows', async () => {
    const token = tokenOf(origin)
    await send(mock, origin, mock.accounts[1]!.address, {
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [wallet.address as Address, 100n * usdc],
      }),
    })
    const made = await quoteFor({
      originCurrency: token,
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
    })
    const onProgress = ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute())
    const { outcome } = await run(made, { onProgress })
    expect([outcome?.status, wallet.asked]).deep.equal(['success', 2])
  })

  const others: Record<string, (orderId: Hash) => Promise<Hash>> = {
    'of another amount': (orderId) =>
      depositNative(mock, chainsOf(mock)[0], mock.accounts[3]!.address, orderId, ether - 1n),
    'of another order': () =>
      depositNative(mock, chainsOf(mock)[0], mock.accounts[3]!.address, `0x${'12'.repeat(32)}`, ether),
    'on no chain': async () => `0x${'13'.repeat(32)}`,
  }
  for (const [name, make] of Object.entries(others)) {
    it(`attack: the status names a deposit ${name}`, async () => {
      const made = await quoteFor()
      const hash = await make(complete(made.quote).protocol.v2.orderId)
      proxy.respondWith((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ status: 'success', inTxHashes: [hash], txHashes: [] }))
      })
      const { txHashes } = await run(made, {}, proxy.url)
      expect(txHashes).deep.equal([keptHash()]).not.deep.equal([hash])
    })
  }

  describe('a prompt without an answer', () => {
    const never = new Promise<never>(() => {})

    it('error: times out, and another run waits for it without a new prompt', async () => {
      let answerNow = () => {}
      const answered = new Promise<void>((resolve) => {
        answerNow = resolve
      })
      wallet = await openSmartWallet(mock, origin, async (id) => {
        await answered
        return id
      })
      const made = await quoteFor()
      expect(await thrown(() => run(made, { timeoutMs: 200 }))).include({
        name: 'StepPromptError',
        step: 'deposit',
        timeoutMs: 200,
      })
      expect(keptHash()).equal(undefined)
      const onProgress = ({ type }: { type: string }) => void (type === 'transactionSent' && wallet.execute())
      const going = run(made, { onProgress })
      setTimeout(answerNow, 300)
      expect([(await going).outcome?.status, wallet.asked]).deep.equal(['success', 1])
    })

    it('behavior: a late answer is stored', async () => {
      wallet = await openSmartWallet(mock, origin, async (id) => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        return id
      })
      const made = await quoteFor()
      await thrown(() => run(made, { timeoutMs: 100 }))
      await new Promise((resolve) => setTimeout(resolve, 800))
      expect(keptHash()).match(/^0x[0-9a-f]{64}$/)
      await wallet.execute()
      expect([(await run(made)).outcome?.status, wallet.asked]).deep.equal(['success', 1])
    })

    it('error: a chain switch times out', async () => {
      const made = await quoteFor()
      const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : never)
      const walletClient = createWalletClient({
        account: wallet.address,
        transport: custom({ request: request }, { retryCount: 0 }),
      })
      const error = await thrown(() => run(made, { walletClient, timeoutMs: 100 }))
      expect(error.name).equal('StepPromptError')
    })
  })

  it('behavior: a callback that throws while both answers race ends the run, which can be resumed', async () => {
    for (const failing of ['transactionConfirmed', 'status']) {
      wallet = await openSmartWallet(mock, origin)
      kept.run = {}
      const made = await quoteFor()
      const types: string[] = []
      const onProgress = ({ type }: { type: string }) => {
        types.push(type)
        if (type === 'transactionSent') void wallet.execute()
        if (type === failing) throw new Error('The disk is full.')
      }
      expect((await thrown(() => run(made, { onProgress }))).message).equal('The disk is full.')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(types.at(-1)).equal(failing)
      expect([(await run(made)).outcome?.status, wallet.asked]).deep.equal(['success', 1])
    }
  })
})
