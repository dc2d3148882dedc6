import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  padHex,
  parseAbi,
  parseEventLogs,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { authorizeFill } from '../../src/contract/authorizeFill.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { iFillRecipientAbi } from '../../src/generated/abi/iFillRecipient.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { explainRevert, padAddress, parseAttestation } from '../../src/index.js'
import { hashPayment } from '../../src/protocol/payment/hashPayment.js'
import type { Payment } from '../../src/protocol/payment/payment.js'
import type { QuoteRequest } from '../../src/service/resources/quoteRequest.js'
import { combine } from '../support/combine.js'
import { thrown } from '../support/errors.js'
import {
  accountOf,
  balanceOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  request,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

/** The sweeps of the public routers, written out so that nothing of the builder is relied on. */
const sweeps = {
  v3: parseAbi(['function cleanupErc20s(address[], address[], uint256[], bytes)']),
  'v2.1': parseAbi(['function cleanupErc20s(address[], address[], uint256[])']),
}

const forms = combine({ version: ['v3.2', 'v3', 'v2.1'], idForm: ['specification', 'public'] })
for (const { version, idForm } of forms) {
  describe(`payAuthorized, simulated before the quote: router ${version}, ids of the ${idForm} form`, () => {
    const { mock, origin, destination, user, recipient } = setUpMock({ router: version, idForm })

    const isSigned = idForm === 'public'
    const currencies = [
      ['native currency', () => zeroAddress, ether],
      ['a token', () => tokenOf(destination), 5n * usdc],
    ] as const

    /** A call of `payAuthorized` and, with a token, what has to stand around it. */
    async function prepare(token: Address, minimum: bigint, terms: Partial<Payment> = {}) {
      const { timestamp } = await clientOf(destination).getBlock()
      const payment: Payment = {
        originChainId: BigInt(origin.id),
        originUser: isSigned ? padHex('0x', { size: 32 }) : padAddress(user),
        originCurrency: padAddress(zeroAddress),
        token,
        minimum,
        maximum: minimum,
        recipient,
        refundTo: user,
        deadline: Number(timestamp) + 3600,
        salt: padAddress(freshAddress()),
        data: '0x',
        ...terms,
      }
      const { receiver } = destination
      const call = {
        to: receiver,
        value: token === zeroAddress ? `${minimum}` : '0',
        data: encodeFunctionData({
          abi: attestedOrderReceiverAbi,
          functionName: 'payAuthorized',
          args: [payment],
        }),
      }
      const callHash = hashPayment({ chainId: destination.id, receiver, payment })
      if (token === zeroAddress) return { txs: [call], call, callHash, payment }
      const approve = (amount: bigint) => ({
        to: token,
        value: '0',
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, amount] }),
      })
      const args = [[token], [payment.refundTo === zeroAddress ? user : payment.refundTo], [0n]] as const
      const sweep = {
        to: destination.router,
        value: '0',
        data:
          version === 'v2.1'
            ? encodeFunctionData({ abi: sweeps['v2.1'], args })
            : encodeFunctionData({ abi: sweeps.v3, args: [...args, '0x'] }),
      }
      return {
        txs: [approve(0n), approve(payment.maximum), call, approve(0n), sweep],
        call,
        callHash,
        payment,
      }
    }

    const fieldsOf = (token: Address, amount: bigint, txs: QuoteRequest['txs']) => ({
      user,
      recipient,
      destinationCurrency: token,
      tradeType: 'EXACT_OUTPUT' as const,
      amount: `${amount}`,
      txs,
      includeProtocolData: true,
    })

    /** Presents the evidence that this form of ids has. */
    async function authorize(quote: Awaited<ReturnType<typeof getQuote>>) {
      const { orderData, orderSignature } = quote.protocol.v2
      const { requestId } = quote.steps[0]!
      const { body } = await request(mock, `/requests/${requestId}/signature`)
      const evidence = isSigned
        ? { orderData, orderSignature: orderSignature! }
        : { attestation: parseAttestation({ requestId, ...body }), orderData }
      const client = clientOf(destination)
      const hash = await authorizeFill(client, {
        receiver: destination.receiver,
        ...evidence,
        account: accountOf(mock, user),
      })
      expect((await client.waitForTransactionReceipt({ hash })).status).to.equal('success')
    }

    const isPaid = (id: Hex) =>
      clientOf(destination).readContract({
        abi: signedOrderReceiverAbi,
        address: destination.receiver,
        functionName: 'isPaid',
        args: [id],
      })

    const eventsOf = async (hash: Hex) => {
      const { logs } = await clientOf(destination).getTransactionReceipt({ hash })
      return parseEventLogs({ abi: attestedOrderReceiverAbi, logs })
        .filter(({ address }) => address === destination.receiver.toLowerCase())
        .map(({ eventName }) => eventName)
    }

    for (const [name, currencyOf, amount] of currencies) {
      it(`default: ${name}: quoted with a refundTo before the authorization, and paid after it`, async () => {
        const token = currencyOf()
        const { txs, callHash } = await prepare(token, amount)
        const quote = await getQuote(mock, fieldsOf(token, amount, txs))
        expect(quote.protocol.v2.orderSignature).to.match(/^0x[0-9a-f]{130}$/)
        await authorize(quote)
        const before = await balanceOf(destination, token, recipient)
        await pay(mock, quote)
        const { txHashes } = await waitFor(mock, quote.steps[0]!.requestId, 'success')
        expect(await eventsOf(txHashes[0]!)).to.deep.equal(['FillAccepted'])
        expect((await balanceOf(destination, token, recipient)) - before).to.equal(amount)
        expect(await isPaid(callHash)).to.equal(true)
      })

      it(`behavior: ${name}: a payment not authorized by the time of the fill is returned`, async () => {
        const token = currencyOf()
        const refundTo = freshAddress()
        const { txs, callHash } = await prepare(token, amount, { refundTo })
        const quote = await getQuote(mock, fieldsOf(token, amount, txs))
        await pay(mock, quote)
        // The service counts it: settled is not paid.
        const { txHashes } = await waitFor(mock, quote.steps[0]!.requestId, 'success')
        expect(await eventsOf(txHashes[0]!)).to.deep.equal(['PaymentReturned'])
        expect(await balanceOf(destination, token, refundTo)).to.equal(amount)
        expect(await isPaid(callHash)).to.equal(false)
      })

      it(`error: ${name}: rejected with refundTo zero, as the service rejects it`, async () => {
        const token = currencyOf()
        const { txs, call, callHash } = await prepare(token, amount, { refundTo: zeroAddress })
        const before = mock.control.requests().length
        const error = await thrown(() =>
          createServiceClient({ profile: 'mock', baseUrl: mock.url }).getQuote({
            originChainId: origin.id,
            destinationChainId: destination.id,
            originCurrency: zeroAddress,
            ...fieldsOf(token, amount, txs),
          }),
        )
        expect(error).include({ name: 'ServiceHttpError', code: 'DESTINATION_TX_FAILED', status: 400 })
        const { errorData, failedCallData } = error.body as { errorData: Hex; failedCallData: object }
        expect(explainRevert(errorData)).to.deep.include({ name: 'NotAuthorized', args: [callHash] })
        expect(failedCallData).to.deep.equal({
          from: destination.router.toLowerCase(),
          to: call.to.toLowerCase(),
          data: call.data,
          value: call.value,
        })
        expect(mock.control.requests()).to.have.length(before)
      })
    }

    it('behavior: the fill with a hook runs within txsGasLimit', async () => {
      // The recipient is a receiver's own example of one: it credits what its hook is told.
      const token = tokenOf(destination)
      const hooked = await deployHooked()
      const amount = 5n * usdc
      const { txs, callHash } = await prepare(token, amount, { recipient: hooked })
      const fields = { ...fieldsOf(token, amount, txs), recipient: hooked, txsGasLimit: 400_000 }
      const quote = await getQuote(mock, fields)
      await authorize(quote)
      await pay(mock, quote)
      const { txHashes } = await waitFor(mock, quote.steps[0]!.requestId, 'success')
      const { gas } = await clientOf(destination).getTransaction({ hash: txHashes[0]! })
      expect(gas).to.equal(400_000n)
      expect(await isPaid(callHash)).to.equal(true)
    })

    /** A recipient whose hook answers with its selector and does nothing else. */
    async function deployHooked(): Promise<Address> {
      const recipient = freshAddress()
      const selector = toFunctionSelector(iFillRecipientAbi[0]).slice(2)
      await clientOf(destination).setCode({
        address: recipient,
        bytecode: `0x63${selector}60e01b60005260206000f3`,
      })
      const data = encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'setRecipient',
        args: [{ recipient, hook: true }],
      })
      await send(mock, destination, mock.accounts[0]!.address, { to: destination.receiver, data })
      return recipient
    }
  })
}
