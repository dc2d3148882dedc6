import { expect } from 'chai'
import { concatHex, encodeFunctionData, getAddress, type Hex, pad, zeroHash } from 'viem'
import { hashPayment, type Payment } from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { hashOrder, type OrderData, proveOrderOutput } from '../../src/index.js'
import { findOrder, noOrderListed } from '../../src/service/orders/findOrder.js'
import type { ServiceProfileRouter } from '../../src/service/profile/types.js'
import { judgeSettlement } from '../../src/watch/judge/judgeSettlement.js'
import type { WatchService } from '../../src/watch/service.js'
import type { AuthorizationEvent, FillEvent } from '../../src/watch/types.js'
import {
  deadline,
  executed,
  makeOrder,
  native,
  nativeTransfer,
  number,
  type RawLog,
  router,
  shop,
  transfer,
} from '../rules/settled/support.js'
import { fake } from '../support/fake.js'
import { bytes32, createAuthorization, createFill, job } from './fills.js'

const orderData = makeOrder()
const orderId = hashOrder(orderData)
const otherId = bytes32(99)
const requestId = bytes32(98)

const known: ServiceProfileRouter = {
  address: router,
  form: 'metadata',
  witness: 'metadata',
  callLog: 'bytes',
  label: 'v3',
}

type Options = {
  order?: OrderData
  /** The evidence shows none. */
  isHidden?: boolean
  suffix?: Hex
  logs?: RawLog[]
  /** Null is unknown. */
  requestId?: Hex | null
  fillId?: Hex
  fills?: FillEvent[]
  authorizations?: AuthorizationEvent[]
  requests?: Record<Hex, Hex>
  attested?: Hex[]
  kept?: OrderData[]
  blockTime?: number
  routers?: readonly ServiceProfileRouter[]
}

function check(options: Options = {}) {
  const { order = orderData, suffix = hashOrder(order), logs = [transfer(shop, 100n)] } = options
  const { fills = [], authorizations = [], requests = {}, attested = [], blockTime = deadline } = options
  const fill = createFill(7n, 3, { blockTime, ...(options.fillId && { id: options.fillId }) })
  const service: WatchService = {
    readAttestation: async (id) => ({ value: attested.includes(id) ? fake({}) : null }),
    readStatus: () => expect.fail('the status is not needed'),
    findRequest: async (id) => ({ value: requests[id] ?? null }),
  }
  const store = {
    findFills: async (ids: readonly Hex[]) => fills.filter(({ id }) => ids.includes(id)),
    findAuthorizations: async ({ ids = [] }: { ids?: readonly Hex[] }) =>
      authorizations.filter(({ id }) => ids.includes(id)),
  }
  return judgeSettlement({
    job,
    fill,
    transaction: { from: router, to: router, input: concatHex(['0xcd6e13f7', suffix]), value: 0n },
    receipt: { status: 'success', logs: number(logs) },
    orders: options.isHidden ? [] : [{ id: hashOrder(order), output: proveOrderOutput(order).output }],
    routers: options.routers ?? [known],
    requestId: options.requestId === undefined ? requestId : (options.requestId ?? undefined),
    service,
    findOrder: async (orderId) => findOrder(orderId, options.kept ?? []),
    store,
  })
}

const kindOf = async (options: Options) => {
  const found = await check(options)
  return found && ('claim' in found ? found.claim.kind : found.problem)
}

describe('judgeSettlement', () => {
  it('default: a fill that the oracle counts has no finding', async () => {
    expect(await check()).to.equal(undefined)
    const calls = [{ to: shop, data: '0x1234', value: 0n }] as const
    const payments = [{ recipient: router, currency: native, minimum: 5n }]
    const order = makeOrder({ payments, calls })
    expect(await check({ order, logs: [nativeTransfer(router, 5n), executed(calls[0])] })).to.equal(undefined)
  })

  it('behavior: reports a fill that the oracle does not count, with the rule', async () => {
    expect(await check({ logs: [transfer(shop, 99n)] })).to.deep.equal({
      claim: {
        kind: 'notSettled',
        expected: 100n,
        actual: 99n,
        message:
          'The service will not settle the fill: Only 99 counts for output.payments[0], less than the minimum of 100.',
      },
    })
    expect(await kindOf({ blockTime: deadline + 1 })).to.equal('notSettled')
    const calls = [{ to: shop, data: '0x1234', value: 0n }] as const
    expect(await kindOf({ order: makeOrder({ calls }) })).to.equal('notSettled')
    const fillContract = {
      payments: [{ recipient: shop, currency: native, minimum: 5n }],
      extraData: pad(shop),
    }
    const order = makeOrder(fillContract)
    expect(await kindOf({ order, logs: [nativeTransfer(shop, 5n)] })).to.equal('notSettled')
    const routers = [{ ...known, address: shop }]
    expect(await kindOf({ order, routers, logs: [nativeTransfer(shop, 5n, shop)] })).to.equal(undefined)
  })

  it('behavior: reports that a result depends on an assumed or unlisted router', async () => {
    const calls = [{ to: shop, data: '0x1234', value: 0n }] as const
    const order = makeOrder({ calls })
    const logs = [transfer(shop, 100n), executed(calls[0])]
    const named = getAddress(router)
    const assumed = `Assumes that ${named} logs as the newest known router does: only the service's listing names it.`
    const unlisted = `Assumes that ${named} is a router of the service: the profile does not list it.`
    const cases: [routers: ServiceProfileRouter[], words: string][] = [
      [[{ ...known, assumed: true }], assumed],
      [[{ ...known, address: shop }], unlisted],
      [[], unlisted],
    ]
    for (const [routers, words] of cases) {
      expect(await check({ order, logs, routers })).to.deep.equal({ problem: `the settlement: ${words}` })
      const refused = await check({ order, logs: [transfer(shop, 100n)], routers })
      expect(refused).nested.property('claim.kind', 'notSettled')
      expect(refused)
        .nested.property('claim.message')
        .that.satisfies((text: string) => text.endsWith(` ${words}`))
      // A token counts by its own logs.
      expect(await check({ routers })).to.equal(undefined)
      expect(await check({ routers, logs: [] }))
        .nested.property('claim.message')
        .not.includes('Assumes')
    }
    expect(await check({ order, logs })).to.equal(undefined)
    expect(await check({ order, logs: [transfer(shop, 100n)] }))
      .nested.property('claim.message')
      .not.includes('Assumes')
  })

  it('behavior: a receiver that is the fill contract does not need to be a listed router', async () => {
    const payments = [{ recipient: shop, currency: native, minimum: 5n }]
    const order = makeOrder({ payments, extraData: pad(job.receiver) })
    const logs = [nativeTransfer(shop, 5n, job.receiver)]
    expect(await check({ order, logs, routers: [] })).to.equal(undefined)
  })

  it('behavior: calldata that does not end with an order id is not settled', async () => {
    expect(await check({ suffix: zeroHash })).to.deep.include({
      claim: {
        kind: 'notSettled',
        expected: orderId,
        actual: zeroHash,
        message:
          "The service will not settle the fill: The transaction's calldata does not end with the order's id.",
      },
    })
  })

  describe("a transaction that ends with another order's id", () => {
    const cases: [name: string, options: Options][] = [
      ['that a fill of the receiver paid', { fills: [createFill(3n, 0, { id: otherId })] }],
      ['that authorized another call', { authorizations: [createAuthorization(3n, { id: otherId })] }],
      ['that the service knows', { requests: { [otherId]: bytes32(1) } }],
      ['that is an attested request', { attested: [otherId] }],
      ["that is of the fill's own request, whose order is another", { requests: { [otherId]: requestId } }],
    ]
    for (const [name, options] of cases) {
      it(name, async () => {
        const found = await check({ ...options, suffix: otherId })
        expect(found).to.deep.include({
          claim: {
            kind: 'otherOrder',
            expected: orderId,
            actual: otherId,
            message:
              "The fill's transaction ends with the id of another order, which the service settles with it.",
          },
        })
      })
    }
  })

  describe('evidence that does not show the order', () => {
    it('behavior: a stored order counts if it belongs to this request', async () => {
      const kept = [orderData]
      const requests = { [orderId]: requestId }
      expect(await kindOf({ isHidden: true, requests, kept })).to.equal(undefined)
      expect(await kindOf({ isHidden: true, requestId: orderId, kept })).to.equal(undefined)
      expect(await kindOf({ isHidden: true, requests, kept, logs: [] })).to.equal('notSettled')
      const authorizations = [createAuthorization(3n, { id: orderId, callHash: createFill(7n, 3).id })]
      expect(await kindOf({ isHidden: true, authorizations, kept })).to.equal(undefined)
      expect(await kindOf({ isHidden: true, requests: { [orderId]: bytes32(1) }, kept })).to.equal(
        'otherOrder',
      )
    })

    it('behavior: a call of an unknown request belongs to the order that contains it', async () => {
      const payment: Payment = {
        originChainId: 1n,
        originUser: zeroHash,
        originCurrency: zeroHash,
        token: native,
        minimum: 5n,
        maximum: 5n,
        recipient: shop,
        refundTo: shop,
        deadline,
        salt: zeroHash,
        data: '0x',
      }
      const { chainId, receiver } = job
      const fillId = hashPayment({ chainId, receiver, payment })
      const data = encodeFunctionData({
        abi: attestedOrderReceiverAbi,
        functionName: 'payAuthorized',
        args: [payment],
      })
      const order = makeOrder({ calls: [{ to: receiver, data, value: 5n }] })
      const logs = [transfer(shop, 100n), executed({ to: receiver, data, value: 5n })]
      const known = {
        order,
        logs,
        isHidden: true,
        requestId: null,
        requests: { [hashOrder(order)]: bytes32(1) },
      }
      const kept = [order]
      expect(await kindOf({ ...known, kept, fillId })).to.equal(undefined)
      expect(await kindOf({ ...known, kept, fillId, logs: [] })).to.equal('notSettled')
      expect(await kindOf({ ...known, kept, fillId: bytes32(3) })).to.equal('otherOrder')
      expect(await kindOf({ ...known, fillId })).to.equal(`the settlement: ${noOrderListed}`)
    })

    it('behavior: an unknown order is reported as unchecked', async () => {
      const unknown = 'the settlement: the order of the fill is not known'
      expect(await kindOf({ isHidden: true })).to.equal(unknown)
      expect(await kindOf({ isHidden: true, requestId: orderId })).to.equal(
        `the settlement: ${noOrderListed}`,
      )
      const kept = [makeOrder({ outputChain: 'optimism' })]
      expect(await kindOf({ isHidden: true, requestId: orderId, kept })).to.equal(
        `the settlement: ${noOrderListed}`,
      )
    })
  })
})
