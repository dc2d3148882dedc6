import { expect } from 'chai'
import { type Address, concatHex, encodeFunctionData, type Hex, zeroAddress, zeroHash } from 'viem'
import { hashPayment, type Payment } from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { hashOrder, type OrderData, proveSignedOrder } from '../../src/index.js'
import { findOrder } from '../../src/service/orders/findOrder.js'
import type { WatchChain } from '../../src/watch/chainView.js'
import { judgePaidFill } from '../../src/watch/judge/judgePaidFill.js'
import type { ServiceAnswer, WatchService } from '../../src/watch/service.js'
import type { AuthorizationEvent } from '../../src/watch/types.js'
import { makeOrder, native, router, shop, user } from '../rules/settled/support.js'
import { bytes32, createAuthorization, createFill, job } from './fills.js'

const payment: Payment = {
  originChainId: 1n,
  originUser: zeroHash,
  originCurrency: zeroHash,
  token: zeroAddress,
  minimum: 5n,
  maximum: 5n,
  recipient: shop,
  refundTo: user,
  deadline: 1_800_000_000,
  salt: zeroHash,
  data: '0x',
}
const { chainId, receiver } = job
const callHash = hashPayment({ chainId, receiver, payment })
const payAuthorized = (terms: Payment) =>
  encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName: 'payAuthorized', args: [terms] })

function makeOrderWith(to: Address, terms: Payment): OrderData {
  return makeOrder({
    payments: [{ recipient: router, currency: native, minimum: 5n }],
    calls: [{ to, data: payAuthorized(terms), value: 5n }],
  })
}

type Options = {
  suffix?: Hex
  kept?: OrderData[]
  /** The service's record, found by the suffix. */
  known?: ServiceAnswer<Hex>
  /** The calldata before the suffix. */
  call?: Hex
  authorizations?: AuthorizationEvent[]
  isRemembered?: boolean
  isLive?: boolean
  isGone?: boolean
}

async function check({ suffix = bytes32(99), isLive = true, ...options }: Options) {
  const fill = createFill(7n, 3, { id: callHash, isReturned: true, recipient: user, solver: zeroAddress })
  const { kept = [], authorizations = [], isRemembered = false, isGone = false } = options
  const { known = { value: bytes32(98) }, call = '0xcd6e13f7' } = options
  const chain = {
    readTransaction: async () => ({ from: user, to: router, input: concatHex([call, suffix]), value: 0n }),
    readReceipt: async () => ({
      blockHash: isGone ? zeroHash : fill.blockHash,
      status: 'success',
      logs: [],
    }),
    isAuthorized: async () => isRemembered,
  } as Partial<WatchChain> as WatchChain
  const service: WatchService = {
    readAttestation: async () => ({ value: null }),
    readStatus: () => expect.fail('the status is not needed'),
    findRequest: async () => known,
  }
  const store = {
    findFills: () => expect.fail('fills are not needed'),
    findAuthorizations: async ({ callHashes = [] }: { callHashes?: readonly Hex[] }) =>
      authorizations.filter((one) => callHashes.includes(one.callHash)),
  }
  const end = await judgePaidFill({
    fill,
    isLive,
    job,
    chain,
    service,
    findOrder: async (orderId) => findOrder(orderId, kept),
    store,
    solvers: [],
    graceMs: 0,
    nowMs: 10,
  })
  if (!('result' in end)) return end
  const { findings, unchecked, requestId } = end.result
  return { requestId, findings: findings.map(({ kind, actual }) => ({ kind, actual })), unchecked }
}

const counted = { requestId: null, findings: [], unchecked: [] }
const returned = { kind: 'returned', actual: `1000 to ${user}` }

describe('judgePaidFill: returned payments', () => {
  it('default: a return that anyone may have caused is counted but not a finding', async () => {
    const known = { value: null }
    expect(await check({ known })).to.deep.equal(counted)
    expect(await check({ known, authorizations: [createAuthorization(3n)] })).to.deep.equal(counted)
  })

  it('behavior: a call with an earlier or later authorization is a finding', async () => {
    for (const block of [3n, 7n, 12n]) {
      const authorizations = [createAuthorization(block, { callHash })]
      expect(await check({ authorizations })).to.deep.equal({
        requestId: bytes32(98),
        findings: [returned],
        unchecked: [],
      })
    }
  })

  it('behavior: a call whose authorization only the receiver remembers is a finding', async () => {
    expect(await check({ isRemembered: true })).to.deep.include({ findings: [returned] })
  })

  it('behavior: a transaction that ends with the id of an order with this call is a finding', async () => {
    const value = makeOrderWith(receiver, payment)
    const found = { requestId: bytes32(98), findings: [returned], unchecked: [] }
    expect(await check({ suffix: hashOrder(value), kept: [makeOrder(), value] })).to.deep.equal(found)
  })

  it('behavior: an order with another call, of another receiver, or with none proves nothing', async () => {
    const broken = makeOrder()
    const others = [
      makeOrderWith(receiver, { ...payment, salt: bytes32(1) }),
      makeOrderWith(shop, payment),
      { ...broken, output: { ...broken.output, calls: ['0x1234'] } },
    ]
    for (const value of others) {
      expect(await check({ suffix: hashOrder(value), kept: [value] })).to.deep.equal(counted)
    }
  })

  it("behavior: uses the order in the transaction's own calldata", async () => {
    const value = makeOrderWith(receiver, payment)
    const call = encodeFunctionData({
      abi: signedOrderReceiverAbi,
      functionName: 'authorizeFill',
      args: [proveSignedOrder(value), '0x', []],
    })
    expect(await check({ suffix: hashOrder(value), call })).to.deep.include({ findings: [returned] })
    expect(await check({ suffix: bytes32(97), call, known: { value: null } })).to.deep.equal(counted)
  })

  it('behavior: an order known only to the service is reported as unchecked', async () => {
    expect(await check({})).to.deep.equal({
      ...counted,
      requestId: bytes32(98),
      unchecked: [{ reason: 'the order: the service no longer lists orders; pass --order quote.json' }],
    })
    expect(await check({ known: { problem: 'no listing' } })).to.deep.equal({
      ...counted,
      unchecked: [{ reason: 'the order: no listing' }],
    })
  })

  it('behavior: a return removed by a reorganization is not a finding', async () => {
    expect(await check({ isLive: false })).to.deep.equal(counted)
    expect(await check({ isGone: true })).to.deep.equal({ waitUntilMs: 1010, notes: null })
  })
})
