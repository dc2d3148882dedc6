// Signed orders, and each way to damage one: every field of the order and every byte of the signature.
import { type Hex, numberToHex } from 'viem'
import { type OrderData, signOrder } from '../../src/index.js'
import { account, makeOrder, recipient, request, thief } from '../service/steps/quotes.js'
import type { Draw } from './generateLines.js'

export type SignedOrder = { orderData: OrderData; orderSignature: Hex }

/** An order with two refunds, a call and a fee, of which each has a salt and a recipient of its own. */
export async function signed(index: number): Promise<SignedOrder> {
  const made = makeOrder(request)
  const [payment] = made.output.payments
  const [input] = made.inputs
  const to = index === 0 ? recipient : numberToHex(0xcafe000 + index, { size: 20 })
  const fee = {
    recipientChainId: 'base',
    recipient: thief,
    currencyChainId: 'ethereum',
    currency: thief,
    amount: '7',
  }
  const orderData: OrderData = {
    ...made,
    solver: account.address,
    salt: numberToHex(2n ** 200n + BigInt(index), { size: 32 }),
    inputs: [{ ...input!, refunds: [...input!.refunds, input!.refunds[0]!] }],
    output: { ...made.output, payments: [{ ...payment!, recipient: to }], extraData: '0x1234' },
    fees: [fee],
  }
  return { orderData, orderSignature: await signOrder({ orderData, account }) }
}

export function manyOrders(count: number): Promise<SignedOrder[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => signed(index)))
}

/** Each field changed alone, each item added or taken away, and each byte of the signature with one bit changed. */
export function damageOrder(order: SignedOrder, draw: Draw): SignedOrder[] {
  const fields = pathsOf(order.orderData).map((path) => ({
    ...order,
    orderData: changeAt(order.orderData, path, draw) as OrderData,
  }))
  const bytes = Array.from({ length: 65 }, (_, place) => ({
    ...order,
    orderSignature: flipBit(order.orderSignature, place, draw),
  }))
  return [...fields, ...bytes]
}

type Path = readonly (string | number)[]

/** The paths of all values that are no object, and of all lists. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inner = Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...at, key]))
  return Array.isArray(value) ? [at, ...inner] : inner
}

function changeAt(value: unknown, [key, ...rest]: Path, draw: Draw): unknown {
  if (key === undefined) return change(value, draw)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = changeAt(copy[key], rest, draw)
  return copy
}

function change(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : [...value, ...'0x']
  if (typeof value === 'number') return value - 1 - draw(9)
  const text = String(value)
  if (/^0x([0-9a-f]{2})+$/i.test(text)) return flipBit(text as Hex, draw(text.length / 2 - 1), draw)
  if (/^\d+$/.test(text)) return String(BigInt(text) + 1n + BigInt(draw(9)))
  if (text === '0x') return '0x00'
  return text === 'ethereum' ? 'base' : text === 'base' ? 'optimism' : `${text}x`
}

function flipBit(hex: Hex, place: number, draw: Draw): Hex {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  bytes[place] = (bytes[place] as number) ^ (1 << draw(8))
  return `0x${bytes.toString('hex')}`
}
