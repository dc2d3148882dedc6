import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { UsageError } from '../../src/cli/errors.js'
import { openOrders } from '../../src/cli/orders/openOrders.js'
import { hashOrder, type OrderData } from '../../src/index.js'
import { noOrderListed } from '../../src/service/orders/findOrder.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'
import { makeOrder } from './verifySupport.js'

const [one, two, three] = (['0x01', '0x02', '0x03'] as const).map((salt) => makeOrder({ salt }))
const quoteOf = (orderData: OrderData | undefined) => JSON.stringify({ protocol: { v2: { orderData } } })
const unknown = { problem: noOrderListed }

describe('openOrders', () => {
  const folder = setUpFolder({ isForEach: true })

  it('default: no order without a path', async () => {
    const find = await openOrders(undefined)
    expect(await find(hashOrder(one!))).to.deep.equal(unknown)
  })

  it('behavior: growing NDJSON with an incomplete line', async () => {
    const file = folder.path('quotes.ndjson')
    const half = quoteOf(two)
    await writeFile(file, `${quoteOf(one)}\nno JSON\n${half.slice(0, 40)}`)
    const find = await openOrders(file)
    expect(await find(hashOrder(one!))).to.deep.include({
      order: { orderId: hashOrder(one!), orderData: one },
    })
    expect(await find(hashOrder(two!))).to.deep.equal(unknown)
    await appendFile(file, `${half.slice(40)}\n`)
    expect(await find(hashOrder(two!))).to.have.nested.property('order.orderId', hashOrder(two!))
  })

  it('behavior: a folder, including files written later', async () => {
    const path = folder.path('quotes')
    await mkdir(path)
    await writeFile(folder.path('quotes/one.json'), quoteOf(one))
    await writeFile(folder.path('quotes/three.txt'), quoteOf(three))
    const find = await openOrders(path)
    expect(await find(hashOrder(one!))).to.have.property('order')
    expect(await find(hashOrder(two!))).to.deep.equal(unknown)
    await writeFile(folder.path('quotes/two.json'), quoteOf(two))
    expect(await find(hashOrder(two!))).to.have.property('order')
    expect(await find(hashOrder(three!))).to.deep.equal(unknown)
  })

  it('behavior: a file rewritten with the same length', async () => {
    const file = folder.path('quote.json')
    await writeFile(file, quoteOf(one))
    const find = await openOrders(file)
    expect(await find(hashOrder(two!))).to.deep.equal(unknown)
    expect(quoteOf(two)).length(quoteOf(one).length)
    await writeFile(file, quoteOf(two))
    expect(await find(hashOrder(two!))).to.have.property('order')
  })

  it("behavior: of one order's quotes the signed one is kept, and none of another version", async () => {
    const file = folder.path('quotes.ndjson')
    const signed = JSON.stringify({ orderData: one, orderSignature: '0x12' })
    await writeFile(
      file,
      `${quoteOf({ ...one!, version: 'v2' })}\n${quoteOf(one)}\n${signed}\n${quoteOf(one)}\n`,
    )
    const find = await openOrders(file)
    expect(await find(hashOrder(one!))).to.have.nested.property('order.orderSignature', '0x12')
  })

  it('error: a path that is unreadable at the start or disappears later', async () => {
    const path = folder.path('quotes')
    expect(await thrown(() => openOrders(path))).instanceOf(UsageError)
    await mkdir(path)
    const find = await openOrders(path)
    await rm(path, { recursive: true })
    expect(await find(hashOrder(one!)))
      .to.have.property('problem')
      .match(/^--order must be a file that can be read, or a folder/)
  })
})
