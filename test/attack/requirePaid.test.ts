// Attacks on the last step of a payment: is the call paid on the destination chain?
import { expect } from 'chai'
import {
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem'
import { requirePaid } from '../../src/client/receiver/requirePaid.js'
import { attestedOrderReceiverAbi } from '../../src/index.js'
import { freshAddress } from '../mock/helpers.js'
import { fake } from '../support/fake.js'
import type { Args } from './clientSupport.js'
import { endOf } from './setUpAttack.js'

const receiver = freshAddress()
const word = (byte: string): Hex => `0x${byte.repeat(32)}`
const [callHash, otherCall, first, second] = [word('11'), word('22'), word('33'), word('44')]

/** Ends with 'paid', or with the name of the error. */
function run(
  request: (args: Args) => unknown,
  outcome: object,
  client: object = { getStatus: async () => undefined },
  timeoutMs = 400,
): Promise<string> {
  const transport = custom({ request: async (args: Args) => request(args) }, { retryCount: 0 })
  const destinationClient = createPublicClient({ transport, cacheTime: 0 })
  const quote = { steps: [{ id: 'deposit', requestId: zeroHash, items: [{}] }] }
  const clients = { destinationClient, pollingIntervalMs: 10, timeoutMs }
  const held = { call: { receiver, callHash, quote }, tell: () => {} }
  return endOf(requirePaid(fake(client), fake(clients), fake(held), fake(outcome)), 8000)
}

const success = (...txHashes: Hex[]) => ({ status: 'success', txHashes })

describe('Attack: requirePaid of the paying client', () => {
  /** The receiver was paid by the `paidAt`th request; a transaction returned the money of a call. */
  function runReturned(ofCall: Hex, paidAt = Number.POSITIVE_INFINITY): Promise<string> {
    const returned = {
      address: receiver,
      topics: encodeEventTopics({
        abi: attestedOrderReceiverAbi,
        eventName: 'PaymentReturned',
        args: { callHash: ofCall, refundTo: receiver },
      }),
      data: encodeAbiParameters(
        [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
        [receiver, zeroAddress, 1n],
      ),
    }
    const mined = { transactionHash: first, blockNumber: '0x5' }
    let asked = 0
    const request = ({ method }: Args) => {
      if (method === 'eth_call') return pad(asked++ < paidAt ? '0x0' : '0x1')
      return {
        ...mined,
        blockHash: zeroHash,
        status: '0x1',
        logs: [{ ...returned, ...mined, logIndex: '0x0' }],
      }
    }
    return run(request, success(first), undefined, 1000)
  }

  it("another call's returned payment in the transaction is not this call's", async () => {
    expect(await runReturned(callHash)).equal('PaymentReturnedError')
    expect(await runReturned(otherCall)).equal('CallNotPaidError')
  })

  it('the client retries a node that lags for a moment', async () => {
    expect(await runReturned(otherCall, 5)).equal('paid')
  })

  it('the service reports failure, and the node went down after one answer: the payment is unknown', async () => {
    let asked = 0
    const request = () => {
      if (asked++ === 0) return pad('0x0')
      throw Object.assign(new Error('too many requests'), { code: 429 })
    }
    expect(await run(request, { status: 'failure' })).equal('CallPaymentUnknownError')
  })

  it('the service names the fills one by one: the success is denied only once all of them are known', async () => {
    // The node is behind the second one.
    const request = ({ method, params }: Args) => {
      if (method === 'eth_call') return pad('0x0')
      if (params[0] !== first) return null
      return { transactionHash: first, blockNumber: '0x5', blockHash: zeroHash, status: '0x1', logs: [] }
    }
    const getStatus = async () => ({ status: 'success', txHashes: [first, second] })
    expect(await run(request, { status: 'success', txHashes: [first] }, { getStatus })).equal(
      'CallPaymentUnknownError',
    )
  })

  /** A node that has the first fill, in block 5, and says at which blocks the call was paid. */
  const nodeOf =
    (isPaidAt: (block: unknown) => boolean) =>
    ({ method, params }: Args) => {
      if (method === 'eth_call') return pad(isPaidAt(params[1]) ? '0x1' : '0x0')
      if (params[0] !== first) return null
      return { transactionHash: first, blockNumber: '0x5', blockHash: zeroHash, status: '0x1', logs: [] }
    }
  it('the node has one of two fills: the payment is unknown', async () => {
    const told = await run(
      nodeOf(() => false),
      success(first, second),
    )
    expect(told).equal('CallPaymentUnknownError')
  })

  it("the node denies the payment at its head but not at the fill's block: the payment is unknown", async () => {
    expect(
      await run(
        nodeOf((block) => block === '0x5'),
        success(first),
      ),
    ).equal('CallPaymentUnknownError')
  })

  it('a success that names its fills late is denied once they are known', async () => {
    const told = await run(
      nodeOf(() => false),
      success(),
      { getStatus: async () => success(first) },
    )
    expect(told).equal('CallNotPaidError')
  })

  it('setting the clock back an hour does not add an hour of waiting', async () => {
    const { now } = Date
    const request = ({ method }: Args) => {
      Date.now = () => now() - 3_600_000
      return method === 'eth_call' ? pad('0x0') : null
    }
    try {
      expect(await run(request, { status: 'failure' })).equal('CallNotPaidError')
    } finally {
      Date.now = now
    }
  })
})
