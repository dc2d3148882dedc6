import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Address, zeroAddress } from 'viem'
import { createServiceClient, type QuoteV2 as Quote } from '../../src/client/index.js'
import { balanceOf, ether, freshAddress, send, setUpMock, waitFor } from './helpers.js'

describe('deposit addresses in the public form', () => {
  const { mock, origin, destination } = setUpMock({ idForm: 'public' })
  const payer = () => mock.accounts[1]!.address
  const connect = () => createServiceClient({ profile: 'mock', baseUrl: mock.url, apiKey: mock.apiKey })
  const quote = (fields: object) =>
    connect().getQuote({
      user: payer(),
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: ether,
      tradeType: 'EXACT_INPUT',
      useDepositAddress: true,
      ...fields,
    })
  const pay = ({ steps }: Quote) => {
    const { to, value } = steps[0]!.items[0]!.data as { to: Address; value: string }
    return send(mock, origin, payer(), { to, value: BigInt(value) })
  }

  it('default: the address follows the trade type, and strict is ignored', async () => {
    for (const [fields, type] of [
      [{}, 'open'],
      [{ strict: true }, 'open'],
      [{ tradeType: 'EXPECTED_OUTPUT', strict: true }, 'open'],
      [{ tradeType: 'EXACT_OUTPUT' }, 'strict'],
      [{ tradeType: 'EXACT_OUTPUT', strict: false }, 'strict'],
    ] as const) {
      const requestId = (await quote(fields)).steps[0]!.requestId!
      expect(await connect().getDepositAddress({ requestId }), JSON.stringify(fields)).include({ type })
    }
    expect((await quote({ strict: true, useDepositAddress: false })).steps[0]!.depositAddress).equal('')
  })

  it('behavior: an address of EXACT_OUTPUT is for one order: a second payment is refunded', async () => {
    const refundTo = freshAddress()
    const quoted = await quote({ tradeType: 'EXACT_OUTPUT', amount: ether / 2n, refundTo })
    const requestId = quoted.steps[0]!.requestId!
    await pay(quoted)
    await waitFor(mock, requestId, 'success')
    await pay(quoted)
    await waitFor(mock, requestId, ({ details }) => JSON.stringify(details ?? '').includes('DOUBLE_SPEND'))
    expect(mock.control.requests().filter(({ request }) => request.refundTo === refundTo)).length(1)
  })

  it('behavior: a quote has the ids of its request and its deposit address', async () => {
    const { requestId, steps } = await quote({})
    expect(requestId).equal(steps[0]!.requestId)
    const other = (await quote({})).steps[0]!.depositAddressId
    expect(steps[0]!.depositAddressId).match(/^0x/).not.equal(other)
    expect((await quote({ useDepositAddress: false })).steps[0]).not.property('depositAddressId')
  })

  it('behavior: a payment to a disabled address stays there', async () => {
    const [open, disabled] = [await quote({}), await quote({})]
    const depositAddressId = disabled.steps[0]!.depositAddressId!
    await connect().disableDepositAddress({ depositAddressId })
    await pay(disabled)
    await pay(open)
    await waitFor(mock, open.requestId!, 'success')
    await sleep(200)
    const address = disabled.steps[0]!.depositAddress as Address
    expect(await balanceOf(origin, zeroAddress, address)).equal(ether)
    expect((await connect().getStatus({ requestId: disabled.requestId! })).status).equal('waiting')
  })
})
