import { expect } from 'chai'
import { BaseError, decodeFunctionData, erc20Abi, type Hex, MethodNotFoundRpcError, zeroAddress } from 'viem'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import type { ExecuteStepsParameters } from '../../../src/client/index.js'
import type { QuoteRequest } from '../../../src/service/resources/quoteRequest.js'
import { accountOf, freshAddress, setUpMock, tokenOf, usdc } from '../../mock/helpers.js'
import { complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { setUpFastClock } from '../../support/fastClock.js'
import { keepRun } from '../../support/keepRun.js'
import { mistyped } from '../../support/mistyped.js'
import { type BatchWallet, countTokenDeposits, openBatchWallet, refuse } from './batchWallet.js'

type Options = NonNullable<Parameters<typeof openBatchWallet>[2]>
type Change = NonNullable<Options['change']>

describe('executeSteps with a wallet that accepts batches (EIP-5792)', () => {
  setUpFastClock()
  const { mock, origin, destination } = setUpMock({ idForm: 'public' })
  afterEach(() => mock.control.resumeSolver())
  const client = () => createServiceClient({ profile: 'mock', baseUrl: mock.url })

  /** A wallet, a quote for its token, and runs of it, each from where the last one stopped. */
  async function open({ fields, ...options }: Options & { fields?: Partial<QuoteRequest> } = {}) {
    const wallet = await openBatchWallet(mock, origin, options)
    const request = {
      user: wallet.address,
      recipient: freshAddress(),
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
      tradeType: 'EXACT_INPUT' as const,
      includeProtocolData: true,
      ...fields,
    }
    const quote = await client().getQuote(request)
    const events: string[] = []
    const kept = keepRun()
    const run = ({ onProgress, ...more }: Partial<ExecuteStepsParameters> = {}) =>
      client().executeSteps({
        quote,
        request,
        walletClient: wallet.walletClient,
        pollingIntervalMs: 20,
        ...more,
        run: kept.run,
        async onProgress(progress) {
          events.push(`${progress.step} ${progress.type}`)
          await kept.onProgress(progress)
          await onProgress?.(progress)
        },
      })
    /** Runs, and has the wallet send as soon as it has answered. */
    const runToEnd = (more: Partial<ExecuteStepsParameters> = {}) =>
      run({ onProgress: ({ type }) => void (type === 'transactionSent' && wallet.execute()), ...more })
    const deposits = () => countTokenDeposits(origin, complete(quote).protocol.v2.orderId)
    return { wallet, kept, events, quote, run, runToEnd, deposits }
  }
  const batchesOf = ({ batches }: BatchWallet) => batches.map(({ calls }) => calls.length)

  describe('one batch', () => {
    const kinds: Record<string, Options> = {
      'a contract, whose transactions others send': {},
      'an account that delegates to a contract': { account: 'delegated' },
      'a wallet that is ready to': {
        change: ({ method }) =>
          method === 'wallet_getCapabilities'
            ? { [`0x${origin.id.toString(16)}`]: { atomic: { status: 'ready' } } }
            : undefined,
      },
      'a wallet that says it of all chains': {
        change: ({ method }) =>
          method === 'wallet_getCapabilities' ? { '0x0': { atomic: { status: 'supported' } } } : undefined,
      },
      'a wallet that answers with the id alone, as before version 2': {
        change: async ({ method }, ask) =>
          method === 'wallet_sendCalls' ? ((await ask()) as { id: string }).id : undefined,
      },
      'a wallet that answers nothing': {
        change: async ({ method }, ask) =>
          method === 'wallet_sendCalls' ? ask().then(() => null) : undefined,
      },
      'a wallet whose receipts have the hash alone': {
        change: async ({ method }, ask) => {
          if (method !== 'wallet_getCallsStatus') return undefined
          const { receipts, ...rest } = (await ask()) as { receipts: { transactionHash: Hex }[] }
          return { ...rest, receipts: receipts.map(({ transactionHash }) => ({ transactionHash })) }
        },
      },
    }
    for (const [name, options] of Object.entries(kinds)) {
      it(`default: ${name}`, async () => {
        const { wallet, kept, events, runToEnd, deposits } = await open(options)
        const { outcome, txHashes } = await runToEnd()
        expect([outcome?.status, await deposits()]).deep.equal(['success', 1])
        expect([wallet.asked(), batchesOf(wallet)]).deep.equal([[1, 0], [2]])
        expect(txHashes).deep.equal(wallet.batches[0]!.txHashes)
        const done = { state: 'done', txHash: txHashes[0] }
        expect(Object.values(kept.run)).deep.equal([done, done])
        expect(events.filter((event) => !event.endsWith('status'))).deep.equal([
          'deposit transactionRequested',
          'deposit transactionSent',
          'deposit transactionConfirmed',
        ])
      })
    }

    it('behavior: requests the plan on its chain, atomically, under an id that is stored first', async () => {
      const asked: unknown[] = []
      const { wallet, kept, quote, runToEnd } = await open({
        change: ({ method, params }) => {
          if (method === 'wallet_sendCalls')
            asked.push(JSON.parse(JSON.stringify(params[0])), structuredClone(kept.run))
          return undefined
        },
      })
      await runToEnd()
      const items = quote.steps.flatMap((step) =>
        step.items.map(({ data }) => data as Record<string, string>),
      )
      const [sent, before] = asked as [{ id: string }, object]
      expect(sent).deep.include({
        version: '2.0.0',
        atomicRequired: true,
        from: wallet.address,
        chainId: `0x${origin.id.toString(16)}`,
        calls: items.map(({ to, data }) => ({ to, data })),
      })
      const entry = { state: 'asked', batch: sent.id }
      expect(Object.values(before)).deep.equal([entry, entry])
      const [approval] = wallet.batches[0]!.calls
      const { args } = decodeFunctionData({ abi: erc20Abi, data: approval!.data! })
      expect(args).deep.equal([origin.depository, 100n * usdc])
    })

    it('behavior: the wallet sends after the timeout, and a later run resumes without a new prompt', async () => {
      const { wallet, kept, run, deposits } = await open()
      const error = await thrown(() => run({ timeoutMs: 300 }))
      const { id } = wallet.batches[0]!
      expect(error).include({ name: 'StepPendingError', step: 'deposit', txHash: id })
      expect(Object.values(kept.run).map(({ state, batch }) => [state, batch])).deep.equal([
        ['sent', id],
        ['sent', id],
      ])
      await wallet.execute()
      expect((await run()).outcome?.status).equal('success')
      expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
    })

    it('behavior: a wallet that returns its own id is queried by that id', async () => {
      await mock.control.pauseSolver()
      const { wallet, kept, run } = await open({
        change: async ({ method, params }, ask) => {
          if (method !== 'wallet_sendCalls') return undefined
          params[0].id = 'a batch of mine'
          return ask()
        },
      })
      await thrown(() => run({ timeoutMs: 200 }))
      expect(Object.values(kept.run).map(({ batch }) => batch)).deep.equal(Array(2).fill('a batch of mine'))
      await wallet.execute()
      const confirmed = run({ timeoutMs: 60_000 })
      mock.control.resumeSolver()
      expect((await confirmed).txHashes).deep.equal(wallet.batches[0]!.txHashes)
    })

    it('behavior: a transaction that the caller found in the wallet counts like those that the wallet names', async () => {
      await mock.control.pauseSolver()
      const { wallet, kept, run } = await open({
        change: ({ method }) => (method === 'wallet_getCallsStatus' ? refuse(5730) : undefined),
      })
      await thrown(() => run({ timeoutMs: 200 }))
      await wallet.execute()
      const [txHash] = wallet.batches[0]!.txHashes
      const [, deposit] = Object.entries(kept.run) as [unknown, [string, object]]
      kept.run = { ...kept.run, [deposit[0]]: { ...deposit[1], txHash } } as typeof kept.run
      await thrown(() => run({ timeoutMs: 500 }))
      expect(kept.states()).deep.equal(['done', 'done'])
    })

    it('behavior: pays once although the wallet makes two transactions of the batch', async () => {
      const { wallet, run, deposits } = await open()
      const onProgress = async ({ type }: { type: string }) => {
        if (type !== 'transactionSent') return
        const [batch] = wallet.batches
        for (const one of batch!.calls) batch!.txHashes.push(await wallet.makes([one]))
        batch!.status = 200
      }
      const { outcome, txHashes } = await run({ onProgress })
      expect([outcome?.status, await deposits()]).deep.equal(['success', 1])
      expect(txHashes).deep.equal([wallet.batches[0]!.txHashes[1]])
    })
  })

  describe('one by one', () => {
    const never = new Promise<never>(() => {})
    const answers: Record<string, () => unknown> = {
      'does not know the method (-32601)': () => refuse(-32601),
      'does not know the method (4200)': () => refuse(4200),
      'is not allowed to answer (4100)': () => refuse(4100),
      'throws a text': () => {
        throw 'no'
      },
      'answers null': () => null,
      'answers a text': () => 'atomic',
      'has no capabilities': () => ({}),
      'has it not': () => ({ [origin.id]: { atomic: { status: 'unsupported' } } }),
      'has it on another chain': () => ({ '0x1': { atomic: { status: 'supported' } } }),
      'has it not here, though on all others': () => ({
        [`0x${origin.id.toString(16)}`]: { atomic: { status: 'unsupported' } },
        '0x0': { atomic: { status: 'supported' } },
      }),
      'never answers': () => never,
    }
    for (const [name, answer] of Object.entries(answers)) {
      it(`default: a wallet that ${name}`, async () => {
        const { wallet, runToEnd, deposits } = await open({
          change: ({ method }) => (method === 'wallet_getCapabilities' ? answer() : undefined),
        })
        expect((await runToEnd()).outcome?.status).equal('success')
        expect([wallet.asked(), await deposits()]).deep.equal([[0, 2], 1])
      })
    }

    for (const code of [-32601, -32004, 4200, 5700, 5710, 5740, 5750, 5760]) {
      it(`behavior: a wallet that rejects the batch despite its capabilities (${code})`, async () => {
        const { wallet, events, runToEnd, deposits } = await open({
          change: ({ method }) => (method === 'wallet_sendCalls' ? refuse(code) : undefined),
        })
        expect((await runToEnd()).outcome?.status).equal('success')
        expect([wallet.asked(), await deposits()]).deep.equal([[1, 2], 1])
        expect(events.slice(0, 3)).deep.equal([
          'deposit transactionRequested',
          'deposit transactionFailed',
          'approve transactionRequested',
        ])
      })
    }

    it("behavior: `batch: false` does not query the wallet's capabilities", async () => {
      const { wallet, runToEnd } = await open()
      expect((await runToEnd({ batch: false })).outcome?.status).equal('success')
      expect(wallet.asked()).deep.equal([0, 2])
      expect(wallet.methods).not.include('wallet_getCapabilities')
    })

    it('behavior: a local account is not queried for capabilities', async () => {
      const { wallet, run, deposits } = await open({ account: 'delegated' })
      const account = accountOf(mock, wallet.address)
      const { outcome } = await run({ walletClient: { ...wallet.walletClient, account } })
      expect([outcome?.status, await deposits()]).deep.equal(['success', 1])
      expect(wallet.methods.filter((method) => /^wallet_|^eth_send/.test(method))).deep.equal(
        Array(2).fill('eth_sendRawTransaction'),
      )
    })

    it('attack: a deposit that was requested alone is not batched with an approval', async () => {
      const { wallet, kept, run, deposits, quote } = await open()
      kept.run = { [`steps[${quote.steps.length - 1}].items[0]`]: { state: 'asked' } }
      expect((await thrown(() => run({ timeoutMs: 500 }))).name).equal('StepPendingError')
      expect([wallet.asked(), await deposits()]).deep.equal([[0, 1], 0])
    })

    it('behavior: a swap, whose calldata is not verified, is sent alone', async () => {
      const { wallet, quote, run } = await open({
        account: 'delegated',
        fields: { destinationChainId: origin.id, destinationCurrency: zeroAddress },
      })
      expect(quote.steps.map(({ id }) => id)).deep.equal(['approve', 'swap'])
      expect((await run({ allowUnverified: ['swap'] })).txHashes).length(2)
      expect(wallet.asked()).deep.equal([0, 2])
    })

    it('error: `batch` is a flag', async () => {
      const { run, wallet } = await open()
      const error = await thrown(() => run({ batch: mistyped('no') }))
      expect(error).include({ name: 'StepOptionError', option: 'batch' })
      expect(wallet.methods).deep.equal([])
    })

    it('behavior: a remaining deposit is sent alone', async () => {
      const { wallet, kept, run, runToEnd } = await open()
      const onProgress = ({ type, step }: { type: string; step: string }) => {
        if (type === 'transactionConfirmed' && step === 'approve') throw new Error('killed')
      }
      await thrown(() => run({ batch: false, onProgress }))
      expect(kept.states()).deep.equal(['done'])
      expect((await runToEnd()).outcome?.status).equal('success')
      expect(wallet.asked()).deep.equal([0, 2])
    })
  })

  describe('a wallet that sends nothing', () => {
    it('error: the user refuses, and nothing is half done', async () => {
      let isRefusing = true
      const { wallet, kept, events, run, runToEnd, deposits } = await open({
        change: ({ method }) => (method === 'wallet_sendCalls' && isRefusing ? refuse(4001) : undefined),
      })
      const error = await thrown(() => run())
      expect(error.message).match(/rejected/i)
      expect([kept.run, events.at(-1)]).deep.equal([{}, 'deposit transactionFailed'])
      expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 0])
      isRefusing = false
      expect((await runToEnd()).outcome?.status).equal('success')
      expect(await deposits()).equal(1)
    })

    it('error: 400, the batch will not be sent', async () => {
      const { wallet, kept, run, runToEnd, deposits } = await open()
      const onProgress = ({ type }: { type: string }) => {
        if (type === 'transactionSent') wallet.batches[0]!.status = 400
      }
      const error = await thrown(() => run({ onProgress }))
      expect(error).include({ name: 'StepTransactionError', step: 'deposit', reason: 'cancelled' })
      expect(kept.run).deep.equal({})
      expect((await runToEnd()).outcome?.status).equal('success')
      expect([batchesOf(wallet), await deposits()]).deep.equal([[2, 2], 1])
    })

    it('error: 500, the batch reverted on the chain', async () => {
      const { wallet, kept, run, runToEnd, deposits } = await open()
      const onProgress = async ({ type }: { type: string }) => {
        if (type !== 'transactionSent') return
        // What a bundler paid for, of which the account undid everything.
        wallet.batches[0]!.txHashes = [await wallet.makes([])]
        wallet.batches[0]!.status = 500
      }
      const error = await thrown(() => run({ onProgress }))
      expect(error).include({ name: 'StepTransactionError', step: 'deposit', reason: 'reverted' })
      expect(kept.run).deep.equal({})
      expect((await runToEnd()).outcome?.status).equal('success')
      expect([batchesOf(wallet), await deposits()]).deep.equal([[2, 2], 1])
    })
  })

  describe('a status that contradicts the chain ends nothing', () => {
    const other = async (wallet: BatchWallet) => [await wallet.makes([])]
    const depositIn = async (wallet: BatchWallet) => [await wallet.makes(wallet.batches[0]!.calls)]
    const lies: Record<string, [status: number, hashes: (wallet: BatchWallet) => Promise<Hex[]>]> = {
      '200 without a receipt': [200, async () => []],
      '200 with the receipt of other calls': [200, other],
      '200 with a receipt that the chain does not have': [200, async () => [`0x${'12'.repeat(32)}`]],
      '200 with the approval alone': [
        200,
        async (wallet) => [await wallet.makes(wallet.batches[0]!.calls.slice(0, 1))],
      ],
      '299 without a receipt': [299, async () => []],
      '300 without a reason': [300, async () => []],
      '400 with a receipt': [400, other],
      '500 without a receipt': [500, async () => []],
      '500 with a receipt that the chain does not have': [500, async () => [`0x${'12'.repeat(32)}`]],
      '600, something of it was made': [
        600,
        async (wallet) => [await wallet.makes(wallet.batches[0]!.calls.slice(0, 1))],
      ],
      '700, which has no meaning': [700, async () => []],
      'no number': [Number.NaN, async () => []],
    }
    for (const [name, [status, hashes]] of Object.entries(lies)) {
      it(`attack: ${name}`, async () => {
        await mock.control.pauseSolver()
        const { wallet, kept, run, deposits } = await open({
          change: async ({ method }, ask) => {
            if (method !== 'wallet_getCallsStatus') return undefined
            const { receipts, ...answer } = (await ask()) as { receipts: unknown[] }
            const missing = { transactionHash: `0x${'12'.repeat(32)}`, blockNumber: '0x1', gasUsed: '0x1' }
            return { ...answer, receipts: receipts.map((receipt) => receipt ?? missing) }
          },
        })
        const onProgress = async ({ type }: { type: string }) => {
          if (type !== 'transactionSent') return
          Object.assign(wallet.batches[0]!, { status, txHashes: await hashes(wallet) })
        }
        // What they claim has to be said for 3 seconds.
        const timeoutMs = status >= 400 && status < 600 ? 3500 : 400
        const error = await thrown(() => run({ onProgress, timeoutMs }))
        expect(error).include({ name: 'StepPendingError', step: 'deposit' })
        expect(kept.states()).deep.equal(['sent', 'sent'])
        // The next run asks for nothing again, and finds what was sent meanwhile.
        expect((await thrown(() => run({ timeoutMs: 200 }))).name).equal('StepPendingError')
        expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 0])
        wallet.batches[0]!.txHashes = await depositIn(wallet)
        mock.control.resumeSolver()
        expect((await run()).outcome?.status).equal('success')
        expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
      })
    }

    for (const status of [100, 400, 500, 600]) {
      it(`attack: ${status} with the deposit in the receipt, which is the deposit`, async () => {
        const { wallet, kept, run, deposits } = await open()
        const onProgress = async ({ type }: { type: string }) => {
          if (type !== 'transactionSent') return
          Object.assign(wallet.batches[0]!, { status, txHashes: await depositIn(wallet) })
        }
        expect((await run({ onProgress })).outcome?.status).equal('success')
        expect(kept.states()).deep.equal(['done', 'done'])
        expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
      })
    }

    it("attack: the wallet's transactions on another chain are neither the deposit nor its end", async () => {
      await mock.control.pauseSolver()
      let isElsewhere = false
      const { wallet, kept, run } = await open({
        change: ({ method }) =>
          method === 'eth_chainId' && isElsewhere ? `0x${destination.id.toString(16)}` : undefined,
      })
      for (const status of [200, 400, 500]) {
        const onProgress = async ({ type }: { type: string }) => {
          if (type !== 'transactionSent') return
          isElsewhere = true
        }
        if (status === 200) {
          await thrown(() => run({ onProgress, timeoutMs: 200 }))
          Object.assign(wallet.batches[0]!, { txHashes: await depositIn(wallet) })
        }
        Object.assign(wallet.batches[0]!, { status, ...(status === 400 && { txHashes: [] }) })
        if (status === 500) wallet.batches[0]!.txHashes = await other(wallet)
        const error = await thrown(() => run({ timeoutMs: status === 200 ? 200 : 3500 }))
        expect(error.name, String(status)).equal('StepPendingError')
        expect(kept.states()).deep.equal(['sent', 'sent'])
      }
      expect(wallet.asked()).deep.equal([1, 0])
    })

    it('attack: a wallet that answers 400 and sends a second later is not prompted again once the service sees the deposit', async () => {
      const { wallet, run, deposits } = await open({
        change: async ({ method }, ask) => {
          if (method !== 'wallet_getCallsStatus') return undefined
          return { ...((await ask()) as object), status: 400, receipts: [] }
        },
      })
      const onProgress = ({ type }: { type: string }) => {
        if (type === 'transactionSent') setTimeout(() => wallet.execute(), 1000)
      }
      expect((await run({ onProgress })).outcome?.status).equal('success')
      expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
    })
  })

  it('behavior: a wallet that fails before or after sending, without reporting which, pays once', async () => {
    for (const isSent of [true, false]) {
      let isFailing = true
      const { wallet, kept, run, runToEnd, deposits } = await open({
        change: async ({ method }, ask) => {
          if (method !== 'wallet_sendCalls' || !isFailing) return undefined
          if (isSent) await ask()
          return refuse(-32000, 'already known')
        },
      })
      await thrown(() => run())
      expect(kept.states()).deep.equal(['asked', 'asked'])
      await wallet.execute()
      const end = await run({ timeoutMs: 800 }).then(
        ({ outcome }) => outcome?.status,
        ({ name }) => name,
      )
      expect([wallet.asked(), end, await deposits()]).deep.equal(
        isSent ? [[1, 0], 'success', 1] : [[1, 0], 'StepPendingError', 0],
      )
      if (isSent) continue
      // Its owner sees that it sent nothing, and takes the entry of the deposit out, as the guide says.
      isFailing = false
      const [approval] = Object.entries(kept.run)
      kept.run = Object.fromEntries([approval!])
      expect((await runToEnd()).outcome?.status).equal('success')
      expect([wallet.asked(), batchesOf(wallet), await deposits()]).deep.equal([[2, 0], [2], 1])
    }
  })

  it(`attack: a wallet that sent and then relays its node's "unknown transaction" is not prompted again`, async () => {
    const unknown = new MethodNotFoundRpcError(new Error('unknown'), {
      method: 'eth_getUserOperationReceipt',
    })
    for (const error of [unknown, new BaseError('It was sent.', { cause: unknown })])
      for (const batch of [true, false]) {
        const { wallet, run, runToEnd, deposits } = await open({
          change: async ({ method }, ask) => {
            if (!/^wallet_send|^eth_send/.test(method)) return undefined
            await ask()
            throw error
          },
        })
        await thrown(() => run({ batch }))
        expect(wallet.methods.filter((method) => /_send/.test(method))).length(1)
        await wallet.execute()
        if (batch) await runToEnd()
        expect([wallet.asked(), await deposits()]).deep.equal(batch ? [[1, 0], 1] : [[0, 1], 0])
      }
  })

  it('behavior: a late answer is stored', async () => {
    const { kept, run, wallet, deposits } = await open({
      change: async ({ method }) => {
        if (method === 'wallet_sendCalls') await new Promise((resolve) => setTimeout(resolve, 400))
        return undefined
      },
    })
    expect((await thrown(() => run({ timeoutMs: 100 }))).name).equal('StepPromptError')
    expect(kept.states()).deep.equal(['asked', 'asked'])
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(kept.states()).deep.equal(['sent', 'sent'])
    await wallet.execute()
    expect((await run()).outcome?.status).equal('success')
    expect([wallet.asked(), await deposits()]).deep.equal([[1, 0], 1])
  })

  describe('killed', () => {
    /** Stops the process where it is told of an event, or where the wallet is asked by a method. */
    async function killedAt(place: string, options: Options = {}) {
      let isAlive = true
      const change: Change = async (args, ask) => {
        if (!isAlive) return undefined
        if (args.method === `${place}`) throw new Error('killed')
        const answer = await (options.change?.(args, ask) ?? ask())
        if (`${args.method} answered` === place) throw new Error('killed')
        return answer
      }
      const made = await open({ ...options, change })
      const error = await thrown(() =>
        made.runToEnd({
          timeoutMs: 1000,
          onProgress: ({ type }) => {
            if (type === place) throw new Error('killed')
            if (type === 'transactionSent') void made.wallet.execute()
          },
        }),
      ).catch(() => undefined)
      isAlive = false
      return { ...made, error }
    }
    const places = [
      'wallet_getCapabilities',
      'transactionRequested',
      'wallet_sendCalls',
      'wallet_sendCalls answered',
      'transactionSent',
      'wallet_getCallsStatus',
      'wallet_getCallsStatus answered',
      'transactionConfirmed',
      'status',
    ]
    for (const account of ['contract', 'delegated'] as const)
      for (const place of places) {
        it(`behavior: at ${place}, ${account}: the next run ends with one deposit or without a prompt`, async () => {
          const { wallet, kept, run, runToEnd, deposits } = await killedAt(place, { account })
          await wallet.execute()
          const asked = wallet.batches.length
          const end = await runToEnd({ timeoutMs: 1000 }).then(
            ({ outcome }) => outcome?.status,
            ({ name }) => name,
          )
          if (end === 'success') return expect(await deposits()).equal(1)
          // It was killed before the wallet was asked, which only its owner can see.
          expect([end, asked, await deposits()]).deep.equal(['StepPendingError', 0, 0])
          kept.run = {}
          const onProgress = ({ type }: { type: string }) =>
            void (type === 'transactionSent' && wallet.execute())
          expect((await run({ onProgress })).outcome?.status).equal('success')
          return expect(await deposits()).equal(1)
        })
      }
  })
})
