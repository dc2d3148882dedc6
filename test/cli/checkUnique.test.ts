import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Hex } from 'viem'
import { createPacker } from '../../src/batch/packResults.js'
import { createIdTable, createUnique } from '../../src/cli/check/createIdTable.js'
import { hashOrder } from '../../src/index.js'
import { manyOrders } from '../batch/manyOrders.js'
import { account } from '../service/steps/quotes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'

const { record } = readVector('attestation-v1-live')
const line = JSON.stringify(record)
const forged = line.replace('700000000000000000', '700000000000000001')

describe('fillproof check --unique', () => {
  const folder = setUpFolder()

  const check = async (content: string, args: readonly string[] = []) => {
    const invalid = folder.path('invalid.ndjson')
    const { status, stdout, stderr } = await callCommand([
      ...['check', await folder.write(content, 'ndjson'), '--json', '--invalid', invalid],
      ...['--threads', '0', ...args],
    ])
    const broken = (await readFile(invalid, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text))
    return { status, stderr, summary: stdout && JSON.parse(stdout), broken }
  }

  for (const threads of ['0', '2']) {
    it(`default: an id that occurs twice is invalid, with ${threads} threads`, async () => {
      const content = `${line}\n`.repeat(3)
      expect(await check(content, ['--threads', threads])).to.deep.include({ status: 0, broken: [] })
      const { status, summary, broken } = await check(content, ['--unique', '--threads', threads])
      expect(status).to.equal(1)
      expect(summary).to.deep.include({ total: 3, valid: 1, invalid: 2, malformed: 0 })
      expect(summary.reasons).to.deep.equal([
        { status: 'invalid', reason: 'requestId must occur once.', count: 2 },
      ])
      const reason = 'requestId must occur once, found before in line 1.'
      expect(broken).to.deep.equal(
        [2, 3].map((at) => ({
          ...{ line: at, status: 'invalid', requestId: record.requestId.toLowerCase(), reason, text: line },
        })),
      )
    })
  }

  it('behavior: in any hex case and any form of an order', async () => {
    const upper = line.replace(record.requestId.slice(2), record.requestId.slice(2).toUpperCase())
    expect((await check(`${line}\n${upper}\n`, ['--unique'])).summary).to.include({ valid: 1, invalid: 1 })
    const [order, other] = await manyOrders(2)
    const forms = [order, { protocol: { v2: order } }, { quote: { protocol: { v2: order } } }, other]
    const solvers = ['--solver', account.address, '--unique']
    const { summary, broken } = await check(
      forms.map((form) => `${JSON.stringify(form)}\n`).join(''),
      solvers,
    )
    expect(summary).to.include({ valid: 2, invalid: 2 })
    for (const { requestId, reason } of broken) {
      expect(requestId).to.equal(hashOrder(order!.orderData))
      expect(reason).to.equal('orderId must occur once, found before in line 1.')
    }
  })

  it('behavior: an attestation and the order with its id are not duplicates', async () => {
    const unique = createUnique()
    const results = (id: string) => {
      const packer = createPacker()
      packer.add({ status: 'valid', solver: null, id })
      return { index: 0, bytes: new Uint8Array(), results: packer.pack() }
    }
    const id = `0x${'ab'.repeat(32)}`
    const valid = [`requestId ${id}`, `orderId ${id}`, `orderId ${id}`].map(
      (one) => unique(results(one)).results.counts.valid,
    )
    expect(valid).to.deep.equal([1, 1, 0])
  })

  it('behavior: a line that is not valid claims no id', async () => {
    const { summary, broken } = await check(`${forged}\n${line}\n${forged}\n`, ['--unique'])
    expect(summary).to.include({ valid: 1, invalid: 2 })
    expect(broken.map(({ line }) => line)).to.deep.equal([1, 3])
    for (const { reason } of broken) expect(reason).not.to.include('must occur once')
  })

  it('error: a shard', async () => {
    const { status, stderr } = await callCommand([
      ...['check', await folder.write(line), '--unique', '--shard', '1/2', '--invalid', folder.path('shard')],
    ])
    expect(status).to.equal(2)
    expect(stderr).to.include('--unique needs the whole file: a shard does not see the others.')
  })

  it('behavior: ids with equal beginnings and ends are distinguished', () => {
    const table = createIdTable()
    const ids = ['11', '22', '33'].map((middle): Hex => `0x${'ab'.repeat(15)}${middle}${'cd'.repeat(16)}`)
    expect(ids.map((id, line) => table.add(id, line))).to.deep.equal([undefined, undefined, undefined])
    expect(ids.map((id) => table.add(id, 9))).to.deep.equal([0, 1, 2])
  })

  it('property: the table of ids behaves like a Map, in 45 MB for a million', function () {
    this.timeout(20_000)
    const count = 1_000_000
    const idAt = (at: number): Hex =>
      at % 2 ? `0x${at.toString(16).padStart(64, '0')}` : `0x${seed}${at.toString(16).padStart(8, '0')}`
    const seed = randomBytes(28).toString('hex')
    const before = process.memoryUsage().arrayBuffers
    const table = createIdTable()
    for (let at = 1; at <= count; at++) {
      if (table.add(idAt(at), at) !== undefined) expect.fail(`${at} was there`)
    }
    expect((process.memoryUsage().arrayBuffers - before) / 1e6).to.be.below(60)
    for (let at = 1; at <= count; at += 997) expect(table.add(idAt(at), 7)).to.equal(at)
  })
})
