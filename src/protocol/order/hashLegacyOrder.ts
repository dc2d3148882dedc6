import { type Hex, hexToBytes, isHex, stringToHex } from 'viem'
import { hashProof } from './hashStructs.js'
import { type Order, parseOrder } from './parseOrder.js'
import { toOrderProof } from './proveOrderOutput.js'
import type { OrderData } from './types.js'

/**
 * Hashes an order as the service did until about March 2026.
 *
 * - Rule: as `hashOrder`, but of each `bytes` the text is hashed that a library made of it: `0x`, a `0` where the number of
 *   bytes is odd, and the bytes from the third on in decimal, joined by commas.
 * - Warning: it binds neither the first two bytes nor where one ends. It explains an old id and verifies nothing.
 */
export function hashLegacyOrder(orderData: OrderData): Hex {
  const { inputs, output, fees, ...order } = parseOrder(orderData)
  return hashProof(
    toOrderProof({
      ...order,
      inputs: inputs.map(({ payment, refunds }) => ({
        payment: withLegacyBytes(payment, ['currency']),
        refunds: refunds.map((refund) => withLegacyBytes(refund, ['recipient', 'currency', 'extraData'])),
      })),
      output: {
        ...withLegacyBytes(output, ['extraData']),
        payments: output.payments.map((payment) => withLegacyBytes(payment, ['recipient', 'currency'])),
        calls: output.calls.map(toLegacyBytes),
      },
      fees: fees.map((fee): Order['fees'][number] => withLegacyBytes(fee, ['recipient', 'currency'])),
    }),
  )
}

function withLegacyBytes<part, name extends keyof part>(part: part, names: readonly name[]): part {
  const changed = names.map((name) => [name, toLegacyBytes(part[name] as Hex)])
  return { ...part, ...Object.fromEntries(changed) }
}

/** A text that is hex by chance was read as hex. */
function toLegacyBytes(bytes: Hex): Hex {
  const values = [...hexToBytes(bytes)]
  const text = `0x${values.length % 2 ? '0' : ''}${values.slice(2).join(',')}`
  return isHex(text) ? text : stringToHex(text)
}
