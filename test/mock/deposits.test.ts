import { expect } from 'chai'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  parseUnits,
  zeroAddress,
} from 'viem'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { startMockService } from '../../src/mock/index.js'
import { type QuotedTypedData, toTypedData } from '../support/typedData.js'
import {
  accountOf,
  balanceOf,
  call,
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  type Quote,
  quoteBody,
  request,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

describe('ways of paying', () => {
  const { mock, origin, destination, user } = setUpMock()

  const amountOf = ({ details }: Quote) => BigInt(details.currencyOut.amount)

  /** From USDC to USDC, 5000 of it, where nothing else is said. */
  const tokenQuote = (fields: Record<string, unknown> = {}) =>
    getQuote(mock, {
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: (5000n * usdc).toString(),
      recipient: freshAddress(),
      ...fields,
    })

  const transferOf = (to: Address, amount: bigint, tag: Hex = '0x') =>
    concatHex([encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }), tag])

  function recordOf(requestId: Hex) {
    return mock.control.requests().find(({ id }) => id === requestId)!
  }

  describe('a transfer to the depository with the order’s id', () => {
    it('default', async () => {
      const recipient = freshAddress()
      const quote = await tokenQuote({ explicitDeposit: false, recipient })
      expect(quote.steps.map(({ id }) => id)).to.deep.equal(['deposit'])
      const hash = await pay(mock, quote)
      expect(await waitFor(mock, quote.steps[0]!.requestId, 'success')).to.deep.include({
        inTxHashes: [hash],
      })
      expect(await balanceOf(destination, tokenOf(destination), recipient)).to.equal(amountOf(quote))
    })

    it('behavior: an insufficient amount is refunded to the sender', async () => {
      const quote = await tokenQuote({ explicitDeposit: false })
      const before = await balanceOf(origin, tokenOf(origin), user)
      const { orderId } = quote.protocol.v2
      await send(mock, origin, user, {
        to: tokenOf(origin),
        data: transferOf(origin.depository, 5000n * usdc - 1n, orderId),
      })
      expect(await waitFor(mock, orderId, 'refund')).to.include({
        failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      })
      expect(await balanceOf(origin, tokenOf(origin), user)).to.equal(before)
    })

    it('behavior: ignores a transfer without an id', async () => {
      const quote = await tokenQuote({ explicitDeposit: false })
      await send(mock, origin, user, {
        to: tokenOf(origin),
        data: transferOf(origin.depository, 5000n * usdc),
      })
      await pay(mock, quote)
      const { orderId } = quote.protocol.v2
      expect((await waitFor(mock, orderId, 'success')).details).to.equal(null)
    })
  })

  describe('a deposit address', () => {
    const addressOf = (quote: Quote) => recordOf(quote.steps[0]!.requestId).terms.depositAddress!

    it('default: a token transfer without extra calldata', async () => {
      const recipient = freshAddress()
      const quote = await tokenQuote({ useDepositAddress: true, recipient })
      const requestId = quote.steps[0]!.requestId
      const hash = await pay(mock, quote)
      const status = await waitFor(mock, requestId, 'success')
      expect(await balanceOf(destination, tokenOf(destination), recipient)).to.equal(amountOf(quote))
      expect(await balanceOf(origin, tokenOf(origin), addressOf(quote))).to.equal(0n)
      expect(recordOf(requestId).depositAddressPayment).to.deep.equal({ depositor: user, txHash: hash })
      // What came in is the sweep, which the mock paid for.
      expect(status.inTxHashes).to.have.length(1)
      expect(status.inTxHashes[0]).not.to.equal(hash)
      const sweep = await clientOf(origin).getTransaction({ hash: status.inTxHashes[0]! })
      expect(sweep.from).to.equal(addressOf(quote).toLowerCase())
    })

    it('default: native currency', async () => {
      const recipient = freshAddress()
      const quote = await getQuote(mock, { useDepositAddress: true, recipient })
      await pay(mock, quote)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(amountOf(quote))
    })

    it('behavior: strict: refunds an insufficient payment and a second payment', async () => {
      const refundTo = freshAddress()
      const quote = await tokenQuote({ useDepositAddress: true, strict: true, refundTo })
      const { requestId } = quote.steps[0]!
      const data = transferOf(addressOf(quote), 4999n * usdc)
      await send(mock, origin, user, { to: tokenOf(origin), data })
      expect(await waitFor(mock, requestId, 'refund')).to.include({
        failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      })
      expect(await balanceOf(origin, tokenOf(origin), refundTo)).to.equal(4999n * usdc)
      await pay(mock, quote)
      const { details } = await waitFor(
        mock,
        requestId,
        ({ details }) => details?.doubleSpends?.[0]?.refundTxHash,
      )
      expect(details!.doubleSpends![0]!.failReason).to.equal('DOUBLE_SPEND')
      expect(await balanceOf(origin, tokenOf(origin), refundTo)).to.equal(9999n * usdc)
    })

    it('behavior: strict: a larger payment is filled as quoted, and the excess is refunded', async () => {
      const refundTo = freshAddress()
      const recipient = freshAddress()
      const quote = await tokenQuote({ useDepositAddress: true, strict: true, refundTo, recipient })
      const data = transferOf(addressOf(quote), 5001n * usdc)
      await send(mock, origin, user, { to: tokenOf(origin), data })
      await waitFor(mock, quote.steps[0]!.requestId, ({ details }) => details?.excess?.refundTxHash)
      expect(await balanceOf(destination, tokenOf(destination), recipient)).to.equal(amountOf(quote))
      expect(await balanceOf(origin, tokenOf(origin), refundTo)).to.equal(usdc)
    })

    it('behavior: GET /deposit-addresses/v2 lists payments and sweeps', async () => {
      const quote = await tokenQuote({ useDepositAddress: true, refundTo: freshAddress() })
      const { requestId } = quote.steps[0]!
      const deposit = await pay(mock, quote)
      const { inTxHashes } = await waitFor(mock, requestId, 'success')
      const path = `/deposit-addresses/v2?address=${addressOf(quote)}`
      const { body } = await call(mock, path, { apiKey: mock.apiKey })
      expect(body).to.deep.equal({
        deposits: [{ txHash: deposit }],
        sweeps: inTxHashes.map((txHash) => ({ txHash })),
      })
    })

    it('behavior: open: each further payment is a new request with a new quote', async () => {
      const recipient = freshAddress()
      const quote = await tokenQuote({ useDepositAddress: true, recipient })
      await pay(mock, quote)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      const data = transferOf(addressOf(quote), 100n * usdc)
      const hash = await send(mock, origin, user, { to: tokenOf(origin), data })
      const isSecond = ({ depositAddressPayment }: ReturnType<typeof recordOf>) =>
        depositAddressPayment?.txHash === hash
      let second: Hex | undefined
      await waitFor(mock, quote.steps[0]!.requestId, () => {
        second = mock.control.requests().find(isSecond)?.id
        return second
      })
      expect(second).not.to.equal(quote.steps[0]!.requestId)
      await waitFor(mock, second!, 'success')
      const { terms } = recordOf(second!)
      expect(terms).to.include({ inputAmount: 100n * usdc, depositAddress: addressOf(quote) })
      expect(await balanceOf(destination, tokenOf(destination), recipient)).to.equal(
        amountOf(quote) + terms.expectedAmount,
      )
    })
  })

  describe('a permit', () => {
    type Signing = {
      sign: QuotedTypedData
      post: { endpoint: string; body: Record<string, unknown> }
    }

    async function sign(quote: Quote, signer = user) {
      const { sign, post } = quote.steps[0]!.items[0]!.data as unknown as Signing
      const signature = await accountOf(mock, signer).signTypedData(toTypedData(sign))
      return { post, signature }
    }

    it('default: the solver takes the signed amount and fills', async () => {
      const recipient = freshAddress()
      const quote = await tokenQuote({ usePermit: true, recipient })
      const solverBefore = await balanceOf(origin, tokenOf(origin), mock.solver)
      const { post, signature } = await sign(quote)
      const answer = await request(mock, `${post.endpoint}?signature=${signature}`, {
        ...post.body,
        referrer: 'extra',
      })
      expect(answer).to.deep.equal({ status: 200, body: { message: 'Permit submitted' } })
      const status = await waitFor(mock, quote.steps[0]!.requestId, 'success')
      expect(status.inTxHashes).to.have.length(1)
      expect(await balanceOf(origin, tokenOf(origin), mock.solver)).to.equal(solverBefore + 5000n * usdc)
      expect(await balanceOf(destination, tokenOf(destination), recipient)).to.equal(amountOf(quote))
      const again = await request(mock, `${post.endpoint}?signature=${signature}`, post.body)
      expect(again.status).to.equal(400)
      expect(again.body.message).to.contain('success')

      // The solver paid the gas on both chains.
      const path = `/requests/v3?id=${quote.steps[0]!.requestId}`
      const { data } = (await call(mock, path, { apiKey: mock.apiKey })).body.requests[0]
      const micro = (usd: string) => Math.round(Number(usd) * 1e6)
      expect(micro(data.fees.actual.execution.usd)).to.equal(
        20_000 + micro(data.inTxs[0].feeUsd) + micro(data.outTxs[0].feeUsd),
      )
    })

    it('error: another signer, an invalid signature, and a request without a permit', async () => {
      const quote = await tokenQuote({ usePermit: true })
      const { post, signature } = await sign(quote, mock.accounts[2]!.address)
      const foreign = await request(mock, `${post.endpoint}?signature=${signature}`, post.body)
      expect(foreign.status).to.equal(400)
      expect(foreign.body.message).to.contain('InvalidAuthorization')
      const missing = await request(mock, post.endpoint, post.body)
      expect(missing).to.deep.include({ status: 400 })
      expect(missing.body.message).to.contain('signature')
      const plain = await getQuote(mock)
      const body = { ...post.body, requestId: plain.steps[0]!.requestId }
      expect((await request(mock, `${post.endpoint}?signature=${signature}`, body)).status).to.equal(400)
      const unknown = { ...post.body, requestId: `0x${'99'.repeat(32)}` }
      expect((await request(mock, `${post.endpoint}?signature=${signature}`, unknown)).status).to.equal(400)
      expect((await request(mock, `${post.endpoint}?signature=${signature}`, { kind: 'x' })).status).to.equal(
        400,
      )
      expect(await getStatus(mock, quote.steps[0]!.requestId)).to.include({ status: 'waiting' })
    })
  })

  describe('a swap on one chain', () => {
    it('default: native currency for a token, and a token for another one', async () => {
      const recipient = freshAddress()
      const [, wbtc] = origin.tokens
      for (const fields of [
        { destinationCurrency: tokenOf(origin) },
        {
          originCurrency: tokenOf(origin),
          destinationCurrency: wbtc!.address,
          amount: (5000n * usdc).toString(),
        },
      ]) {
        const quote = await getQuote(mock, { destinationChainId: origin.id, recipient, ...fields })
        const before = await balanceOf(origin, fields.destinationCurrency, recipient)
        const hash = await pay(mock, quote)
        const status = await waitFor(mock, quote.steps[0]!.requestId, 'success')
        expect(status).to.deep.include({ inTxHashes: [hash], txHashes: [hash] })
        const after = await balanceOf(origin, fields.destinationCurrency, recipient)
        expect(after - before).to.equal(amountOf(quote))
        // The user paid the gas, so the actual fees are the quoted ones.
        const path = `/requests/v3?id=${quote.steps[0]!.requestId}`
        const { requests } = (await call(mock, path, { apiKey: mock.apiKey })).body
        const { actual, quoted } = requests[0].data.fees
        expect(actual).to.deep.equal(quoted)
      }
    })
  })

  describe('a transfer on one chain', () => {
    it('default: native currency and a token', async () => {
      for (const currency of [zeroAddress, tokenOf(origin)]) {
        const recipient = freshAddress()
        const quote = await getQuote(mock, {
          destinationChainId: origin.id,
          originCurrency: currency,
          destinationCurrency: currency,
          amount: (5000n * usdc).toString(),
          recipient,
        })
        expect(quote.steps.map(({ id }) => id)).to.deep.equal(['send'])
        const hash = await pay(mock, quote)
        const status = await waitFor(mock, quote.steps[0]!.requestId, 'success')
        expect(status).to.deep.include({ inTxHashes: [hash], txHashes: [hash] })
        expect(await balanceOf(origin, currency, recipient)).to.equal(amountOf(quote))
      }
    })

    it('behavior: an insufficient amount fails and cannot be returned', async () => {
      const recipient = freshAddress()
      const quote = await getQuote(mock, { destinationChainId: origin.id, recipient })
      const { orderId } = quote.protocol.v2
      await send(mock, origin, user, { to: recipient, value: 1n, data: orderId })
      expect(await waitFor(mock, orderId, 'failure')).to.include({
        failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
        refundFailReason: 'MANUAL_REFUND_REQUIRED',
      })
    })
  })

  it('behavior: native currency is delivered with a token', async () => {
    const recipient = freshAddress()
    const quote = await tokenQuote({ topupGas: true, topupGasAmount: '3000000', recipient })
    await pay(mock, quote)
    const { txHashes } = await waitFor(mock, quote.steps[0]!.requestId, 'success')
    expect(txHashes).to.have.length(2)
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(ether / 1000n)
    expect(await balanceOf(destination, tokenOf(destination), recipient)).to.equal(amountOf(quote))
  })

  it('behavior: every token of a chain can be paid and received', async () => {
    const [, wbtc, dai] = origin.tokens
    const recipient = freshAddress()
    const quote = await getQuote(mock, {
      originCurrency: dai!.address,
      destinationCurrency: destination.tokens[1]!.address,
      amount: parseUnits('9000', 18).toString(),
      recipient,
    })
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    expect(await balanceOf(destination, destination.tokens[1]!.address, recipient)).to.equal(amountOf(quote))
    expect([wbtc!.symbol, dai!.symbol]).to.deep.equal(['WBTC', 'DAI'])
  })

  describe('late', () => {
    it('behavior: a request not paid in time fails, and a late deposit is refunded', async () => {
      const refundTo = freshAddress()
      const short = await startMockService({ orderLifetime: 60 })
      try {
        const [first, second] = chainsOf(short)
        const quote = await getQuote(short, { refundTo })
        const { orderId } = quote.protocol.v2
        await short.control.increaseTime(second.id, 61)
        expect(await waitFor(short, orderId, 'failure')).to.include({
          failReason: 'PROTOCOL_DEADLINE_EXPIRED',
        })
        const hash: Hash = await send(short, first, short.accounts[1]!.address, {
          to: first.depository,
          value: ether,
          data: encodeFunctionData({
            abi: mockDepositoryAbi,
            functionName: 'depositNative',
            args: [zeroAddress, orderId],
          }),
        })
        expect(await waitFor(short, orderId, 'refund')).to.deep.include({ inTxHashes: [hash], txHashes: [] })
        expect(await balanceOf(first, zeroAddress, refundTo)).to.equal(ether)
      } finally {
        await short.close()
      }
    })

    it("behavior: honors the quote's time for the deposit", async () => {
      let now = 1_800_000_000_000
      const timed = await startMockService({ now: () => now })
      try {
        const kept = await getQuote(timed, { ttl: 30 })
        const late = await getQuote(timed, { ttl: 29 })
        now += 30_000
        expect(await waitFor(timed, late.protocol.v2.orderId, 'failure')).to.include({
          failReason: 'TTL_EXPIRED',
        })
        await pay(timed, kept)
        await waitFor(timed, kept.protocol.v2.orderId, 'success')
        await pay(timed, late)
        await waitFor(timed, late.protocol.v2.orderId, 'refund')
      } finally {
        await timed.close()
      }
    })
  })

  it('behavior: a paused solver answers one payment per step, the oldest first', async () => {
    const body = quoteBody(mock)
    const first = await getQuote(mock, body)
    const second = await getQuote(mock, body)
    await mock.control.pauseSolver()
    await pay(mock, second)
    await pay(mock, first)
    expect(await mock.control.stepSolver()).to.equal(second.protocol.v2.orderId)
    expect(await getStatus(mock, second.protocol.v2.orderId)).to.include({ status: 'success' })
    expect(await getStatus(mock, first.protocol.v2.orderId)).to.include({ status: 'waiting' })
    expect(await mock.control.stepSolver()).to.equal(first.protocol.v2.orderId)
    expect(await mock.control.stepSolver()).to.equal(undefined)
    mock.control.resumeSolver()
    expect(await getStatus(mock, first.protocol.v2.orderId)).to.include({ status: 'success' })
  })
})
