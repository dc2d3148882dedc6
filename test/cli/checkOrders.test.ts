import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { hashOrder } from '../../src/index.js'
import { createDraw } from '../batch/generateLines.js'
import { damageOrder, manyOrders } from '../batch/manyOrders.js'
import { account } from '../service/steps/quotes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'

describe('fillproof check, of signed orders', () => {
  const folder = setUpFolder()

  it('default: finds exactly the damaged ones of ten thousand quotes', async () => {
    const draw = createDraw(10_000)
    const orders = await manyOrders(40)
    const damaged = orders.flatMap((order) => damageOrder(order, draw))
    const quotes = Array.from({ length: 10_000 }, (_, index) => {
      const broken = index % 3 === 1 ? damaged[Math.floor(index / 3)] : undefined
      return { order: broken ?? orders[index % orders.length]!, isBroken: broken !== undefined }
    })
    expect(quotes.filter(({ isBroken }) => isBroken).length).to.be.above(3000)
    const path = folder.path('quotes.ndjson')
    writeFileSync(
      path,
      quotes.map(({ order }) => JSON.stringify({ requestId: '0x', protocol: { v2: order } })).join('\n'),
    )
    const invalid = folder.path('broken.ndjson')
    const { status, stdout } = await callCommand([
      ...['check', path, '--json', '--threads', '0', '--solver', account.address, '--invalid', invalid],
    ])
    const found = readFileSync(invalid, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const expected = quotes.flatMap(({ isBroken }, index) => (isBroken ? [index + 1] : []))
    expect(found.map(({ line }) => line)).to.deep.equal(expected)
    expect(status).to.equal(1)
    expect(JSON.parse(stdout)).to.include({ total: 10_000, valid: 10_000 - expected.length })
    for (const { line, status, requestId } of found) {
      if (status === 'malformed' || line % 10 > 0) continue
      expect(requestId).to.equal(hashOrder(quotes[line - 1]!.order.orderData))
    }
  })

  it('behavior: --expect, and both kinds in one file', async () => {
    const [order] = await manyOrders(1)
    const attestation = readFileSync('test/vectors/records.ndjson', 'utf8').split('\n')[0]
    const path = folder.path('mixed.ndjson')
    writeFileSync(path, `${JSON.stringify(order)}\n${attestation}\n`)
    const expectations = (...given: string[]) => given.flatMap((text) => ['--expect', text])
    const run = (...given: string[]) =>
      callCommand(['check', path, '--threads', '0', '--solver', account.address, ...expectations(...given)])
    const { minimumAmount } = order!.orderData.output.payments[0]!
    const good = await run('deadline=1..1900000000', `minimumAmount=${minimumAmount}..`, 'originChainId=1')
    expect(good.stdout).to.match(/│ valid +│ 1 +│/)
    expect(good.stdout).to.include('Not signed by a trusted solver')
    const bad = await run('deadline=..1899999999')
    expect(bad.stdout).to.include('deadline is 1900000000, which is not what was expected.')
    expect((await run('deadline=soon')).stderr).to.include('--expect deadline must be a number, or a range')
    expect((await run('minimumAmout=1')).stderr).to.include('minimumAmount')
  })
})
