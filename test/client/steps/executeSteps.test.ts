import { expect } from 'chai'
import {
  createWalletClient,
  custom,
  type EIP1193RequestFn,
  type Hex,
  http,
  numberToHex,
  parseTransaction,
  recoverTypedDataAddress,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createConnection } from '../../../src/client/createConnection.js'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { executeSteps } from '../../../src/client/steps/executeSteps.js'
import { prepareAuthorizedCall } from '../../../src/contract/index.js'
import {
  attestedOrderReceiverAbi,
  hashOrder,
  proveOrderOutput,
  toContractAttestation,
} from '../../../src/index.js'
import type { MockChain } from '../../../src/mock/index.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import type { QuoteRequest } from '../../../src/service/resources/quoteRequest.js'
import type { StepProgress, StepRun } from '../../../src/service/steps/types.js'
import { balanceOf, clientOf, ether, freshAddress, setUpMock, tokenOf, usdc } from '../../mock/helpers.js'
import { nativeDeposit } from '../../rules/settled/support.js'
import {
  account,
  depository,
  request as fixedRequest,
  makeOrder,
  makeQuote,
  profile,
  solver,
  token,
  tokenRequest,
  user,
} from '../../service/steps/quotes.js'
import { complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { answer, drop, inTurn, setUpHttpServer, startHttpServer } from '../../support/httpServer.js'
import { keepRun } from '../../support/keepRun.js'
import { resetMachineClock, setMachineClock } from '../../support/machineClock.js'
import { toTypedData } from '../../support/typedData.js'

describe('executeSteps', () => {
  describe('against the mock service', () => {
    const { mock, origin, destination } = setUpMock()
    let client: ServiceClient
    before(() => {
      const service = createServiceClient({ profile: 'mock', baseUrl: mock.url })
      client = {
        ...service,
        executeSteps: (parameters) => service.executeSteps({ pollingIntervalMs: 20, ...parameters }),
      }
    })

    const payer = () => privateKeyToAccount(mock.accounts[1]!.privateKey)
    const walletOn = (chain: MockChain) =>
      createWalletClient({ account: payer(), transport: http(chain.rpcUrl), pollingInterval: 20 })
    const nonceOf = () => clientOf(origin).getTransactionCount({ address: payer().address })

    async function quoteFor(fields: Partial<QuoteRequest> = {}) {
      const request = {
        user: payer().address,
        recipient: mock.accounts[2]!.address,
        originChainId: origin.id,
        destinationChainId: destination.id,
        originCurrency: zeroAddress,
        destinationCurrency: zeroAddress,
        amount: ether,
        tradeType: 'EXACT_INPUT' as const,
        ...fields,
      }
      return { request, quote: await client.getQuote(request) }
    }

    it('default: bridges native currency', async () => {
      const recipient = freshAddress()
      const { request, quote } = await quoteFor({ recipient })
      const progress: StepProgress[] = []
      const { txHashes, outcome, run } = await client.executeSteps({
        quote,
        request,
        walletClient: walletOn(origin),
        onProgress: (step) => progress.push(step),
      })
      expect(outcome).deep.include({ status: 'success', inTxHashes: txHashes })
      const reported = progress.filter(({ type }) => type !== 'status').map(({ run: _, ...event }) => event)
      expect(await balanceOf(destination, zeroAddress, recipient)).equal(
        BigInt(complete(quote).details.currencyOut.amount),
      )
      expect(reported).deep.equal([
        { type: 'transactionRequested', step: 'deposit' },
        { type: 'transactionSent', step: 'deposit', txHash: txHashes[0] },
        { type: 'transactionConfirmed', step: 'deposit', txHash: txHashes[0] },
      ])
      expect(progress.at(-1)).deep.include({ type: 'status', step: 'deposit' })
      expect([progress[0]!.run, run]).deep.equal([
        { 'steps[0].items[0]': { state: 'asked' } },
        { 'steps[0].items[0]': { state: 'done', txHash: txHashes[0] } },
      ])
    })

    it('behavior: approves a token for exactly the amount', async () => {
      const recipient = freshAddress()
      const { request, quote } = await quoteFor({
        recipient,
        originCurrency: tokenOf(origin),
        destinationCurrency: tokenOf(destination),
        amount: 100n * usdc,
      })
      const { txHashes, outcome } = await client.executeSteps({
        quote,
        request,
        walletClient: walletOn(origin),
        minimumAmountOut: 99n * usdc,
      })
      expect(outcome?.status).equal('success')
      expect(txHashes).length(2)
      expect((await balanceOf(destination, tokenOf(destination), recipient)) >= 99n * usdc).equal(true)
    })

    it('behavior: an exact output within the maximum', async () => {
      const recipient = freshAddress()
      const { request, quote } = await quoteFor({ recipient, tradeType: 'EXACT_OUTPUT' })
      const parameters = { quote, request, walletClient: walletOn(origin) }
      expect(await thrown(() => client.executeSteps(parameters))).include({ option: 'maximumAmountIn' })
      const { outcome } = await client.executeSteps({ ...parameters, maximumAmountIn: 2n * ether })
      expect(outcome?.status).equal('success')
      expect(await balanceOf(destination, zeroAddress, recipient)).equal(ether)
    })

    describe('on one chain', () => {
      const here = () => ({
        originChainId: origin.id,
        destinationChainId: origin.id,
        recipient: freshAddress(),
      })

      const routes: [string, Partial<QuoteRequest>][] = [
        ['a deposit that a solver must fill', { forceSolverExecution: true }],
        ['a payment to a deposit address', { useDepositAddress: true, refundTo: freshAddress() }],
      ]
      for (const [name, fields] of routes) {
        it(`behavior: ${name} ends with the fill, not with its receipt`, async () => {
          const { request, quote } = await quoteFor({ ...here(), ...fields })
          expect(quote.steps.map(({ id }) => id)).deep.equal(['deposit'])
          const walletClient = walletOn(origin)
          const { outcome } = await client.executeSteps({
            quote,
            request,
            walletClient,
            allowUnverified: ['depositAddress'],
          })
          expect(outcome?.status).equal('success')
          const { amount } = complete(quote).details.currencyOut
          expect(await balanceOf(origin, zeroAddress, request.recipient as Hex)).equal(BigInt(amount))
        })
      }

      it('behavior: a swap and a send end with their receipt', async () => {
        for (const destinationCurrency of [tokenOf(origin), zeroAddress]) {
          const { request, quote } = await quoteFor({ ...here(), destinationCurrency })
          const walletClient = walletOn(origin)
          const run = client.executeSteps({ quote, request, walletClient, allowUnverified: ['swap'] })
          const { outcome, txHashes } = await run
          expect([outcome, txHashes.length]).deep.equal([undefined, 1])
          expect(await balanceOf(origin, destinationCurrency, request.recipient as Hex)).not.equal(0n)
        }
      })
    })

    it('behavior: resumes where it stopped and sends nothing twice', async () => {
      const { request, quote } = await quoteFor()
      const walletClient = walletOn(origin)
      await mock.control.pauseSolver()
      const kept = keepRun()
      const sent: string = JSON.stringify(quote)
      const { onProgress } = kept
      const run = { quote, request, walletClient, onProgress }
      const stopped = await thrown(() => client.executeSteps({ ...run, timeoutMs: 50 }))
      expect(stopped.name).equal('RequestTimeoutError')
      mock.control.resumeSolver()
      const nonce = await nonceOf()
      expect(JSON.stringify(quote)).equal(sent)
      const again = await client.executeSteps({ ...run, quote: JSON.parse(sent) as Quote, run: kept.run })
      expect(again.outcome?.status).equal('success')
      expect(again.txHashes).length(1)
      expect(await nonceOf()).equal(nonce)
    })

    it('behavior: awaits a sent transaction that no node shows yet', async () => {
      const { request, quote } = await quoteFor()
      const walletClient = walletOn(origin)
      const first = await client.executeSteps({ quote, request, walletClient })
      const run = { 'steps[0].items[0]': { state: 'sent', txHash: first.txHashes[0]! } } as const
      const nonce = await nonceOf()
      const again = await client.executeSteps({ quote, request, walletClient, run })
      expect(again.txHashes).deep.equal(first.txHashes)
      expect(await nonceOf()).equal(nonce)
    })

    it('behavior: a refund is an outcome, not an error', async () => {
      const { request, quote } = await quoteFor({
        recipient: mock.chains[1]!.depository, // takes no native currency
      })
      const { outcome } = await client.executeSteps({ quote, request, walletClient: walletOn(origin) })
      expect(outcome?.status).equal('refund')
    })

    it('behavior: deposits for a call of payAuthorized only after its authorization, and ends once it is paid', async () => {
      const recipient = mock.accounts[2]!.address
      const { timestamp } = await clientOf(destination).getBlock()
      const { txs } = prepareAuthorizedCall({
        chainId: destination.id,
        receiver: destination.receiver,
        payment: {
          originChainId: origin.id,
          originUser: payer().address,
          originCurrency: zeroAddress,
          token: zeroAddress,
          minimum: ether / 2n,
          recipient,
          refundTo: payer().address,
          deadline: Number(timestamp) + 3600,
        },
      })
      const { request, quote } = await quoteFor({
        recipient,
        txs,
        tradeType: 'EXACT_OUTPUT',
        amount: ether / 2n,
      })
      const parameters = { quote, request, walletClient: walletOn(origin), maximumAmountIn: ether }
      const nonce = await nonceOf()
      const destinationClient = clientOf(destination)
      expect(await thrown(() => client.executeSteps(parameters))).include({ option: 'destinationClient' })
      expect(
        await thrown(() => client.executeSteps({ ...parameters, destinationClient: clientOf(origin) })),
      ).include({ option: 'destinationClient' })
      expect(await thrown(() => client.executeSteps({ ...parameters, destinationClient }))).include({
        name: 'CallNotPayableError',
        state: 'unauthorized',
      })
      expect(await nonceOf()).equal(nonce)

      const { orderId, orderData } = complete(quote).protocol.v2
      const attestation = await client.getAttestation({ requestId: orderId })
      await clientOf(destination).waitForTransactionReceipt({
        hash: await walletOn(destination).writeContract({
          abi: attestedOrderReceiverAbi,
          address: destination.receiver,
          functionName: 'authorizeFill',
          args: [toContractAttestation(attestation), attestation.signature, proveOrderOutput(orderData), []],
          chain: null,
        }),
      })
      const { outcome, run } = await client.executeSteps({ ...parameters, destinationClient })
      expect(outcome?.status).equal('success')
      const again = await client.executeSteps({ ...parameters, destinationClient, run })
      expect([again.outcome?.status, await nonceOf()]).deep.equal(['success', nonce + 1])
    })

    it('attack: a service that changes the quote during the run gets nothing', async () => {
      const lying = await startHttpServer()
      try {
        lying.respondWith(async ({ path, body }, response) => {
          const honest = await fetch(`${mock.url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ...(body as object), recipient: mock.accounts[3]!.address }),
          })
          response.writeHead(honest.status, { 'content-type': 'application/json' })
          response.end(await honest.text())
        })
        const victim = createServiceClient({ profile: 'mock', baseUrl: lying.url })
        const { request } = await quoteFor()
        const quote = await victim.getQuote(request)
        const nonce = await nonceOf()
        const error = await thrown(() =>
          victim.executeSteps({ quote, request, walletClient: walletOn(origin) }),
        )
        expect(error).include({
          name: 'StepMismatchError',
          path: 'protocol.v2.orderData.output.payments[0].recipient',
        })
        expect(await nonceOf()).equal(nonce)
      } finally {
        await lying.close()
      }
    })

    it('error: a wallet of another chain', async () => {
      const { request, quote } = await quoteFor()
      const error = await thrown(() =>
        client.executeSteps({ quote, request, walletClient: walletOn(destination) }),
      )
      expect(error).include({ name: 'WalletChainError', found: destination.id, required: origin.id })
    })

    it('error: a wallet without an account', async () => {
      const { request, quote } = await quoteFor()
      const walletClient = createWalletClient({ transport: http(origin.rpcUrl) })
      expect(await thrown(() => client.executeSteps({ quote, request, walletClient }))).include({
        name: 'StepOptionError',
        option: 'walletClient',
      })
    })
  })

  describe('with a scripted wallet', () => {
    const server = setUpHttpServer()

    const connect = () => createConnection({ profile, baseUrl: server.url })
    const txHash: Hex = `0x${'33'.repeat(32)}`

    const receipt = {
      transactionHash: txHash,
      from: user,
      status: '0x1',
      blockNumber: '0x10',
      gasUsed: '0x1',
      effectiveGasPrice: '0x1',
      cumulativeGasUsed: '0x1',
      logs: [],
      transactionIndex: '0x0',
      type: '0x2',
    }

    /** A node that mines at once; `overrides` answer in its place. */
    function walletWith(overrides: Record<string, (params: never) => unknown> = {}) {
      const calls: { method: string; params: unknown }[] = []
      const answers: Record<string, (params: never) => unknown> = {
        eth_chainId: () => '0x1',
        eth_blockNumber: () => '0x10',
        eth_getBlockByNumber: () => ({
          number: '0x10',
          baseFeePerGas: '0x1',
          timestamp: '0x1',
          transactions: [],
        }),
        eth_maxPriorityFeePerGas: () => '0x1',
        eth_getTransactionCount: () => '0x0',
        eth_estimateGas: () => '0x5208',
        eth_sendRawTransaction: () => txHash,
        eth_getTransactionReceipt: () => receipt,
        ...overrides,
      }
      const request = (async ({ method, params }: { method: string; params: never }) => {
        calls.push({ method, params })
        const respond = answers[method]
        if (!respond) throw Object.assign(new Error(`No ${method}.`), { code: -32601 })
        return respond(params)
      }) as EIP1193RequestFn
      const transport = custom({ request }, { retryCount: 0 })
      const walletClient = createWalletClient({ account, transport, pollingInterval: 5 })
      const sent = () =>
        calls
          .filter(({ method }) => method === 'eth_sendRawTransaction')
          .map(({ params }) => parseTransaction((params as [Hex])[0]))
      return { walletClient, sent }
    }

    const succeed = () => server.respondWith(answer(200, { status: 'success' }))

    it("behavior: sends exactly what it verified, on the request's chain", async () => {
      succeed()
      const quote = makeQuote(makeOrder(fixedRequest))
      const { walletClient, sent } = walletWith()
      await executeSteps(connect(), { quote, request: fixedRequest, walletClient })
      const { to, data, value } = quote.steps[0]!.items[0]!.data as { to: Hex; data: Hex; value: string }
      expect(sent()).length(1)
      expect(sent()[0]).include({ chainId: 1, to, data, value: BigInt(value) })
    })

    it('behavior: asks a wallet on another chain to switch', async () => {
      succeed()
      let chain = '0x2105'
      const quote = makeQuote(makeOrder(fixedRequest))
      const { walletClient, sent } = walletWith({
        eth_chainId: () => chain,
        wallet_switchEthereumChain: ([{ chainId }]: [{ chainId: string }]) => {
          chain = chainId
          return null
        },
      })
      await executeSteps(connect(), { quote, request: fixedRequest, walletClient })
      expect(sent()).length(1)
    })

    it('error: a wallet that claims to have switched chains', async () => {
      const { walletClient, sent } = walletWith({
        eth_chainId: () => '0x2105',
        wallet_switchEthereumChain: () => null,
      })
      const quote = makeQuote(makeOrder(fixedRequest))
      const error = await thrown(() =>
        executeSteps(connect(), { quote, request: fixedRequest, walletClient }),
      )
      expect(error).include({ name: 'WalletChainError', found: 8453, required: 1 })
      expect(sent()).length(0)
    })

    it('error: a reverted transaction is sent again by the next run', async () => {
      server.respondWith(answer(200, { status: 'waiting' }))
      let status = '0x0'
      const { walletClient, sent } = walletWith({
        eth_getTransactionReceipt: () => ({
          transactionHash: txHash,
          from: account.address,
          status,
          blockNumber: '0x10',
          gasUsed: '0x1',
          effectiveGasPrice: '0x1',
          cumulativeGasUsed: '0x1',
          logs: [],
          transactionIndex: '0x0',
        }),
      })
      const quote = makeQuote(makeOrder(fixedRequest))
      const kept = keepRun()
      const { onProgress } = kept
      const run = () =>
        executeSteps(connect(), { quote, request: fixedRequest, walletClient, onProgress, run: kept.run })
      expect(await thrown(run)).include({
        name: 'StepTransactionError',
        step: 'deposit',
        reason: 'reverted',
        txHash,
      })
      expect(kept.run).deep.equal({})
      succeed()
      status = '0x1'
      expect((await run()).outcome?.status).equal('success')
      expect(sent()).length(2)
    })

    it('behavior: its own transaction reverted, and the service has seen another deposit', async () => {
      let reads = 0
      const { walletClient, sent } = walletWith({
        // The service answers first.
        eth_getTransactionReceipt: () =>
          reads++ < 2
            ? null
            : {
                transactionHash: txHash,
                from: account.address,
                status: '0x0',
                blockNumber: '0x10',
                gasUsed: '0x1',
                effectiveGasPrice: '0x1',
                cumulativeGasUsed: '0x1',
                logs: [],
                transactionIndex: '0x0',
              },
      })
      let asked = 0
      server.respondWith((request, response) => {
        const status = asked++ < 40 ? 'pending' : 'success'
        answer(200, { status, inTxHashes: [], txHashes: [] })(request, response)
      })
      const quote = makeQuote(makeOrder(fixedRequest))
      const go = (run: StepRun = {}) =>
        executeSteps(connect(), { quote, request: fixedRequest, walletClient, pollingIntervalMs: 50, run })
      const { outcome, txHashes, run } = await go()
      expect([outcome?.status, txHashes, sent().length]).deep.equal(['success', [], 1])
      // It is over, so another run sends nothing.
      expect([(await go(run)).outcome?.status, sent().length]).deep.equal(['success', 1])
    })

    it('error: a mismatch in the last step leaves the first one unsent', async () => {
      const quote = makeQuote(makeOrder(tokenRequest))
      quote.steps[1]!.items[0]!.data!.value = '1'
      const { walletClient, sent } = walletWith()
      const error = await thrown(() =>
        executeSteps(connect(), { quote, request: tokenRequest, walletClient }),
      )
      expect(error.name).equal('StepMismatchError')
      expect(sent()).length(0)
    })

    describe('error: the order can no longer be filled or refunded', () => {
      const path = 'protocol.v2.orderData.output.deadline'
      const order = makeOrder(tokenRequest)
      const deadline = 1_890_000_000
      afterEach(resetMachineClock)

      const cases: [string, chain: number | null, machine: number, clock?: string][] = [
        ['by neither clock', deadline - 1, deadline - 60],
        ['by the time of the chain', deadline, deadline - 60, "the chain's"],
        [
          "by the machine's clock, as the head of an idle chain is old",
          deadline - 3600,
          deadline,
          "this machine's",
        ],
        ["by the machine's clock, as the wallet gives no blocks", null, deadline, "this machine's"],
      ]
      for (const [title, chain, machine, clock] of cases) {
        it(title, async () => {
          succeed()
          setMachineClock(machine)
          const { walletClient, sent } = walletWith({
            eth_getBlockByNumber: () => {
              if (chain === null) throw new Error('No blocks.')
              const timestamp = numberToHex(chain)
              return { number: '0x10', baseFeePerGas: '0x1', timestamp, transactions: [] }
            },
          })
          // A refund never ends earlier: such an order is refused at any time.
          const quote = makeQuote({ ...order, output: { ...order.output, deadline } })
          const run = executeSteps(connect(), { quote, request: tokenRequest, walletClient })
          const error = await run.then(() => undefined).catch((thrownError) => thrownError)
          if (clock) expect(error).include({ name: 'StepMismatchError', path, found: deadline })
          else expect(error).equal(undefined)
          if (clock) expect(error.message).include(`, ${clock}; request a new quote`)
          expect(sent()).length(clock ? 0 : 2)
        })
      }
    })

    it('behavior: a success between other chains is refused, a refund is not', async () => {
      for (const [status, isRefused] of [
        ['success', true],
        ['refund', false],
      ] as const) {
        server.respondWith(answer(200, { status, destinationChainId: 10 }))
        const order = makeOrder(fixedRequest)
        const quote = makeQuote(order)
        const logs = [nativeDeposit(user, BigInt(fixedRequest.amount), hashOrder(order), depository)]
        const { walletClient } = walletWith({ eth_getTransactionReceipt: () => ({ ...receipt, logs }) })
        const run = executeSteps(connect(), { quote, request: fixedRequest, walletClient })
        const found = await run.then(({ outcome }) => outcome?.status).catch(({ name }) => name)
        expect(found).equal(isRefused ? 'StatusMismatchError' : status)
      }
    })

    it('error: the caller stops it between two steps', async () => {
      const controller = new AbortController()
      const quote = makeQuote(makeOrder(tokenRequest))
      const { walletClient, sent } = walletWith()
      const kept = keepRun(({ type }) => type === 'transactionConfirmed' && controller.abort())
      const error = await thrown(() =>
        executeSteps(connect(), {
          quote,
          request: tokenRequest,
          walletClient,
          signal: controller.signal,
          onProgress: kept.onProgress,
        }),
      )
      expect(error.name).equal('ServiceAbortedError')
      expect(sent()).length(1)
      expect(kept.run).deep.equal({ 'steps[0].items[0]': { state: 'done', txHash } })
    })

    it('behavior: a send ends with its receipt', async () => {
      const request = { ...fixedRequest, destinationChainId: 1, destinationCurrency: zeroAddress, txs: [] }
      const quote = makeQuote(makeOrder(fixedRequest))
      quote.steps[0]!.id = 'send'
      quote.steps[0]!.items[0]!.data = { from: user, to: request.recipient!, value: '1000', chainId: 1 }
      server.respondWith(answer(500, 'must not be asked'))
      const { walletClient } = walletWith()
      expect(await executeSteps(connect(), { quote, request, walletClient })).deep.include({
        txHashes: [txHash],
      })
    })

    describe('signatures', () => {
      const requestId: Hex = `0x${'77'.repeat(32)}`
      const types = {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      }
      const sign = {
        signatureKind: 'eip712',
        domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token },
        types,
        primaryType: 'TransferWithAuthorization',
        value: {
          from: user,
          to: solver,
          value: '1000',
          validAfter: 0,
          validBefore: 1_900_000_000,
          nonce: `0x${'55'.repeat(32)}`,
        },
      }
      const body = { kind: 'eip3009', requestId, api: 'swap' }
      const makePermit = () =>
        ({
          ...makeQuote(makeOrder(tokenRequest)),
          steps: [
            {
              id: 'authorize1',
              kind: 'signature',
              requestId,
              items: [
                {
                  status: 'incomplete',
                  data: { sign, post: { endpoint: '/execute/permits', method: 'POST', body } },
                },
              ],
            },
          ],
        }) as Quote
      const run = (quote: Quote, onProgress?: (progress: StepProgress) => unknown, begun: StepRun = {}) =>
        executeSteps(connect(), {
          quote,
          run: begun,
          ...(onProgress && { onProgress }),
          request: { ...tokenRequest, usePermit: true },
          walletClient: walletWith().walletClient,
          allowUnverified: ['permit'],
        })

      it('error: a signature request without an answer times out and is repeated', async () => {
        succeed()
        const walletClient = createWalletClient({
          account: { ...account, signTypedData: () => new Promise<never>(() => {}) },
          transport: custom({ request: async () => '0x1' }),
        })
        const parameters = {
          quote: makePermit(),
          request: { ...tokenRequest, usePermit: true },
          allowUnverified: ['permit'] as const,
        }
        const error = await thrown(() =>
          executeSteps(connect(), { ...parameters, walletClient, timeoutMs: 100 }),
        )
        expect(error).include({ name: 'StepPromptError', step: 'authorize1', timeoutMs: 100 })
        expect((await run(parameters.quote)).outcome?.status).equal('success')
      })

      it('behavior: signs a permit, posts it, and follows the request', async () => {
        succeed()
        const quote = makePermit()
        const { outcome, txHashes, run: done } = await run(quote)
        expect(outcome?.status).equal('success')
        expect(txHashes).deep.equal([])
        const [posted, followed] = server.requests
        expect(posted).deep.include({ method: 'POST', path: '/execute/permits', body })
        const signer = await recoverTypedDataAddress({
          ...toTypedData(sign),
          signature: posted!.query.get('signature') as Hex,
        })
        expect(signer).equal(account.address)
        expect(followed?.query.get('requestId')).equal(requestId)
        expect(done).deep.equal({ 'steps[0].items[0]': { state: 'done' } })
      })

      it('error: no permit for a call of payAuthorized that was not verified as payable', async () => {
        succeed()
        const { originChainId, destinationChainId, destinationCurrency } = tokenRequest
        const { txs } = prepareAuthorizedCall({
          chainId: destinationChainId,
          receiver: solver,
          profile,
          payment: {
            originChainId,
            originUser: user,
            originCurrency: token,
            token: zeroAddress,
            minimum: 1n,
            recipient: user,
            refundTo: user,
            deadline: 1_900_000_000,
          },
        })
        const quote = makePermit()
        delete quote.protocol
        const error = await thrown(() =>
          executeSteps(connect(), {
            quote,
            request: { ...tokenRequest, destinationCurrency, txs, usePermit: true },
            walletClient: walletWith().walletClient,
            allowUnverified: ['permit'],
          }),
        )
        expect(error).include({ name: 'StepOptionError', option: 'destinationClient' })
        expect(server.requests).length(0)
      })

      it('attack: whatever the answer, the permit is posted and followed, and nothing else is signed', async () => {
        const answers = [
          { message: 'One more', steps: makePermit().steps },
          { message: 'None', steps: [{ ...makePermit().steps[0], items: [] }] },
          { steps: 'text' },
          [],
          null,
        ]
        for (const given of answers) {
          server.respondWith(inTurn(answer(200, given), answer(200, { status: 'success' })))
          const quote = makePermit()
          const types: string[] = []
          const { outcome } = await run(quote, ({ type }) => void types.push(type))
          expect(outcome?.status).equal('success')
          expect(types).deep.equal(['signatureRequested', 'signaturePosting', 'signaturePosted', 'status'])
          expect(server.requests.filter(({ method }) => method === 'POST')).length(1)
        }
      })

      it('behavior: a posted permit is not signed again even if the process stops at once', async () => {
        succeed()
        const quote = makePermit()
        const kept = keepRun(({ type }) => {
          if (type === 'signaturePosted') throw new Error('killed')
        })
        await thrown(() => run(quote, kept.onProgress))
        await run(quote, undefined, kept.run)
        expect(server.requests.filter(({ method }) => method === 'POST')).length(1)
      })

      it('behavior: after a lost answer, queries the service before anything is signed again', async () => {
        for (const { status, posts } of [
          { status: 'pending', posts: 0 },
          { status: 'waiting', posts: 1 },
        ]) {
          const quote = makePermit()
          server.respondWith(drop())
          const kept = keepRun()
          await thrown(() => run(quote, kept.onProgress))
          let asked = 0
          server.respondWith((received, response) => {
            const isFirst = received.method === 'GET' && asked++ === 0
            return answer(200, { status: isFirst ? status : 'success' })(received, response)
          })
          expect((await run(quote, undefined, kept.run)).outcome?.status).equal('success')
          expect(server.requests.filter(({ method }) => method === 'POST')).length(posts)
        }
      })

      it('error: a permit that the service refuses is not complete', async () => {
        server.respondWith(answer(400, { message: 'Expired' }))
        const quote = makePermit()
        const kept = keepRun()
        expect(await thrown(() => run(quote, kept.onProgress))).include({
          name: 'ServiceHttpError',
          status: 400,
        })
        expect(kept.states()).deep.equal(['posted'])
        expect(server.requests).length(1)
      })
    })
  })
})
