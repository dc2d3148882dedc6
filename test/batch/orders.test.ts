import { expect } from 'chai'
import { type Hex, pad, zeroAddress } from 'viem'
import { createBatchVerifier } from '../../src/batch/createBatchVerifier.js'
import type { BatchRecord, BatchResult } from '../../src/batch/types.js'
import {
  type FillproofError,
  hashOrder,
  type OrderData,
  signOrder,
  verifyOrderSignature,
} from '../../src/index.js'
import type { ExpectedRecord } from '../../src/protocol/attestation/checkExpected.js'
import { parseKeptOrder } from '../../src/service/orders/keptOrder.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { toV3 } from '../service/steps/bothVersions.js'
import { account, makeOrder, makeQuote, recipient, request } from '../service/steps/quotes.js'
import { mistyped } from '../support/mistyped.js'
import { readVector } from '../support/vectors.js'
import { createDraw } from './generateLines.js'
import { damageOrder, manyOrders, type SignedOrder, signed } from './manyOrders.js'

const solvers = account.address

async function verify(record: unknown, parameters: object = {}) {
  const verifier = createBatchVerifier({ solvers, threads: 0, ...parameters })
  const { index: _, ...result } = await verifier.verify(record as BatchRecord)
  return result
}

describe('signed orders in a batch', () => {
  let pair: SignedOrder

  before(async () => {
    pair = await signed(0)
  })

  it('default: a pair, a quote of either version, and a kept call', async () => {
    const { orderData, orderSignature } = pair
    const quote = { ...makeQuote(makeOrder(request)), protocol: { v2: pair } }
    for (const record of [pair, quote, toV3(quote), { format: 1, state: 'quoted', quote }]) {
      const line = JSON.stringify(record)
      expect(await verify(line), line).to.deep.equal({ status: 'valid', solver: solvers })
    }
    expect(await verify({ orderData, orderSignature })).to.include({ status: 'valid' })
  })

  it('behavior: an order without a signature, and a line with the fields of neither kind', async () => {
    expect(await verify({ orderData: pair.orderData })).to.deep.equal({
      status: 'invalid',
      solver: null,
      reason: 'The signature is not valid: there is none.',
    })
    expect(await verify({ order: pair.orderData })).to.deep.equal({
      status: 'malformed',
      solver: null,
      reason: 'requestData must be an object, found undefined.',
    })
  })

  it("attack: an order inside another order's quote, and an attestation next to an order", async () => {
    const inner = { protocol: { v2: pair } }
    const outer = { ...pair, orderData: { ...pair.orderData, salt: '0x07' } }
    expect(await verify({ ...outer, quote: inner })).to.include({ status: 'invalid' })
    const { record, solver } = readVector('attestation-v1-live')
    const forged = { ...record, requestData: { ...record.requestData, originAmount: '1' } }
    expect(await verify({ ...forged, ...pair })).to.include({ status: 'invalid' })
    expect(await verify({ ...record, ...outer }, { solvers: solver })).to.include({ status: 'valid' })
  })

  it("attack: a trusted solver signs another's order", async () => {
    const orderData = { ...pair.orderData, solver: recipient }
    const orderSignature = await signOrder({ orderData, account })
    const result = await verify({ orderData, orderSignature })
    expect(result).to.include({ status: 'invalid', solver: solvers })
    expect(result.reason).to.match(/^Not signed by the order's solver, 0x/)
  })

  it('attack: each changed field and byte is detected, and nothing else', async () => {
    const draw = createDraw(54)
    const orders = await manyOrders(60)
    const records = orders.flatMap((order, index) => [
      order,
      ...damageOrder(order, draw).filter((_, place) => index < 2 || (place + index) % 40 === 0),
    ])
    const lines = records.map((record) => JSON.stringify(record))
    expect(lines.length).to.be.above(300)
    const verifier = createBatchVerifier({ solvers, threads: 1 })
    const results: BatchResult[] = []
    for await (const result of verifier.verifyMany(lines.join('\n'))) results.push(result)
    await verifier.close()
    for (const [index, { status, solver, reason }] of results.entries()) {
      const record = records[index]!
      expect(status === 'valid', lines[index]).to.equal(orders.includes(record))
      const library = await verifyAsLibrary(record)
      expect({ status, solver, reason }, lines[index]).to.deep.equal(library)
    }
  })

  const orderId = () => hashOrder(pair.orderData)
  const input = () => pair.orderData.inputs[0]!.payment
  const { minimumAmount } = makeOrder(request).output.payments[0]!
  const deadline = 1_900_000_000
  const other = `0x${'12'.repeat(20)}` as const

  const cases: [name: string, good: () => ExpectedRecord, bad: () => ExpectedRecord][] = [
    ['solver', () => ({ solver: account.address }), () => ({ solver: other })],
    ['orderId', () => ({ orderId: orderId() }), () => ({ orderId: pad('0x01') })],
    ['deadline', () => ({ deadline }), () => ({ deadline: deadline + 1 })],
    [
      'the least deadline',
      () => ({ deadline: { min: deadline } }),
      () => ({ deadline: { min: deadline + 1 } }),
    ],
    [
      'the last deadline',
      () => ({ deadline: { max: deadline } }),
      () => ({ deadline: { max: deadline - 1 } }),
    ],
    ['originChainId', () => ({ originChainId: 1 }), () => ({ originChainId: 8453 })],
    ['originCurrency', () => ({ originCurrency: zeroAddress }), () => ({ originCurrency: other })],
    [
      'originAmount',
      () => ({ originAmount: { min: BigInt(input().amount), max: BigInt(input().amount) } }),
      () => ({ originAmount: { max: BigInt(input().amount) - 1n } }),
    ],
    ['destinationChainId', () => ({ destinationChainId: 8453 }), () => ({ destinationChainId: 1 })],
    [
      'destinationCurrency',
      () => ({ destinationCurrency: pair.orderData.output.payments[0]!.currency as Hex }),
      () => ({ destinationCurrency: other }),
    ],
    [
      'destinationUser',
      () => ({ destinationUser: [other, pad(pair.orderData.output.payments[0]!.recipient as Hex)] }),
      () => ({ destinationUser: [other] }),
    ],
    [
      'minimumAmount',
      () => ({ minimumAmount: BigInt(minimumAmount) }),
      () => ({ minimumAmount: { min: BigInt(minimumAmount) + 1n } }),
    ],
    ['now', () => ({ now: deadline }), () => ({ now: deadline + 1 })],
    [
      'the whole order',
      () => ({ orderData: pair.orderData }),
      () => ({ orderData: { ...pair.orderData, salt: '0x05' } as OrderData }),
    ],
  ]
  for (const [name, good, bad] of cases) {
    it(`behavior: expects ${name}`, async () => {
      expect(await verify(pair, { expected: good() })).to.deep.equal({ status: 'valid', solver: solvers })
      const failed = await verify(pair, { expected: bad() })
      expect(failed).to.include({ status: 'invalid', solver: solvers })
      expect(failed.reason).to.be.a('string')
    })
  }

  it('behavior: an expected field that this kind of line lacks fails the line', async () => {
    const lacking = await verify(pair, { expected: { originUser: solvers } })
    expect(lacking).to.include({ status: 'invalid', reason: 'This order does not sign originUser.' })
    const orderData = { ...pair.orderData, inputs: [], output: { ...pair.orderData.output, payments: [] } }
    const empty = { orderData, orderSignature: await signOrder({ orderData, account }) }
    expect(await verify(empty)).to.include({ status: 'valid' })
    for (const name of ['originAmount', 'minimumAmount'] as const) {
      const result = await verify(empty, { expected: { [name]: { min: 0n } } })
      expect(result).to.include({ status: 'invalid', reason: `This order does not sign ${name}.` })
    }
    const { record, solver } = readVector('attestation-v1-live')
    for (const expected of [
      { minimumAmount: 0n },
      { orderId: record.requestId },
      { solver },
      { deadline: 1 },
    ]) {
      const name = Object.keys(expected)[0]
      const result = await verify(record, { solvers: solver, expected })
      expect(result).to.include({ status: 'invalid', reason: `Layout v1 does not sign ${name}.` })
    }
  })

  it('behavior: chains are named by the profile, and an unknown one fails the line', async () => {
    const orderData = structuredClone(pair.orderData) as { output: { chainId: string } } & OrderData
    orderData.output.chainId = 'newchain'
    const named = { profile: { ...profileOf('newchain') } }
    const orderSignature = await signOrder({ orderData, evmChains: ['newchain'], account })
    const record = { orderData, orderSignature }
    expect(await verify(record)).to.deep.equal({
      status: 'malformed',
      solver: null,
      reason: 'output.chainId must be a chain that is known, found "newchain".',
    })
    expect(await verify(record, named)).to.include({ status: 'valid' })
    expect(await verify(record, { ...named, expected: { destinationChainId: 777 } })).to.include({
      status: 'valid',
    })
    const unlisted = { profile: { ...profileOf('newchain'), chains: [] }, expected: { originChainId: 1 } }
    expect(await verify(pair, unlisted)).to.include({ status: 'invalid' })
  })

  it('error: an unknown profile', () => {
    expect(() => createBatchVerifier({ solvers, profile: mistyped('nobody') })).to.throw(
      'profile must be the name of a profile, or a profile, found "nobody".',
    )
  })
})

async function verifyAsLibrary(record: SignedOrder) {
  try {
    const { orderData, orderSignature: signature } = parseKeptOrder(record)
    const { valid, solver, checks } = await verifyOrderSignature({ orderData, signature, solver: solvers })
    const reason = checks.find(({ ok }) => !ok)?.message
    return { status: valid ? 'valid' : 'invalid', solver, reason }
  } catch (error) {
    return { status: 'malformed', solver: null, reason: (error as FillproofError).shortMessage }
  }
}

function profileOf(name: string) {
  return { ...mockProfile, chains: [{ name, id: 777 }] }
}
