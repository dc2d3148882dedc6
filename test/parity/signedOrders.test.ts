import { expect } from 'chai'
import hre from 'hardhat'
import { hashOrder, type OrderData, proveSignedOrder } from '../../src/index.js'
import { count } from '../support/deep.js'
import { generateOrders } from '../support/generate.js'
import { readVector } from '../support/vectors.js'

describe('the proof of a signed order', () => {
  it('behavior: a contract rebuilds the order id from it', async () => {
    const { orderData, orderId } = readVector('order-live')
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    try {
      const harness = await connection.viem.deployContract('EvidenceHarness')
      const rebuild = (order: OrderData) => harness.read.hashSignedOrder([proveSignedOrder(order)])
      expect(await rebuild(orderData)).equal(orderId)
      for (const { orderData } of generateOrders(count({ normal: 60, deep: 2000 }), 11)) {
        expect(await rebuild(orderData)).equal(hashOrder(orderData))
      }
    } finally {
      await connection.close()
    }
  })
})
