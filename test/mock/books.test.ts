import { expect } from 'chai'
import { type Address, type Hex, zeroAddress } from 'viem'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { relayer } from '../../src/mock/accounts.js'
import { startMockService } from '../../src/mock/index.js'
import { type QuotedTypedData, toTypedData } from '../support/typedData.js'
import {
  accountOf,
  balanceOf,
  chainsOf,
  clientOf,
  depositNative,
  ether,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  request,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

/** An address's balances, by chain and currency. */
type Holdings = Map<string, bigint>

describe('the mock’s books', () => {
  const { mock, origin, destination, user } = setUpMock()

  const keyOf = (chainId: number, currency: string) => `${chainId} ${currency.toLowerCase()}`

  async function addUp(holders: readonly Address[]): Promise<Holdings> {
    const sums: Holdings = new Map()
    const distinct = [...new Set(holders.map((holder) => holder.toLowerCase() as Address))]
    for (const chain of mock.chains) {
      for (const currency of [zeroAddress, ...chain.tokens.map(({ address }) => address)]) {
        const held = await Promise.all(distinct.map((holder) => balanceOf(chain, currency, holder)))
        sums.set(
          keyOf(chain.id, currency),
          held.reduce((sum, amount) => sum + amount, 0n),
        )
      }
    }
    return sums
  }

  /** Sums the gas costs of the transactions after a block, by chain, for all senders or some. */
  async function readGas(from: ReadonlyMap<number, bigint>, senders?: readonly Address[]) {
    const sums = new Map<number, bigint>()
    for (const chain of mock.chains) {
      const client = clientOf(chain)
      let sum = 0n
      const head = await client.getBlockNumber()
      for (let blockNumber = from.get(chain.id)! + 1n; blockNumber <= head; blockNumber++) {
        const { transactions } = await client.getBlock({ blockNumber })
        for (const hash of transactions) {
          const receipt = await client.getTransactionReceipt({ hash })
          const counts = !senders || senders.some((sender) => sender.toLowerCase() === receipt.from)
          if (counts) sum += receipt.gasUsed * receipt.effectiveGasPrice
        }
      }
      sums.set(chain.id, sum)
    }
    return sums
  }

  async function settle(quote: Quote): Promise<void> {
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
  }

  async function signPermit(quote: Quote): Promise<void> {
    const { sign, post } = quote.steps[0]!.items[0]!.data as unknown as {
      sign: QuotedTypedData
      post: { endpoint: string; body: object }
    }
    const signature = await accountOf(mock, user).signTypedData(toTypedData(sign))
    const { status } = await request(mock, `${post.endpoint}?signature=${signature}`, post.body)
    expect(status).to.equal(200)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
  }

  async function claim(wallet: Address, recipient: Address, amount: bigint): Promise<void> {
    const body = { chainId: origin.id, currency: tokenOf(origin), recipient, amount: amount.toString() }
    const { body: claimed } = await request(mock, `/app-fees/${wallet}/claim`, body)
    const { sign, post } = claimed.steps[0].items[0].data as {
      sign: { message: Hex }
      post: { endpoint: string; body: object }
    }
    const signature = await accountOf(mock, wallet).signMessage({ message: { raw: sign.message } })
    const { status, body: answer } = await request(mock, `${post.endpoint}?signature=${signature}`, post.body)
    expect(status, JSON.stringify(answer)).to.equal(200)
  }

  it('default: totals are constant, and the solver earns the quoted fees', async () => {
    const recipient = freshAddress()
    const refundTo = freshAddress()
    const claimant = mock.accounts[4]!.address
    const contracts = mock.chains.flatMap(({ depository, exchange, router, receiver }) => [
      depository,
      exchange,
      router,
      receiver,
    ])
    const service = [
      mock.solver,
      relayer.address,
      ...mock.chains.flatMap(({ depository, exchange }) => [depository, exchange]),
    ]
    const people = [...mock.accounts.map(({ address }) => address), recipient, refundTo]
    const heads = new Map<number, bigint>()
    for (const chain of mock.chains) heads.set(chain.id, await clientOf(chain).getBlockNumber())
    const before = await addUp([...service, ...contracts, ...people])
    const serviceBefore = await addUp(service)

    const tokens = { originCurrency: tokenOf(origin), destinationCurrency: tokenOf(destination) }
    const amount = (5000n * usdc).toString()
    const appFees = [{ recipient: claimant, fee: '100' }]
    const quotes: Quote[] = []
    const quoteOf = async (fields: Record<string, unknown>) => {
      const quote = await getQuote(mock, { recipient, ...fields })
      quotes.push(quote)
      return quote
    }
    await settle(await quoteOf({}))
    await settle(await quoteOf({ ...tokens, amount, appFees, tradeType: 'EXACT_OUTPUT' }))
    await settle(await quoteOf({ ...tokens, amount, explicitDeposit: false }))
    await settle(await quoteOf({ ...tokens, amount, topupGas: true }))
    await settle(await quoteOf({ ...tokens, amount, useDepositAddress: true }))
    await settle(await quoteOf({ useDepositAddress: true }))
    await settle(await quoteOf({ destinationChainId: origin.id, destinationCurrency: tokenOf(origin) }))
    await settle(await quoteOf({ recipient: mock.accounts[3]!.address, fillContract: destination.receiver }))
    await signPermit(await quoteOf({ ...tokens, amount, usePermit: true }))
    // Refunds, of too little and of too much.
    const short = await getQuote(mock, { refundTo })
    await depositNative(mock, origin, user, short.protocol.v2.orderId, 5n)
    await waitFor(mock, short.protocol.v2.orderId, 'refund')
    const ample = await quoteOf({ refundTo })
    await depositNative(mock, origin, user, ample.protocol.v2.orderId, ether + 7n)
    await waitFor(mock, ample.protocol.v2.orderId, ({ details }) => details?.excess?.refundTxHash)
    const claimed = 10n * usdc
    await claim(claimant, refundTo, claimed)

    const addresses = mock.control
      .requests()
      .flatMap(({ terms: { depositAddress } }) => (depositAddress ? [depositAddress] : []))
    expect(addresses).to.have.length(2)
    const after = await addUp([...service, ...contracts, ...people, ...addresses])
    const gas = await readGas(heads)
    for (const [key, sum] of before) {
      const [chainId, currency] = key.split(' ')
      const spent = currency === zeroAddress ? gas.get(Number(chainId))! : 0n
      expect(sum - after.get(key)!, key).to.equal(spent)
    }

    const promised: Holdings = new Map([...before.keys()].map((key) => [key, 0n]))
    const add = (chainId: number, currency: string, value: bigint) => {
      const key = keyOf(chainId, currency)
      promised.set(key, promised.get(key)! + value)
    }
    type Amount = { amount: string; currency: { chainId: number; address: string } }
    for (const { details } of quotes) {
      const { currencyIn, currencyOut, currencyGasTopup } = details as unknown as Record<
        string,
        Amount | undefined
      >
      add(currencyIn!.currency.chainId, currencyIn!.currency.address, BigInt(currencyIn!.amount))
      for (const given of [currencyOut, currencyGasTopup]) {
        if (given) add(given.currency.chainId, given.currency.address, -BigInt(given.amount))
      }
    }
    add(origin.id, tokenOf(origin), -claimed)
    // The gas money of sweeps is the service's, and what is left of it too.
    const serviceGas = await readGas(heads, [mock.solver, relayer.address, ...addresses])
    const serviceAfter = await addUp([...service, ...addresses])
    for (const [key, sum] of serviceBefore) {
      const [chainId, currency] = key.split(' ')
      const spent = currency === zeroAddress ? serviceGas.get(Number(chainId))! : 0n
      expect(serviceAfter.get(key)! - sum + spent, key).to.equal(promised.get(key)!)
    }

    // In one currency the promise is the fees, to the smallest unit.
    for (const { details, fees } of [quotes[0]!, quotes[1]!, quotes[2]!]) {
      const earned = BigInt(details.currencyIn.amount) - BigInt(details.currencyOut.amount)
      expect(BigInt(fees.relayer!.amount) + BigInt(fees.app!.amount)).to.equal(earned)
    }
    expect(BigInt(quotes[1]!.fees.app!.amount) > claimed).to.equal(true)
    for (const chain of mock.chains) {
      for (const currency of [zeroAddress, ...chain.tokens.map(({ address }) => address)]) {
        expect(await balanceOf(chain, currency, chain.router)).to.equal(0n)
        expect(await balanceOf(chain, currency, chain.receiver)).to.equal(0n)
      }
    }
  })

  it('behavior: two seeded runs fill by the same transactions', async () => {
    const run = async () => {
      const seeded = await startMockService({ seed: 'books', now: () => 1_800_000_000_000 })
      try {
        const [first, second] = chainsOf(seeded)
        await seeded.control.pauseSolver()
        for (const [from, to] of [
          [first, second],
          [second, first],
          [first, second],
        ] as const) {
          const quote = await getQuote(seeded, { originChainId: from.id, destinationChainId: to.id })
          await pay(seeded, quote)
        }
        while (await seeded.control.stepSolver());
        return seeded.control.requests().map(({ id, status, txHashes }) => ({ id, status, txHashes }))
      } finally {
        await seeded.close()
      }
    }
    const [one, other] = [await run(), await run()]
    expect(one.map(({ status }) => status)).to.deep.equal(['success', 'success', 'success'])
    expect(one).to.deep.equal(other)
  })

  it('behavior: deposits with unknown ids stay in the depository', async () => {
    const held = await balanceOf(origin, zeroAddress, origin.depository)
    await clientOf(origin).writeContract({
      abi: mockDepositoryAbi,
      address: origin.depository,
      functionName: 'depositNative',
      args: [user, `0x${'77'.repeat(32)}`],
      value: 3n,
      account: accountOf(mock, user),
    })
    await mock.control.pauseSolver()
    expect(await mock.control.stepSolver()).to.equal(undefined)
    mock.control.resumeSolver()
    expect((await balanceOf(origin, zeroAddress, origin.depository)) - held).to.equal(3n)
  })
})
