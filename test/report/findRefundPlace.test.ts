import { expect } from 'chai'
import { getAddress } from 'viem'
import type { OrderData } from '../../src/protocol/order/types.js'
import { findRefundPlace } from '../../src/report/order/findRefundPlace.js'
import type { ServiceRecord } from '../../src/report/service/fetchRecord.js'
import { fake } from '../support/fake.js'

const [user, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`] as const
const names: Record<number, string> = { 1: 'ethereum', 2: 'base' }

/** Finds the place of refunds on some chains, for an order with one input that names these recipients. */
function find(
  chainIds: readonly (number | null)[],
  refunds?: readonly [chainId: string, recipient: string][],
) {
  const record = fake<ServiceRecord>({
    refundTransactions: chainIds.map((chainId) => ({ chainId, transactionHash: '0x12' })),
  })
  const input = { refunds: (refunds ?? []).map(([chainId, recipient]) => ({ chainId, recipient })) }
  const signed = refunds && fake<OrderData>({ inputs: [fake(input)] })
  return findRefundPlace({ record, signed, chainNameOf: (id) => names[id] })
}

describe('findRefundPlace', () => {
  it("default: the chain that the service reports, and the order's recipient there", () => {
    expect(
      find(
        [1],
        [
          ['ethereum', user],
          ['base', other],
        ],
      ),
    ).to.deep.equal({ chainId: 1, chain: 'ethereum', recipient: getAddress(user) })
  })

  it('behavior: no recipient without a signed order, or if it names none or several there', () => {
    const place = { chainId: 1, chain: 'ethereum' }
    expect(find([1, 1])).to.deep.equal(place)
    expect(find([1], [['base', user]])).to.deep.equal(place)
    expect(
      find(
        [1],
        [
          ['ethereum', user],
          ['ethereum', other],
        ],
      ),
    ).to.deep.equal(place)
  })

  it('behavior: a chain without a known name has no recipient', () => {
    expect(find([5], [['base', user]])).to.deep.equal({ chainId: 5, chain: null })
  })

  it('behavior: nothing if the service reports no refund, no chain, or several', () => {
    for (const chainIds of [[], [null], [1, 2], [1, null]]) expect(find(chainIds)).to.equal(undefined)
  })
})
