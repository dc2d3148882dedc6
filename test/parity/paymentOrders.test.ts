import { expect } from 'chai'
import hre from 'hardhat'
import { encodeFunctionData, type Hex, keccak256, stringToHex, toHex, zeroHash } from 'viem'
import { hashOrder, OrderFieldError, provePayment } from '../../src/index.js'
import { expectBitsRefused, findWord } from '../support/calldata.js'
import { thrown } from '../support/errors.js'
import { generateOrders } from '../support/generate.js'
import { readVector } from '../support/vectors.js'

describe('PaymentOrders and provePayment', () => {
  let connection: Awaited<ReturnType<typeof hre.network.create<'l1'>>>
  let harness: Awaited<ReturnType<typeof deploy>>
  const deploy = async () => connection.viem.deployContract('GuardHarness')

  before(async () => {
    connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    harness = await deploy()
  })
  after(() => connection.close())

  it("reproduce the public service's order id", async () => {
    const { orderData, orderId } = readVector('order-live')
    expect(await harness.read.hashPaymentOrders([[provePayment(orderData)]])).to.deep.equal([orderId])
  })

  it('hash generated orders of one input like hashOrder', async () => {
    const orders = generateOrders(200, 5)
      .map(({ orderData }) => orderData)
      .filter(({ inputs }) => inputs.length > 0)
      .map((order) => ({ ...order, inputs: order.inputs.slice(0, 1) }))
    expect(orders.length).to.be.greaterThan(100)
    const hashes: Hex[] = []
    for (let at = 0; at < orders.length; at += 10) {
      hashes.push(
        ...(await harness.read.hashPaymentOrders([
          orders.slice(at, at + 10).map((order) => provePayment(order)),
        ])),
      )
    }
    expect(hashes).to.deep.equal(orders.map((order) => hashOrder(order)))
  })

  it('hash long lists alike', async () => {
    const orders = generateOrders(12, 6, 16)
      .map(({ orderData }) => orderData)
      .filter(({ inputs }) => inputs.length > 0)
      .map((order) => ({ ...order, inputs: order.inputs.slice(0, 1) }))
    expect(Math.max(...orders.map(({ output }) => output.payments.length))).to.be.greaterThan(8)
    expect(Math.max(...orders.map(({ inputs }) => inputs[0]!.refunds.length))).to.be.greaterThan(8)
    expect(await harness.read.hashPaymentOrders([orders.map((order) => provePayment(order))])).to.deep.equal(
      orders.map((order) => hashOrder(order)),
    )
  })

  it('refuse a word that is not a deadline, like an argument decoder', async () => {
    const proof = provePayment(readVector('order-live').orderData)
    const refunds = proof.input.refunds.slice(0, 1)
    const args = [{ ...proof, input: { ...proof.input, refunds } }] as const
    const data = encodeFunctionData({ abi: harness.abi, functionName: 'read', args })
    const publicClient = await connection.viem.getPublicClient()
    const call = (data: Hex) => publicClient.call({ to: harness.address, data })
    // After the length of the list, and its one offset.
    const refund = findWord(data, [0, 4, 1]) + 32 * 2
    for (const place of [refund + 32 * 4, findWord(data, [0, 5]) + 32 * 2]) {
      await expectBitsRefused({ call, data, place, bits: [32n, 255n], reason: /reverted without a reason/ })
    }
  })

  it('error: prove no order with no or several inputs', async () => {
    const { orderData } = readVector('order-live')
    const [input] = orderData.inputs
    for (const inputs of [[], [input!, input!]]) {
      const error = await thrown(() => provePayment({ ...orderData, inputs }))
      expect(error).to.be.instanceOf(OrderFieldError)
      expect(error).to.include({ field: 'inputs', value: inputs.length })
    }
  })

  it('pair names with ids one to one and delete both together', async () => {
    const hashOf = (name: string) => keccak256(stringToHex(name))
    await harness.write.setName(['base', 8453n, false])
    expect(await harness.read.isEvmChain([8453n])).to.equal(false)
    await harness.write.setName(['base', 8453n, true])
    expect(await harness.read.isEvmChain([8453n])).to.equal(true)
    expect(await harness.read.get(['base'])).to.deep.equal([8453n, true])
    expect(await harness.read.nameHashOf([8453n])).to.equal(hashOf('base'))
    for (const [name, id] of [
      ['base', 10n],
      ['optimism', 8453n],
    ] as const) {
      await connection.viem.assertions.revertWithCustomError(
        harness.write.setName([name, id, true]),
        harness,
        'ChainNameTaken',
      )
    }
    await harness.write.setName(['nothing', 0n, false])
    await harness.write.setName(['base', 0n, false])
    expect(await harness.read.get(['base'])).to.deep.equal([0n, false])
    expect(await harness.read.nameHashOf([8453n])).to.equal(zeroHash)
    expect(await harness.read.isEvmChain([8453n])).to.equal(false)
    await harness.write.setName(['optimism', 8453n, true])
    expect(await harness.read.get(['optimism'])).to.deep.equal([8453n, true])
  })

  it("keep the guard's storage at its ERC-7201 slots", async () => {
    const inner = BigInt(keccak256(stringToHex('fillproof.storage.PaymentGuard'))) - 1n
    const slot = toHex(BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn, { size: 32 })
    const { deployedBytecode } = await hre.artifacts.readArtifact('PaymentGuard')
    expect(deployedBytecode).to.include(slot.slice(2))
  })
})
