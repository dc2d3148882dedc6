import { expect } from 'chai'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEventLogs, zeroAddress } from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { mockMetadataRouterAbi } from '../../src/generated/abi/mockMetadataRouter.js'
import { startMockService } from '../../src/mock/index.js'
import { padAddress } from '../../src/protocol/address/padAddress.js'
import { parseAttestation } from '../../src/protocol/attestation/parseAttestation.js'
import { toContractAttestation } from '../../src/protocol/attestation/toContractAttestation.js'
import { proveOrderOutput } from '../../src/protocol/order/proveOrderOutput.js'
import {
  balanceOf,
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

describe('the solver fills', () => {
  const { mock, origin, destination } = setUpMock()

  /** Pays a quote, and checks that it arrives to the smallest unit and that the status record says so. */
  async function expectFilled(quote: Quote, recipient: Address, currency: Address, chain = destination) {
    const { orderId } = quote.protocol.v2
    const before = await balanceOf(chain, currency, recipient)
    const deposit = await pay(mock, quote)
    const status = await waitFor(mock, orderId, 'success')
    const received = (await balanceOf(chain, currency, recipient)) - before
    expect(received.toString()).to.equal(quote.details.currencyOut.amount)
    expect(status).to.deep.include({
      inTxHashes: [deposit],
      details: null,
      failReason: 'N/A',
      refundFailReason: 'N/A',
    })
    expect(status.txHashes).to.have.length(1)
    const receipt = await clientOf(chain).getTransactionReceipt({ hash: status.txHashes[0]! })
    expect(receipt.from).to.equal(mock.solver.toLowerCase())
    return receipt
  }

  it('default: native currency', async () => {
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient })
    const user = mock.accounts[1]!.address
    const [userBefore, solverBefore, heldBefore] = await Promise.all([
      balanceOf(origin, zeroAddress, user),
      balanceOf(destination, zeroAddress, mock.solver),
      balanceOf(origin, zeroAddress, origin.depository),
    ])
    const { gasUsed, effectiveGasPrice } = await expectFilled(quote, recipient, zeroAddress)
    const spent = solverBefore - (await balanceOf(destination, zeroAddress, mock.solver))
    expect(spent).to.equal(BigInt(quote.details.currencyOut.amount) + gasUsed * effectiveGasPrice)
    expect((await balanceOf(origin, zeroAddress, origin.depository)) - heldBefore).to.equal(ether)
    expect(userBefore - (await balanceOf(origin, zeroAddress, user)) >= ether).to.equal(true)
  })

  it('behavior: a token', async () => {
    const recipient = freshAddress()
    const quote = await getQuote(mock, {
      recipient,
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: `${25n * usdc}`,
    })
    await expectFilled(quote, recipient, tokenOf(destination))
    expect(await balanceOf(origin, tokenOf(origin), origin.depository)).to.equal(25n * usdc)
  })

  it('behavior: exact and expected outputs, across currencies', async () => {
    for (const tradeType of ['EXACT_OUTPUT', 'EXPECTED_OUTPUT']) {
      const recipient = freshAddress()
      const quote = await getQuote(mock, {
        recipient,
        tradeType,
        originCurrency: tokenOf(origin),
        amount: '1234567890123456789',
      })
      expect(quote.details.currencyOut.amount).to.equal('1234567890123456789')
      expect(quote.details.operation).to.equal('swap')
      await expectFilled(quote, recipient, zeroAddress)
    }
  })

  it('behavior: the other direction', async () => {
    const recipient = freshAddress()
    const quote = await getQuote(mock, {
      recipient,
      originChainId: destination.id,
      destinationChainId: origin.id,
      originCurrency: zeroAddress,
      destinationCurrency: tokenOf(origin),
    })
    await expectFilled(quote, recipient, tokenOf(origin), origin)
  })

  it('behavior: the status waits for both chains', async () => {
    const client = clientOf(destination)
    const quote = await getQuote(mock)
    const { orderId } = quote.protocol.v2
    expect(await getStatus(mock, orderId)).to.include({ status: 'waiting' })
    await client.setAutomine(false)
    try {
      const deposit = await pay(mock, quote)
      const submitted = await waitFor(mock, orderId, 'submitted')
      expect(submitted.inTxHashes).to.deep.equal([deposit])
      expect(submitted.txHashes).to.have.length(1)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await getStatus(mock, orderId)).to.deep.equal(submitted)
      await mock.control.mine(destination.id)
      const success = await waitFor(mock, orderId, 'success')
      expect(success.txHashes).to.deep.equal(submitted.txHashes)
      expect(success.updatedAt).to.be.greaterThan(submitted.updatedAt)
    } finally {
      await client.setAutomine(true)
    }
  })

  it('behavior: a paused solver sees nothing until it resumes', async () => {
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient })
    await mock.control.pauseSolver()
    await pay(mock, quote)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await getStatus(mock, quote.protocol.v2.orderId)).to.include({ status: 'waiting' })
    mock.control.resumeSolver()
    await waitFor(mock, quote.protocol.v2.orderId, 'success')
    expect((await balanceOf(destination, zeroAddress, recipient)).toString()).to.equal(
      quote.details.currencyOut.amount,
    )
  })

  it('behavior: many requests at once', async () => {
    const users = mock.accounts.map(({ address }) => address)
    const quotes = await Promise.all(
      users.map((user, index) =>
        getQuote(mock, {
          user,
          recipient: freshAddress(),
          ...(index % 2 === 1 && {
            destinationCurrency: tokenOf(destination),
            txs: sweepTo(freshAddress()),
          }),
        }),
      ),
    )
    await Promise.all(quotes.map((quote) => pay(mock, quote)))
    await Promise.all(quotes.map((quote) => waitFor(mock, quote.protocol.v2.orderId, 'success')))
    expect(await balanceOf(destination, tokenOf(destination), destination.router)).to.equal(0n)
  })

  /** The router's own cleanup, as the last call. */
  function sweepTo(recipient: Address) {
    const data = encodeFunctionData({
      abi: mockMetadataRouterAbi,
      functionName: 'cleanupErc20s',
      args: [[tokenOf(destination)], [recipient], [0n], '0x'],
    })
    return [{ to: destination.router, value: '0', data }]
  }

  describe('through the router', () => {
    it('default: native currency for the calls, and the rest for the user', async () => {
      const user = mock.accounts[3]!.address
      const id: Hex = `0x${'33'.repeat(32)}`
      const data = encodeFunctionData({
        abi: mockDepositoryAbi,
        functionName: 'depositNative',
        args: [user, id],
      })
      const quote = await getQuote(mock, {
        user,
        recipient: freshAddress(),
        tradeType: 'EXACT_OUTPUT',
        txs: [{ to: destination.depository, value: `${ether - 5n}`, data }],
      })
      const [before, held] = await Promise.all([
        balanceOf(destination, zeroAddress, user),
        balanceOf(destination, zeroAddress, destination.depository),
      ])
      await pay(mock, quote)
      const { txHashes } = await waitFor(mock, quote.protocol.v2.orderId, 'success')
      const receipt = await clientOf(destination).getTransactionReceipt({ hash: txHashes[0]! })
      expect(receipt.to).to.equal(destination.router.toLowerCase())
      const [event] = parseEventLogs({ abi: mockDepositoryAbi, logs: receipt.logs })
      expect(event!.args).to.deep.equal({ from: user, amount: ether - 5n, id })
      expect((await balanceOf(destination, zeroAddress, destination.depository)) - held).to.equal(ether - 5n)
      expect((await balanceOf(destination, zeroAddress, user)) - before).to.equal(5n)
      expect(await balanceOf(destination, zeroAddress, destination.router)).to.equal(0n)
    })

    it('behavior: a token, which the calls approve, spend and sweep', async () => {
      const user = mock.accounts[3]!.address
      const recipient = freshAddress()
      const token = tokenOf(destination)
      const txs = [
        {
          to: token,
          value: '0',
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'approve',
            args: [destination.depository, 3n * usdc],
          }),
        },
        {
          to: destination.depository,
          value: '0',
          data: encodeFunctionData({
            abi: mockDepositoryAbi,
            functionName: 'depositErc20',
            args: [user, token, 3n * usdc, `0x${'44'.repeat(32)}`],
          }),
        },
        ...sweepTo(recipient),
      ]
      const quote = await getQuote(mock, {
        user,
        destinationCurrency: token,
        tradeType: 'EXACT_OUTPUT',
        amount: `${5n * usdc}`,
        txs,
      })
      const held = await balanceOf(destination, token, destination.depository)
      await pay(mock, quote)
      await waitFor(mock, quote.protocol.v2.orderId, 'success')
      expect((await balanceOf(destination, token, destination.depository)) - held).to.equal(3n * usdc)
      expect(await balanceOf(destination, token, recipient)).to.equal(2n * usdc)
      expect(await balanceOf(destination, token, destination.router)).to.equal(0n)
    })

    it('behavior: an authorized payment, by a solver that does not know the receiver', async () => {
      const user = mock.accounts[3]!.address
      const recipient = mock.accounts[4]!.address
      const { timestamp } = await clientOf(destination).getBlock()
      const payment = {
        originChainId: BigInt(origin.id),
        originUser: padAddress(user),
        originCurrency: padAddress(zeroAddress),
        token: zeroAddress,
        minimum: ether,
        maximum: ether,
        recipient,
        refundTo: user,
        deadline: Number(timestamp) + 3600,
        salt: `0x${'55'.repeat(32)}`,
        data: '0x',
      } as const
      const quote = await getQuote(mock, {
        user,
        recipient,
        tradeType: 'EXACT_OUTPUT',
        txs: [
          {
            to: destination.receiver,
            value: ether.toString(),
            data: encodeFunctionData({
              abi: attestedOrderReceiverAbi,
              functionName: 'payAuthorized',
              args: [payment],
            }),
          },
        ],
      })
      const { orderId, orderData } = quote.protocol.v2
      const { body } = await request(mock, `/requests/${orderId}/signature`)
      const attestation = toContractAttestation(parseAttestation({ requestId: orderId, ...body }))
      await send(mock, destination, user, {
        to: destination.receiver,
        data: encodeFunctionData({
          abi: attestedOrderReceiverAbi,
          functionName: 'authorizeFill',
          args: [attestation, body.signature, proveOrderOutput(orderData), []],
        }),
      })
      await expectFilled(quote, recipient, zeroAddress)
    })
  })

  describe('through the receiver', () => {
    const cases = [
      ['native currency', () => zeroAddress],
      ['a token', () => tokenOf(destination)],
    ] as const
    for (const [name, currencyOf] of cases) {
      it(`default: ${name}`, async () => {
        const currency = currencyOf()
        const recipient = mock.accounts[4]!.address
        const quote = await getQuote(mock, {
          recipient,
          destinationCurrency: currency,
          fillContract: destination.receiver,
        })
        const { orderId } = quote.protocol.v2
        const isPaid = () =>
          clientOf(destination).readContract({
            abi: attestedOrderReceiverAbi,
            address: destination.receiver,
            functionName: 'isPaid',
            args: [orderId],
          })
        expect(await isPaid()).to.equal(false)
        const { logs } = await expectFilled(quote, recipient, currency)
        expect(await isPaid()).to.equal(true)
        const [event] = parseEventLogs({ abi: attestedOrderReceiverAbi, logs, eventName: 'FillAccepted' })
        expect(event!.args).to.deep.equal({
          id: orderId,
          recipient,
          solver: mock.solver,
          payer: mock.solver,
          token: currency,
          amount: BigInt(quote.details.currencyOut.amount),
        })
      })
    }

    it('error: a receiver makes no calls', async () => {
      const { status, body } = await request(
        mock,
        '/quote/v2',
        quoteBody(mock, {
          recipient: mock.accounts[4]!.address,
          fillContract: destination.receiver,
          txs: [{ to: freshAddress(), value: '7', data: '0x' }],
        }),
      )
      expect(status).to.equal(400)
      expect(body).to.include({ errorCode: 'INVALID_EXTRA_TXS' })
    })
  })

  it('error: a receiver of signed orders has no direct fill', async () => {
    const service = await startMockService({ idForm: 'public' })
    try {
      const fillContract = chainsOf(service)[1].receiver
      const { status, body } = await request(service, '/quote/v2', quoteBody(service, { fillContract }))
      expect(status).to.equal(400)
      expect(body).to.include({ errorCode: 'UNSUPPORTED_EXECUTION_TYPE' })
    } finally {
      await service.close()
    }
  })

  it("behavior: a deposit above the order's amount is filled, and the excess refunded", async () => {
    const user = mock.accounts[2]!.address
    const recipient = freshAddress()
    const refundTo = freshAddress()
    const token = tokenOf(origin)
    const quote = await getQuote(mock, {
      user,
      recipient,
      refundTo,
      originCurrency: token,
      amount: `${10n * usdc}`,
    })
    const { orderId } = quote.protocol.v2
    // The form without an amount takes all that is approved.
    await send(mock, origin, user, {
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [origin.depository, 12n * usdc],
      }),
    })
    await send(mock, origin, user, {
      to: origin.depository,
      data: encodeFunctionData({
        abi: mockDepositoryAbi,
        functionName: 'depositErc20',
        args: [zeroAddress, token, orderId],
      }),
    })
    const { status, details } = await waitFor(mock, orderId, (current) => current.details?.excess)
    expect(status).to.equal('success')
    expect(details!.excess!.amount).to.equal(`${2n * usdc}`)
    expect(await balanceOf(origin, token, refundTo)).to.equal(2n * usdc)
    expect((await balanceOf(destination, zeroAddress, recipient)).toString()).to.equal(
      quote.details.currencyOut.amount,
    )
  })
})
