import type { Hex } from 'viem'
import { hashOrder, type OrderData, signOrder, verifyOrderSignature } from '../../src/index.js'
import { readVector } from '../../test/support/vectors.js'
import { orderFields } from './fields.js'
import { makeOrder, outputToken, recipient, solver, thief, token, user } from './makeQuote.js'
import { listPlaces, pathOf, patternOf, setAt, valueAt } from './places.js'

type OrderTest = {
  comment: string
  orderData: OrderData
  orderId: Hex
  signature?: string
  /** The address that a contract recovers from the signature. Null if it recovers none. */
  signer?: string | null
  flags: string[]
}

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Creates the groups of orders: published ones, single changes of their fields, and signatures that every contract rejects. */
export async function makeOrderGroups() {
  let tcId = 0
  const groups = [
    { name: 'published', tests: await published() },
    { name: 'one field changed', tests: await changed() },
    { name: 'signatures', tests: await signatures() },
  ]
  return groups.map(({ name, tests }) => ({
    type: 'order',
    name,
    tests: tests.map((test) => ({ tcId: ++tcId, ...test })),
  }))
}

async function published(): Promise<OrderTest[]> {
  const [plain, solana, call] = [
    readVector('order-live'),
    readVector('order-solana'),
    readVector('quote-call-live'),
  ]
  const { orderData } = call.quote.protocol.v2
  const orders: [string, OrderData, Hex][] = [
    [plain.source, plain.orderData, plain.orderId],
    [solana.source, solana.orderData, solana.orderId],
    [`${call.source}; the id is recomputed`, orderData, hashOrder(orderData)],
  ]
  return orders.map(([comment, order, orderId]) => {
    if (hashOrder(order) !== orderId) throw new Error(`${comment}: the id differs.`)
    return { comment, orderData: order, orderId, flags: ['Published'] }
  })
}

const request = {
  user,
  recipient,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: token,
  destinationCurrency: outputToken,
  amount: '1000000',
  tradeType: 'EXACT_INPUT',
  txs: [{ to: recipient, data: '0x1234', value: '5' }],
} as const

const order = makeOrder({ ...request, txs: [...request.txs] })

async function changed(): Promise<OrderTest[]> {
  const places = listPlaces(order).flatMap((place) =>
    orderFields.filter(({ at }) => at.includes(patternOf(place))).map((rule) => ({ place, rule })),
  )
  const tests = places.map(async ({ place, rule }) => {
    const orderData = setAt(order, place, rule.to(valueAt(order, place))) as OrderData
    const signature = await signOrder({ orderData, account: solver })
    const comment = pathOf(place)
    return {
      comment,
      orderData,
      orderId: hashOrder(orderData),
      signature,
      signer: solver.address,
      flags: ['Field'],
    }
  })
  return Promise.all(tests)
}

async function signatures(): Promise<OrderTest[]> {
  const orderId = hashOrder(order)
  const signature = await signOrder({ orderData: order, account: solver })
  const [r, s, v] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`), signature.slice(130)]
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const parity = v === '1c' ? 1n << 255n : 0n
  const forms: [string, string, string | null, string][] = [
    ['65 bytes: r, s, v', signature, solver.address, 'Valid'],
    ['64 bytes of ERC-2098', `0x${r}${word(s | parity)}`, solver.address, 'Valid'],
    ['of another key', await signOrder({ orderData: order, account: thief }), thief.address, 'OtherKey'],
    ['a high s', `0x${r}${word(curveOrder - s)}${v === '1b' ? '1c' : '1b'}`, null, 'Malleable'],
    ['v of 0 or 1', `${signature.slice(0, 130)}${v === '1b' ? '00' : '01'}`, null, 'WrongV'],
    ['63 bytes', signature.slice(0, -4), null, 'WrongLength'],
    ['66 bytes', `${signature}00`, null, 'WrongLength'],
    ['empty', '0x', null, 'WrongLength'],
    ['r of zero', `0x${word(0n)}${word(s)}${v}`, null, 'OutOfRange'],
    ['s of zero', `0x${r}${word(0n)}${v}`, null, 'OutOfRange'],
  ]
  return Promise.all(
    forms.map(async ([comment, form, signer, flag]) => {
      const found = await verifyOrderSignature({
        orderData: order,
        signature: form as Hex,
        solver: solver.address,
      })
      if (found.solver !== signer) throw new Error(`${comment}: recovers ${found.solver}.`)
      return { comment, orderData: order, orderId, signature: form, signer, flags: [flag] }
    }),
  )
}
