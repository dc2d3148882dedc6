import { expect } from 'chai'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  size,
  sliceHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { verifyFillSettlement, verifyRefundSettlement } from '../../src/index.js'
import { type MockChain, startMockService } from '../../src/mock/index.js'
import {
  balanceOf,
  chainsOf,
  clientOf,
  depositNative,
  ether,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  quoteBody,
  request,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

/** Selectors of the public routers and proxies, as published. */
const selectors = {
  'v3.2': { multicall: '0xcd6e13f7', transferAndMulticall: '0xf9e4bab4' },
  v3: { multicall: '0xcd6e13f7', transferAndMulticall: '0xf9e4bab4' },
  'v2.1': { multicall: '0x30be5567', transferAndMulticall: '0x30875056' },
} as const
const now = { blocks: 0, seconds: 0 }

/** What each can do, as the profile of the public service says it. */
const capabilities = {
  'v3.2': { form: 'metadata', witness: 'msgValue', callLog: 'hash' },
  v3: { form: 'metadata', witness: 'metadata', callLog: 'bytes' },
  'v2.1': { form: 'plain', witness: 'plain', callLog: 'bytes' },
} as const

for (const version of ['v3.2', 'v3', 'v2.1'] as const) {
  describe(`fills through the router ${version} are settled`, () => {
    const { mock, origin, destination } = setUpMock({ router: version })

    async function readPlace(chain: MockChain, hash: Hex) {
      const client = clientOf(chain)
      const [transaction, receipt, head] = await Promise.all([
        client.getTransaction({ hash }),
        client.getTransactionReceipt({ hash }),
        client.getBlock(),
      ])
      const block = await client.getBlock({ blockNumber: receipt.blockNumber })
      return { transaction, receipt, block, head, finality: now }
    }

    /** Pays a quote, and gives the one transaction that fills it, of which every rule holds. */
    async function fillOf(quote: Quote) {
      const { orderId, orderData, orderSignature } = quote.protocol.v2
      const client = clientOf(destination)
      const sent = await client.getTransactionCount({ address: mock.solver })
      const deposit = await pay(mock, quote)
      const { txHashes } = await waitFor(mock, orderId, 'success')
      expect(txHashes).to.have.length(1)
      expect(await client.getTransactionCount({ address: mock.solver })).to.equal(sent + 1)
      const place = await readPlace(destination, txHashes[0]!)
      const report = await verifyFillSettlement({
        orderData,
        orderSignature,
        deposits: [{ inputIndex: 0, depository: origin.depository, ...(await readPlace(origin, deposit)) }],
        ...place,
      })
      expect(report.rows.filter(({ ok }) => ok !== true)).to.deep.equal([])
      expect(report.settled).to.equal(true)
      await expectEmptyRouter()
      return { ...place, report }
    }

    async function expectEmptyRouter() {
      const { router, approvalProxy, tokens } = destination
      for (const holder of [router, approvalProxy]) {
        expect(await balanceOf(destination, zeroAddress, holder)).to.equal(0n)
        for (const { address } of tokens) expect(await balanceOf(destination, address, holder)).to.equal(0n)
      }
      for (const { address } of destination.routers) {
        for (const token of tokens) {
          const allowance = await clientOf(destination).readContract({
            abi: erc20Abi,
            address: token.address,
            functionName: 'allowance',
            args: [mock.solver, address],
          })
          expect(allowance).to.equal(0n)
        }
      }
    }

    const signed = { includeProtocolData: true }
    const tokens = () => ({
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      tradeType: 'EXACT_OUTPUT',
      amount: `${5n * usdc}`,
      ...signed,
    })

    it('default: native currency to an account: the value and the order’s id', async () => {
      const recipient = freshAddress()
      const quote = await getQuote(mock, { recipient, ...signed })
      expect(quote.protocol.v2.orderData.output.extraData).to.equal('0x')
      const { transaction } = await fillOf(quote)
      expect(transaction).to.deep.include({
        to: recipient,
        input: quote.protocol.v2.orderId,
        value: BigInt(quote.details.currencyOut.amount),
      })
    })

    it('behavior: native currency to a contract: the router pays it without data', async () => {
      // An account that names another one's code may refuse data as a contract does.
      const delegated = freshAddress()
      const code = concatHex(['0xef0100', destination.exchange])
      await clientOf(destination).setCode({ address: delegated, bytecode: code })
      for (const recipient of [destination.exchange, delegated]) {
        const quote = await getQuote(mock, { recipient, ...signed })
        const { orderId, orderData } = quote.protocol.v2
        expect(orderData.output.extraData.slice(-40)).to.equal(destination.router.slice(2).toLowerCase())
        expect(orderData.output.payments[0]!.recipient).to.equal(recipient.toLowerCase())
        const before = await balanceOf(destination, zeroAddress, recipient)
        const { transaction } = await fillOf(quote)
        expect(transaction.to).to.equal(destination.router.toLowerCase())
        expect(sliceHex(transaction.input, 0, 4)).to.equal(selectors[version].multicall)
        expect(sliceHex(transaction.input, -32)).to.equal(orderId)
        const received = (await balanceOf(destination, zeroAddress, recipient)) - before
        expect(received.toString()).to.equal(quote.details.currencyOut.amount)
      }
    })

    it('behavior: a token: one transfer that ends with the order’s id', async () => {
      const recipient = freshAddress()
      const quote = await getQuote(mock, { ...tokens(), recipient })
      const { transaction } = await fillOf(quote)
      expect(transaction.to).to.equal(tokenOf(destination).toLowerCase())
      expect(size(transaction.input)).to.equal(4 + 32 + 32 + 32)
      expect(sliceHex(transaction.input, -32)).to.equal(quote.protocol.v2.orderId)
    })

    it('behavior: calls with native currency: the order pays the router, which makes the calls unchanged', async () => {
      const user = mock.accounts[3]!.address
      const [first, second] = [freshAddress(), freshAddress()]
      const txs = [
        { to: first, value: '3', data: '0x1234' },
        { to: second, value: `${ether - 3n}`, data: '0x' },
      ]
      const quote = await getQuote(mock, { user, tradeType: 'EXACT_OUTPUT', txs, ...signed })
      const { orderData, orderId } = quote.protocol.v2
      const router = destination.router.toLowerCase()
      expect(orderData.output.payments).to.deep.equal([
        {
          recipient: router,
          currency: zeroAddress,
          minimumAmount: ether.toString(),
          expectedAmount: ether.toString(),
        },
      ])
      expect(orderData.output.extraData.slice(-40)).to.equal(router.slice(2))
      expect(quote.details).to.include({ recipient: user.toLowerCase(), sender: user.toLowerCase() })
      const { transaction, report } = await fillOf(quote)
      expect(transaction).to.deep.include({ to: router, value: ether })
      expect(sliceHex(transaction.input, 0, 4)).to.equal(selectors[version].multicall)
      expect(sliceHex(transaction.input, -32)).to.equal(orderId)
      expect(report.payments).to.deep.equal([{ countedBy: 'nativeTransfers', amount: ether, minimum: ether }])
      expect(await balanceOf(destination, zeroAddress, second)).to.equal(ether - 3n)
    })

    it('behavior: calls with a token: the approval proxy transfers it in the same transaction', async () => {
      const recipient = freshAddress()
      const token = tokenOf(destination)
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [recipient, 5n * usdc],
      })
      const quote = await getQuote(mock, { ...tokens(), txs: [{ to: token, value: '0', data }] })
      const { orderData, orderId } = quote.protocol.v2
      expect(orderData.output.payments[0]).to.include({ recipient: destination.router.toLowerCase() })
      const { transaction, report } = await fillOf(quote)
      expect(transaction.to).to.equal(destination.approvalProxy.toLowerCase())
      expect(sliceHex(transaction.input, 0, 4)).to.equal(selectors[version].transferAndMulticall)
      expect(sliceHex(transaction.input, -32)).to.equal(orderId)
      expect(report.payments[0]).to.include({ countedBy: 'transfers', amount: 5n * usdc })
      expect(await balanceOf(destination, token, recipient)).to.equal(5n * usdc)
    })

    it('behavior: a refund to an account or a contract is settled too', async () => {
      for (const refundTo of [freshAddress(), origin.exchange]) {
        const quote = await getQuote(mock, { refundTo, ...signed })
        const { orderId, orderData, orderSignature } = quote.protocol.v2
        const user = mock.accounts[1]!.address
        const deposit = await depositNative(mock, origin, user, orderId, ether - 1n)
        const { details } = await waitFor(mock, orderId, 'refund')
        const report = await verifyRefundSettlement({
          orderData,
          orderSignature,
          deposits: [{ inputIndex: 0, depository: origin.depository, ...(await readPlace(origin, deposit)) }],
          refunds: [{ inputIndex: 0, refundIndex: 0, ...(await readPlace(origin, details!.refundTxHash!)) }],
        })
        expect(report.rows.filter(({ ok }) => ok !== true)).to.deep.equal([])
        expect(report.settled).to.equal(true)
      }
    })

    it('behavior: the listing and the profile name the routers as the service does', async () => {
      const { body } = await request(mock, '/chains')
      const record = body.chains.find(({ id }: { id: number }) => id === destination.id)
      const [newest, v3, older] = ['v3.2', 'v3', 'v2.1'].map((name) => {
        const { address, approvalProxy } = destination.routers.find(({ label }) => label === name)!
        return { erc20Router: address.toLowerCase(), approvalProxy: approvalProxy.toLowerCase() }
      })
      const listed = {
        'v3.2': { ...newest, v3, 'v3.2': newest },
        v3: { ...older, v3 },
        'v2.1': older,
      }
      expect(record.contracts).to.deep.equal(listed[version])
      expect(destination.routers[0]).to.deep.equal({
        address: destination.router,
        ...capabilities[version],
        label: version,
        approvalProxy: destination.approvalProxy,
      })
    })

    describe('the simulation before a quote', () => {
      const quoteTxs = (fields: Record<string, unknown>) =>
        request(mock, '/quote/v2', quoteBody(mock, fields))
      const transfer = (amount: bigint, to: Address = freshAddress()) => ({
        to: tokenOf(destination),
        value: '0',
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
      })
      const pull = (amount: bigint) => ({
        to: tokenOf(destination),
        value: '0',
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transferFrom',
          args: [mock.solver, freshAddress(), amount],
        }),
      })

      it('default: rejects like the service and names the first failing call', async () => {
        const txs = [transfer(3n * usdc), transfer(2n * usdc), transfer(1n)]
        const { status, body } = await quoteTxs({ ...tokens(), txs })
        expect(status).to.equal(400)
        expect(body).to.include({ errorCode: 'DESTINATION_TX_FAILED' })
        // ERC20InsufficientBalance(router, 0, 1)
        expect(body.errorData.slice(0, 10)).to.equal('0xe450d38c')
        expect(body.failedCallData).to.deep.equal({
          from: destination.router.toLowerCase(),
          to: txs[2]!.to.toLowerCase(),
          data: txs[2]!.data,
          value: '0',
        })
        expect((await quoteTxs({ ...tokens(), txs: txs.slice(0, 2) })).status).to.equal(200)
        expect(mock.control.requests().at(-1)!.terms.calls).to.have.length(2)
      })

      it('behavior: a rejected quote opens no request', async () => {
        const before = mock.control.requests().length
        await quoteTxs({ ...tokens(), txs: [transfer(6n * usdc)] })
        expect(mock.control.requests()).to.have.length(before)
      })

      it('behavior: the calls have no right to the solver’s funds beyond the order', async () => {
        const { body } = await quoteTxs({ ...tokens(), txs: [pull(1n)] })
        expect(body).to.include({ errorCode: 'DESTINATION_TX_FAILED' })
        expect(body.errorData.slice(0, 10)).to.equal('0xfb8f41b2')
      })

      it('behavior: native calls run with their value, and a rejected value has no revert data', async () => {
        const refused = { to: destination.depository, value: `${ether}`, data: '0x' }
        const { body } = await quoteTxs({ tradeType: 'EXACT_OUTPUT', txs: [refused] })
        expect(body).to.deep.include({ errorCode: 'DESTINATION_TX_FAILED', errorData: '0x' })
        expect(body.failedCallData).to.deep.include({ value: `${ether}`, data: '0x' })
        const taken = { to: destination.exchange, value: `${ether}`, data: '0x' }
        expect((await quoteTxs({ tradeType: 'EXACT_OUTPUT', txs: [taken] })).status).to.equal(200)
      })

      it('behavior: txsGasLimit is the limit of the simulation and of the fill', async () => {
        const txs = [transfer(5n * usdc)]
        const { status, body } = await quoteTxs({ ...tokens(), txs, txsGasLimit: 60_000 })
        expect(status, JSON.stringify(body)).to.equal(400)
        const quote = await getQuote(mock, { ...tokens(), txs, txsGasLimit: 300_000 })
        const { transaction } = await fillOf(quote)
        expect(transaction.gas).to.equal(300_000n)
      })

      it('behavior: calls that need more than txsGasLimit at the fill', async () => {
        // Code that uses a hundred thousand units of gas comes to the target after the quote.
        const target = privateKeyToAddress(`0x${'4d'.repeat(32)}`)
        const txs = [{ to: target, value: '0', data: '0x' }]
        const quote = await getQuote(mock, { ...tokens(), txs, txsGasLimit: 200_000 })
        // PUSH1 0 JUMPDEST PUSH1 1 ADD DUP1 PUSH2 0x4000 GT PUSH1 2 JUMPI STOP
        await clientOf(destination).setCode({
          address: target,
          bytecode: '0x60005b60010180614000116002575b00',
        })
        await pay(mock, quote)
        const status = await waitFor(mock, quote.protocol.v2.orderId, 'refund')
        expect(status).to.deep.include({ failReason: 'QUOTED_GAS_LIMIT_EXCEEDED', txHashes: [] })
      })
    })
  })
}

describe('a mock without simulation', () => {
  it('behavior: quotes calls that fail', async () => {
    const mock = await startMockService({ simulateCalls: false })
    try {
      const [, destination] = chainsOf(mock)
      const data = encodeFunctionData({ abi: parseAbi(['function nothing()']) })
      await getQuote(mock, { txs: [{ to: tokenOf(destination), value: '0', data }] })
    } finally {
      await mock.close()
    }
  })
})

describe('a mock with finality', () => {
  it('behavior: success waits for the blocks of both chains', async () => {
    const mock = await startMockService({ finality: { blocks: 2 } })
    try {
      const [origin, destination] = chainsOf(mock)
      const quote = await getQuote(mock)
      const { orderId } = quote.protocol.v2
      await pay(mock, quote)
      const submitted = await waitFor(mock, orderId, 'submitted')
      await mock.control.mine(origin.id, 2)
      await mock.control.mine(destination.id, 1)
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect((await waitFor(mock, orderId, () => true)).status).to.equal('submitted')
      await mock.control.mine(destination.id, 1)
      expect((await waitFor(mock, orderId, 'success')).txHashes).to.deep.equal(submitted.txHashes)
    } finally {
      await mock.close()
    }
  })
})
