import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { describeStatus } from '../../src/cli/mock/describeStatus.js'
import type { LedgerRequest } from '../../src/mock/ledger.js'
import {
  chainsOf,
  depositNative,
  freshAddress,
  getQuote,
  pay,
  send,
  setUpMock,
  tokenOf,
  waitFor,
} from '../mock/helpers.js'

describe('describeStatus', () => {
  const seen: LedgerRequest[] = []
  const { mock } = setUpMock({ onStatus: (request) => seen.push(request) })

  const firstLines = (id: string) =>
    seen
      .filter((record) => record.id === id)
      .flatMap((record) => describeStatus(record, mock.chains)?.split('\n')[0] ?? [])

  it('default: a token and its decimals', async () => {
    const [origin, destination] = chainsOf(mock)
    const quote = await getQuote(mock, {
      originCurrency: tokenOf(origin),
      destinationCurrency: tokenOf(destination),
      amount: '2500000',
    })
    const out = Number(quote.details.currencyOut.amount) / 1e6
    expect(firstLines(quote.steps[0]!.requestId)).to.deep.equal([
      `request 2.5 USDC on mockorigin for ${out} USDC on mockdestination`,
    ])
  })

  it('behavior: a refund shows the deposited amount, not the quoted one', async () => {
    const [origin] = chainsOf(mock)
    const user = mock.accounts[1]!.address
    const quote = await getQuote(mock, { originCurrency: tokenOf(origin), amount: '2500000' })
    const { requestId } = quote.steps[0]!
    await depositNative(mock, origin, user, requestId, 7n * 10n ** 17n)
    await waitFor(mock, requestId, 'refund')
    expect(firstLines(requestId).slice(1)).to.deep.equal([
      'failure',
      'refund 0.7 of the native currency on mockorigin',
    ])
  })

  it('behavior: a refund that fails is a second failure, with its reason', async () => {
    mock.control.faults.set('failedRefund', { times: 1 })
    const quote = await getQuote(mock)
    const { requestId } = quote.steps[0]!
    await pay(mock, quote)
    await waitFor(mock, requestId, ({ refundFailReason }) => refundFailReason !== 'N/A')
    const [first, second] = seen
      .filter(({ id, status }) => id === requestId && status === 'failure')
      .map((record) => describeStatus(record, mock.chains))
    expect(second).to.equal(`${first}\n  refund failed: MANUAL_REFUND_REQUIRED`)
  })

  it('behavior: a transfer on one chain delivers the sent amount', async () => {
    const [origin] = chainsOf(mock)
    const recipient = freshAddress()
    const quote = await getQuote(mock, { destinationChainId: origin.id, recipient })
    const { orderId } = quote.protocol.v2
    await send(mock, origin, mock.accounts[1]!.address, {
      to: recipient,
      value: 3n * 10n ** 18n,
      data: orderId,
    })
    await waitFor(mock, orderId, 'success')
    expect(firstLines(orderId).slice(1)).to.deep.equal([
      'deposit 3 ETH on mockorigin',
      'fill 3 ETH on mockorigin',
    ])
  })

  it('behavior: an unlisted currency is shown by its address, and the venue by its name', () => {
    const record = seen.find(({ status }) => status === 'waiting')!
    const refund = (deposit: LedgerRequest['deposit']) =>
      describeStatus({ ...record, status: 'refund', deposit }, mock.chains)!.split('\n')[0]
    const currency = freshAddress()
    expect(refund({ chainId: 31101, currency, amount: 5n })).to.equal(
      `refund 5 of the smallest unit of ${currency} on mockorigin`,
    )
    expect(refund({ chainId: 1337, currency: zeroAddress, amount: 5n })).to.equal(
      `refund 5 of the smallest unit of ${zeroAddress} on the venue`,
    )
  })
})
