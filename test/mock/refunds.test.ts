import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  zeroAddress,
} from 'viem'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { mockTokenAbi } from '../../src/generated/abi/mockToken.js'
import { mockTokenBytecode } from '../../src/generated/bytecode/mockToken.js'
import {
  accountOf,
  balanceOf,
  clientOf,
  depositNative,
  ether,
  freshAddress,
  getQuote,
  getStatus,
  pay,
  type Status,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from './helpers.js'

describe('requests that the solver does not fill', () => {
  const { mock, origin, destination, user } = setUpMock()

  /** Follows a request to its refund, and sees no success on the way. */
  async function waitForRefund(requestId: Hex): Promise<Status> {
    return waitFor(mock, requestId, ({ status }) => {
      expect(status).not.to.equal('success')
      return status === 'refund'
    })
  }

  async function depositToken(token: Address, amount: bigint, id: Hex, chain = origin): Promise<Hash> {
    await send(mock, chain, user, {
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [chain.depository, amount] }),
    })
    return send(mock, chain, user, {
      to: chain.depository,
      data: encodeFunctionData({
        abi: mockDepositoryAbi,
        functionName: 'depositErc20',
        args: [user, token, amount, id],
      }),
    })
  }

  it('default: an unpaid quote waits', async () => {
    const { orderId } = (await getQuote(mock)).protocol.v2
    await mock.control.mine(origin.id, 3)
    await sleep(200)
    expect(await getStatus(mock, orderId)).to.include({ status: 'waiting', failReason: 'N/A' })
  })

  it('behavior: ignores a deposit with an unknown id', async () => {
    const unknown: Hex = `0x${'99'.repeat(32)}`
    const before = await balanceOf(origin, zeroAddress, mock.solver)
    const depositor = mock.accounts[2]!.address
    await depositNative(mock, origin, depositor, unknown, ether)
    await sleep(200)
    expect(await balanceOf(origin, zeroAddress, mock.solver)).to.equal(before)
    const quote = await getQuote(mock)
    await pay(mock, quote)
    await waitFor(mock, quote.protocol.v2.orderId, 'success')
  })

  it('behavior: refunds a short deposit to its depositor', async () => {
    const recipient = freshAddress()
    const quote = await getQuote(mock, { recipient })
    const { orderId } = quote.protocol.v2
    const depositor = freshAddress()
    const inTxHash = await send(mock, origin, user, {
      to: origin.depository,
      value: ether - 1n,
      data: encodeFunctionData({
        abi: mockDepositoryAbi,
        functionName: 'depositNative',
        args: [depositor, orderId],
      }),
    })
    const status = await waitForRefund(orderId)
    expect(status).to.deep.include({
      inTxHashes: [inTxHash],
      txHashes: [],
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      refundFailReason: 'N/A',
    })
    expect(await balanceOf(origin, zeroAddress, depositor)).to.equal(ether - 1n)
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(0n)
    const refund = await clientOf(origin).getTransactionReceipt({ hash: status.details!.refundTxHash! })
    expect(refund).to.include({ status: 'success', to: depositor })
  })

  it('behavior: refunds another currency to refundTo', async () => {
    const refundTo = freshAddress()
    const quote = await getQuote(mock, { refundTo })
    const { orderId } = quote.protocol.v2
    await depositToken(tokenOf(origin), 5000n * usdc, orderId)
    const status = await waitForRefund(orderId)
    expect(status).to.include({ failReason: 'INCORRECT_DEPOSIT_CURRENCY', refundFailReason: 'N/A' })
    expect(await balanceOf(origin, tokenOf(origin), refundTo)).to.equal(5000n * usdc)
  })

  it('behavior: refunds a deposit on the other chain there', async () => {
    const refundTo = freshAddress()
    const { orderId } = (await getQuote(mock, { refundTo })).protocol.v2
    await depositNative(mock, destination, user, orderId, ether)
    expect(await waitForRefund(orderId)).to.include({ failReason: 'DEPOSIT_CHAIN_MISMATCH' })
    expect(await balanceOf(destination, zeroAddress, refundTo)).to.equal(ether)
  })

  it('behavior: a failed refund ends with failure', async () => {
    const nothing = await getQuote(mock)
    await depositNative(mock, origin, user, nothing.protocol.v2.orderId, 0n)
    expect(
      await waitFor(mock, nothing.protocol.v2.orderId, ({ refundFailReason }) => refundFailReason !== 'N/A'),
    ).to.include({ status: 'failure', refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND' })

    const client = clientOf(origin)
    const hash = await client.sendTransaction({
      account: accountOf(mock, user),
      data: encodeDeployData({ abi: mockTokenAbi, bytecode: mockTokenBytecode, args: ['Other', 'OTH', 18] }),
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    const mint = encodeFunctionData({ abi: mockTokenAbi, functionName: 'mint', args: [user, 5n] })
    await send(mock, origin, user, { to: contractAddress!, data: mint })
    const foreign = await getQuote(mock)
    await depositToken(contractAddress!, 5n, foreign.protocol.v2.orderId)
    expect(
      await waitFor(mock, foreign.protocol.v2.orderId, ({ refundFailReason }) => refundFailReason !== 'N/A'),
    ).to.include({
      status: 'failure',
      failReason: 'INCORRECT_DEPOSIT_CURRENCY',
      refundFailReason: 'MANUAL_REFUND_REQUIRED',
    })
  })

  it('behavior: refunds a second deposit and keeps the success', async () => {
    const recipient = freshAddress()
    const refundTo = freshAddress()
    const quote = await getQuote(mock, { recipient, refundTo })
    const { orderId } = quote.protocol.v2
    const first = await pay(mock, quote)
    await waitFor(mock, orderId, 'success')
    const second = await pay(mock, quote)
    const status = await waitFor(mock, orderId, ({ details }) => details?.doubleSpends)
    expect(status).to.deep.include({ status: 'success', inTxHashes: [first], failReason: 'N/A' })
    expect(status.details!.doubleSpends).to.have.length(1)
    expect(status.details!.doubleSpends![0]).to.include({ failReason: 'DOUBLE_SPEND', inTxHash: second })
    expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
    expect((await balanceOf(destination, zeroAddress, recipient)).toString()).to.equal(
      quote.details.currencyOut.amount,
    )
  })

  it('behavior: the first of two deposits in one poll counts', async () => {
    const recipient = freshAddress()
    const refundTo = freshAddress()
    const quote = await getQuote(mock, { recipient, refundTo })
    const { orderId } = quote.protocol.v2
    await mock.control.pauseSolver()
    const hashes = [await pay(mock, quote), await pay(mock, quote), await pay(mock, quote)]
    mock.control.resumeSolver()
    const status = await waitFor(mock, orderId, ({ details }) => details?.doubleSpends?.length === 2)
    await waitFor(mock, orderId, 'success')
    expect(status.inTxHashes).to.deep.equal([hashes[0]])
    expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(2n * ether)
    expect((await balanceOf(destination, zeroAddress, recipient)).toString()).to.equal(
      quote.details.currencyOut.amount,
    )
  })

  it('behavior: refunds a sufficient deposit after a short one', async () => {
    const refundTo = freshAddress()
    const quote = await getQuote(mock, { refundTo })
    const { orderId } = quote.protocol.v2
    await depositNative(mock, origin, user, orderId, 1n)
    await waitForRefund(orderId)
    await pay(mock, quote)
    const status = await waitFor(mock, orderId, ({ details }) => details?.doubleSpends?.[0]?.refundTxHash)
    expect(status).to.include({ status: 'refund', failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL' })
    expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether + 1n)
  })

  it('behavior: an order is filled until its deadline and refunded after it', async () => {
    const refundTo = freshAddress()
    const recipient = freshAddress()
    const quote = await getQuote(mock, { refundTo, recipient })
    await mock.control.increaseTime(destination.id, 8 * 24 * 3600)
    await pay(mock, quote)
    const status = await waitForRefund(quote.protocol.v2.orderId)
    expect(status).to.deep.include({ failReason: 'PROTOCOL_DEADLINE_EXPIRED', txHashes: [] })
    expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(0n)

    const next = await getQuote(mock)
    await pay(mock, next)
    await waitFor(mock, next.protocol.v2.orderId, 'success')
  })

  it('behavior: a recipient that rejects native currency', async () => {
    const refundTo = freshAddress()
    const quote = await getQuote(mock, { refundTo, recipient: destination.depository })
    await pay(mock, quote)
    expect(await waitForRefund(quote.protocol.v2.orderId)).to.deep.include({
      failReason: 'DESTINATION_TOKEN_TRANSFER_REJECTED',
      txHashes: [],
    })
    expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
  })

  it('behavior: a call that fails after the quote, with native currency and with a token', async () => {
    for (const destinationCurrency of [zeroAddress, tokenOf(destination)]) {
      const refundTo = freshAddress()
      const token = tokenOf(destination)
      const approve = (amount: bigint) =>
        send(mock, destination, user, {
          to: token,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'approve',
            args: [destination.router, amount],
          }),
        })
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transferFrom',
        args: [user, refundTo, 1n],
      })
      // It works while the service quotes.
      await approve(1n)
      const quote = await getQuote(mock, {
        refundTo,
        destinationCurrency,
        txs: [{ to: token, value: '0', data }],
      })
      await approve(0n)
      const before = await balanceOf(destination, tokenOf(destination), mock.solver)
      await pay(mock, quote)
      const status = await waitForRefund(quote.protocol.v2.orderId)
      expect(status).to.deep.include({ failReason: 'EXECUTION_REVERTED', txHashes: [] })
      // ERC20InsufficientAllowance(spender, allowance, needed)
      expect(status.details!.revert!.data.slice(0, 10)).to.equal('0xfb8f41b2')
      expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
      expect(await balanceOf(destination, tokenOf(destination), mock.solver)).to.equal(before)
    }
  })

  it('behavior: a receiver that rejects, with native currency and with a token', async () => {
    for (const destinationCurrency of [zeroAddress, tokenOf(destination)]) {
      const refundTo = freshAddress()
      const recipient = freshAddress()
      const quote = await getQuote(mock, {
        refundTo,
        recipient,
        destinationCurrency,
        fillContract: destination.receiver,
      })
      await pay(mock, quote)
      const status = await waitForRefund(quote.protocol.v2.orderId)
      expect(status).to.include({ failReason: 'EXECUTION_REVERTED' })
      expect(status.details!.revert!.message.toLowerCase()).to.equal(`recipientnotallowed(${recipient})`)
      expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
      const allowance = await clientOf(destination).readContract({
        abi: erc20Abi,
        address: tokenOf(destination),
        functionName: 'allowance',
        args: [mock.solver, destination.receiver],
      })
      expect(allowance).to.equal(0n)
    }
  })

  it('behavior: a fill that is mined and reverts', async () => {
    const refundTo = freshAddress()
    const client = clientOf(destination)
    const recipient = mock.accounts[2]!.address
    const quote = await getQuote(mock, { refundTo, recipient, fillContract: destination.receiver })
    const { orderId } = quote.protocol.v2
    await client.setAutomine(false)
    try {
      await pay(mock, quote)
      const { txHashes } = await waitFor(mock, orderId, 'submitted')
      // What was true when the fill was sent is not true any more when it is mined.
      await client.increaseTime({ seconds: 8 * 24 * 3600 })
      await client.mine({ blocks: 1 })
      const status = await waitForRefund(orderId)
      expect(status).to.deep.include({ failReason: 'EXECUTION_REVERTED', txHashes })
      expect(await client.getTransactionReceipt({ hash: txHashes[0]! })).to.include({ status: 'reverted' })
      expect(await balanceOf(origin, zeroAddress, refundTo)).to.equal(ether)
    } finally {
      await client.setAutomine(true)
    }
  })
})
