import { expect } from 'chai'
import type { Hex } from 'viem'
import { findOrder, noOrderListed } from '../../../src/service/orders/findOrder.js'
import { readVector } from '../../support/vectors.js'

const { orderData, orderId } = readVector('order-live')
const old = readVector('quote-call-live').quote
const signature: Hex = `0x${'12'.repeat(65)}`
const requestId = `0x${'ab'.repeat(32)}`
const others = [
  null,
  5,
  'text',
  [],
  {},
  { protocol: {} },
  { orderData: { version: 'v9' } },
  { ...orderData, version: 'v2' },
  old,
]

describe('findOrder', () => {
  it('default: in a quote, in its protocol.v2, and by itself', () => {
    const order = { orderId, orderData }
    expect(findOrder(orderId, [...others, orderData])).deep.equal({ order })
    expect(findOrder(orderId.toUpperCase().replace('X', 'x'), [{ orderData }])).deep.equal({ order })
    const quote = { steps: [{ requestId }, { requestId }, {}], protocol: { v2: { orderData } } }
    expect(findOrder(orderId, [quote])).deep.equal({ order: { ...order, requestIds: [requestId] } })
  })

  it('behavior: ignores the id that a record states', () => {
    const lie = { orderId, orderData: { ...orderData, salt: '0x01' } }
    expect(findOrder(orderId, [lie])).deep.equal({ problem: noOrderListed })
  })

  it('behavior: prefers a signed record', () => {
    const signed = { orderData, orderSignature: signature }
    expect(findOrder(orderId, [orderData, { orderData, orderSignature: null }, signed])).deep.equal({
      order: { orderId, orderData, orderSignature: signature },
    })
  })

  it('behavior: takes the first of several unsigned, or of several signed, records', () => {
    const quotes = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`].map((id) => {
      return { steps: [{ requestId: id }], protocol: { v2: { orderData } } }
    })
    const signed = quotes.map(({ steps }) => {
      return { steps, protocol: { v2: { orderData, orderSignature: signature } } }
    })
    for (const kept of [quotes, signed]) {
      const order = { orderId, orderData, requestIds: [kept[0]!.steps[0]!.requestId] }
      expect(findOrder(orderId, kept)).property('order').deep.include(order)
    }
  })

  it('error: none', () => {
    expect(findOrder(orderId, others)).deep.equal({
      problem: 'the service no longer lists orders; pass --order quote.json',
    })
  })
})
