import { expect } from 'chai'
import { createWalletClient, custom, type Hash, type Hex, zeroAddress } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../../src/client/createServiceClient.js'
import { payReceiver, type ReceiverCall } from '../../../src/client/index.js'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import type { QuoteRequest } from '../../../src/service/resources/quoteRequest.js'
import { clientOf, ether, freshAddress, setUpMock, tokenOf, usdc } from '../../mock/helpers.js'
import { thrown } from '../../support/errors.js'
import { setUpFastClock } from '../../support/fastClock.js'
import { keeper, open, type World } from '../receiver/world.js'

type Args = { method: string; params: unknown[] }
type Answer = (args: Args, ask: () => Promise<unknown>) => unknown

describe('executeSteps with a wallet that cannot cover the steps', () => {
  setUpFastClock()
  const { mock, origin, destination } = setUpMock()
  let account: PrivateKeyAccount
  let prompts: string[]
  beforeEach(() => {
    account = privateKeyToAccount(generatePrivateKey())
    prompts = []
  })

  const give = (currency: Hex, amount: bigint) =>
    mock.control.fund({ chainId: origin.id, address: account.address, currency, amount })

  async function quoteFor(fields: Partial<QuoteRequest> = {}) {
    const request = {
      user: account.address,
      recipient: freshAddress(),
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_INPUT' as const,
      ...fields,
    }
    return {
      request,
      quote: await createServiceClient({ profile: 'mock', baseUrl: mock.url }).getQuote(request),
    }
  }
  const tokenQuote = () =>
    quoteFor({
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: 100n * usdc,
    })

  /** Runs until the wallet is asked, which refuses, and returns the error. */
  const run = (made: Awaited<ReturnType<typeof quoteFor>>, answer: Answer = (_, ask) => ask()) => {
    const node = clientOf(origin)
    const request = async (args: Args) => {
      if (/^eth_send/.test(args.method)) {
        prompts.push(args.method)
        throw Object.assign(new Error('Refused.'), { code: 4001 })
      }
      return answer(args, () => askOf(node)(args))
    }
    const transport = custom({ request: request }, { retryCount: 0 })
    const walletClient = createWalletClient({ account: account.address, transport, pollingInterval: 20 })
    return thrown(() =>
      createServiceClient({ profile: 'mock', baseUrl: mock.url }).executeSteps({ ...made, walletClient }),
    )
  }
  const expectAsked = (error: Error) =>
    expect([error.name, prompts]).deep.equal(['TransactionExecutionError', ['eth_sendTransaction']])

  it('default: native currency, one unit less than the value', async () => {
    const made = await quoteFor()
    await give(zeroAddress, ether - 1n)
    expect(await run(made)).include({
      name: 'StepFundsError',
      owner: account.address,
      token: zeroAddress,
      chainId: origin.id,
      found: ether - 1n,
      required: ether,
    })
    expect(prompts).deep.equal([])
    await give(zeroAddress, 1n)
    expectAsked(await run(made))
  })

  it('behavior: a token, before the approval is asked for', async () => {
    const made = await tokenQuote()
    await give(tokenOf(origin), 100n * usdc - 1n)
    const error = await run(made)
    expect(error).include({
      name: 'StepFundsError',
      token: tokenOf(origin).toLowerCase(),
      found: 100n * usdc - 1n,
      required: 100n * usdc,
    })
    expect(error.message).match(
      /^0x\S+ has 99999999 of token 0x\S+ on chain \d+, and the steps take 100000000\./,
    )
    expect(prompts).deep.equal([])
    await give(tokenOf(origin), 1n)
    expectAsked(await run(made))
  })

  it('behavior: an allowance, if no approval is planned', async () => {
    const made = await tokenQuote()
    await give(tokenOf(origin), 100n * usdc)
    Object.assign(made.quote.steps[0]!.items[0]!, { status: 'complete', data: null })
    expect(await run(made)).include({
      name: 'StepFundsError',
      token: tokenOf(origin).toLowerCase(),
      spender: origin.depository,
      found: 0n,
      required: 100n * usdc,
    })
    expect(prompts).deep.equal([])
  })

  it('behavior: already sent amounts are not required again', async () => {
    const made = await quoteFor()
    const hash: Hash = `0x${'12'.repeat(32)}`
    const run = { 'steps[0].items[0]': { state: 'sent', txHash: hash } } as const
    const { request, quote } = made
    const walletClient = createWalletClient({
      account: account.address,
      transport: custom({ request: (args) => clientOf(origin).request(args) }),
      pollingInterval: 20,
    })
    const client = createServiceClient({ profile: 'mock', baseUrl: mock.url })
    const error = await thrown(() =>
      client.executeSteps({ quote, request, run, walletClient, timeoutMs: 2000 }),
    )
    expect(error).include({ name: 'StepPendingError', txHash: hash })
  })

  it('behavior: retries a lagging node', async () => {
    const made = await quoteFor()
    await give(zeroAddress, ether)
    let left = 2
    expectAsked(
      await run(made, ({ method }, ask) => (method === 'eth_getBalance' && left-- > 0 ? '0x0' : ask())),
    )
    expect(left).equal(-1)
  })

  const silent: [string, Answer][] = [
    [
      'refuses',
      ({ method }, ask) => (method === 'eth_getBalance' ? Promise.reject(new Error('No.')) : ask()),
    ],
    ['never answers', ({ method }, ask) => (method === 'eth_getBalance' ? new Promise(() => {}) : ask())],
  ]
  for (const [name, answer] of silent) {
    it(`behavior: a node that ${name} does not stop the run`, async () => {
      const start = Date.now()
      expectAsked(await run(await quoteFor(), answer))
      expect(Date.now() - start).below(5000)
    })
  }

  it("behavior: reads the balance on the request's chain if the wallet is on another one", async () => {
    const made = await quoteFor()
    let chainId: unknown = '0x1'
    const error = await run(made, ({ method, params }, ask) => {
      if (method === 'wallet_switchEthereumChain') chainId = (params[0] as { chainId: Hex }).chainId
      if (method === 'wallet_switchEthereumChain') return null
      if (method === 'eth_getBalance' && chainId === '0x1') return '0x56bc75e2d63100000'
      return method === 'eth_chainId' ? chainId : ask()
    })
    expect([error.name, prompts]).deep.equal(['StepFundsError', []])
  })
})

describe('payReceiver with a wallet that cannot cover the quote', () => {
  setUpFastClock()
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  it('default: stops before the authorization and resumes with the same call', async () => {
    const { mock, origin, client } = world
    const account = privateKeyToAccount(generatePrivateKey())
    const { kept, keep } = keeper()
    const clients = { ...world.clients(), walletClient: world.walletOn(origin, account), keep }
    const types: string[] = []
    const onProgress = ({ type }: { type: string }) => void types.push(type)
    const payment = { recipient: world.recipient, refundTo: world.payer }
    const error = await thrown(() =>
      payReceiver(client, { ...clients, ...world.native(), payment, onProgress }),
    )
    expect(error).include({ name: 'StepFundsError', owner: account.address, token: zeroAddress, found: 0n })
    expect(types).deep.equal(['quoted'])
    const call = kept.at(-1)! as ReceiverCall
    expect(call.state).equal('quoted')
    const { required } = error as unknown as { required: bigint }
    const amount = required + ether / 10n
    await mock.control.fund({ chainId: origin.id, address: account.address, currency: zeroAddress, amount })
    await payReceiver(client, { ...clients, call })
    expect(await world.paid(call.callHash)).equal(true)
  })
})
