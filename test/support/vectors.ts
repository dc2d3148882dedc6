import { readFileSync } from 'node:fs'

/** Reads a known answer of test/vectors by its name. */
export function readVector(name: string) {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))
}

/** The published quote, its deposit and its id by the rule of all later orders: it was of another. */
export function readPublishedQuote() {
  const { quote, request, standardOrderId } = readVector('quote-call-live')
  const { orderId } = quote.protocol.v2
  const text = JSON.stringify(quote).replaceAll(orderId.slice(2), standardOrderId.slice(2))
  return { quote: JSON.parse(text), request }
}
