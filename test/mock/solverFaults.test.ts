import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { encodeFunctionData, zeroAddress } from 'viem'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import {
  balanceOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  type Quote,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

describe('faults of the solver', () => {
  const { mock, origin, destination, user } = setUpMock()
  afterEach(() => mock.control.faults.clear())

  const idOf = (quote: Quote) => quote.protocol.v2.orderId

  /** Native currency or a token, through the receiver. */
  const receiverQuote = (fields: Record<string, unknown> = {}) =>
    getQuote(mock, {
      recipient: mock.accounts[3]!.address,
      fillContract: destination.receiver,
      ...fields,
    })

  const tokenFields = () => ({
    originCurrency: tokenOf(origin),
    destinationCurrency: tokenOf(destination),
    amount: (5000n * usdc).toString(),
  })

  const depositCall = (value: bigint) => ({
    to: destination.depository,
    value: value.toString(),
    data: encodeFunctionData({
      abi: mockDepositoryAbi,
      functionName: 'depositNative',
      args: [user, `0x${'55'.repeat(32)}`],
    }),
  })

  describe('shortFill', () => {
    for (const isNative of [true, false]) {
      it(`behavior: a receiver rejects it, and the deposit is refunded: ${isNative ? 'native' : 'token'}`, async () => {
        const fields = isNative ? {} : tokenFields()
        const recipient = mock.accounts[3]!.address
        const currency = isNative ? zeroAddress : tokenOf(destination)
        const before = await balanceOf(destination, currency, recipient)
        mock.control.faults.set('shortFill', { times: 1 })
        const quote = await receiverQuote({ ...fields, refundTo: freshAddress() })
        await pay(mock, quote)
        const status = await waitFor(mock, idOf(quote), 'refund')
        expect(status).to.include({ failReason: 'EXECUTION_REVERTED' })
        const minimum = BigInt(quote.details.currencyOut.minimumAmount)
        expect(status.details!.revert!.message)
          .to.contain('PaymentTooLow')
          .and.to.contain(String(minimum - 1n))
        expect(await balanceOf(destination, currency, recipient)).to.equal(before)
        const good = await receiverQuote(fields)
        await pay(mock, good)
        await waitFor(mock, idOf(good), 'success')
      })
    }

    it('behavior: a plain transfer of one unit less than the minimum does not count, and the deposit is refunded', async () => {
      mock.control.faults.set('shortFill', { times: 1 })
      const [recipient, refundTo] = [freshAddress(), freshAddress()]
      const quote = await getQuote(mock, { recipient, refundTo })
      await pay(mock, quote)
      const status = await waitFor(mock, idOf(quote), 'refund')
      expect(status).to.include({ failReason: 'TOO_LITTLE_RECEIVED' })
      expect(status.details!.revert!.message).to.contain('The fill does not count: minimumAmounts: ')
      expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
      expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(
        BigInt(quote.details.currencyOut.minimumAmount) - 1n,
      )
    })
  })

  describe('duplicateFill', () => {
    it('behavior: a receiver pays once, and the chain shows the rejected fill', async () => {
      const recipient = mock.accounts[3]!.address
      for (const fields of [{}, tokenFields()]) {
        const currency = 'amount' in fields ? tokenOf(destination) : zeroAddress
        const before = await balanceOf(destination, currency, recipient)
        mock.control.faults.set('duplicateFill', { times: 1 })
        const quote = await receiverQuote(fields)
        await pay(mock, quote)
        const { details, txHashes } = await waitFor(mock, idOf(quote), 'success')
        const { duplicateFillTxHash } = details as { duplicateFillTxHash?: `0x${string}` }
        expect(txHashes).to.have.length(1).and.not.to.include(duplicateFillTxHash)
        const receipt = await clientOf(destination).getTransactionReceipt({ hash: duplicateFillTxHash! })
        expect(receipt).to.include({ status: 'reverted', to: destination.receiver.toLowerCase() })
        const after = await balanceOf(destination, currency, recipient)
        expect(after - before).to.equal(BigInt(quote.details.currencyOut.amount))
      }
    })

    it('behavior: a recipient of plain transfers is paid twice', async () => {
      mock.control.faults.set('duplicateFill', { times: 1 })
      const recipient = freshAddress()
      const quote = await getQuote(mock, { recipient })
      await pay(mock, quote)
      await waitFor(mock, idOf(quote), 'success')
      expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(
        2n * BigInt(quote.details.currencyOut.amount),
      )
    })
  })

  it('behavior: revertingCall: nothing is delivered, and the deposit is refunded', async () => {
    mock.control.faults.set('revertingCall', { times: 1 })
    const refundTo = freshAddress()
    const held = await balanceOf(destination, zeroAddress, destination.depository)
    const quote = await getQuote(mock, { refundTo, txs: [depositCall(ether / 2n)] })
    await pay(mock, quote)
    const status = await waitFor(mock, idOf(quote), 'refund')
    expect(status).to.include({ failReason: 'EXECUTION_REVERTED' })
    expect(status.details!.revert!.message).to.equal('ArrayLengthsMismatch()')
    expect(await balanceOf(destination, zeroAddress, destination.depository)).to.equal(held)
    expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
    const good = await getQuote(mock, { txs: [depositCall(ether / 2n)] })
    await pay(mock, good)
    await waitFor(mock, idOf(good), 'success')
  })

  it('behavior: reorgDeposit: an observed deposit disappears, and nothing is filled', async () => {
    mock.control.faults.set('reorgDeposit', { times: 1 })
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient })
    const height = await clientOf(origin).getBlockNumber()
    const held = await balanceOf(origin, zeroAddress, origin.depository)
    // A deposit that disappears before its receipt is read is never answered.
    const hash = await Promise.race([pay(mock, quote).catch(() => undefined), setTimeout(1_000)])
    const status = await waitFor(mock, idOf(quote), 'failure')
    expect(status).to.include({ failReason: 'DEPOSIT_REORGED', refundFailReason: 'N/A' })
    if (hash) expect(status.inTxHashes).to.deep.equal([hash])
    expect(await clientOf(origin).getBlockNumber()).to.equal(height)
    expect(await balanceOf(origin, zeroAddress, origin.depository)).to.equal(held)
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(0n)
    // The chain goes on, and so does the solver.
    const good = await getQuote(mock, { recipient })
    await pay(mock, good)
    await waitFor(mock, idOf(good), 'success')
    expect(await getStatus(mock, idOf(quote))).to.include({ status: 'failure' })
  })
})
