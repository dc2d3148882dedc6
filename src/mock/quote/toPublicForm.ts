import { type Address, type Hex, zeroAddress } from 'viem'
import type { ChainClient } from '../chains/createChainClient.js'
import type { QuotedRecord } from '../ledger.js'
import type { QuoteStep } from './steps.js'

/** The public service calls a bridge a swap, and flags native currencies, but not those of the sponsorship. */
export function toPublicQuote<quote extends QuotedRecord>(quote: quote): quote {
  const { details, fees } = quote
  const operation = details.operation === 'bridge' ? 'swap' : details.operation
  return { ...quote, fees: flagNative(fees), details: { ...flagNative(details), operation } }
}

/** The public service also names the gas. The gas limit of a transaction after an approval is not known yet. */
export async function toPublicSteps(
  steps: QuoteStep[],
  client: ChainClient | undefined,
): Promise<QuoteStep[]> {
  if (!client || steps[0]?.kind !== 'transaction') return steps
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  const fees = { maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) }
  const gas = await estimateGas(client, steps[0].items[0].data)
  return steps.map((step, index) => {
    const [item] = step.items
    const limit = index === 0 && gas !== undefined && { gas: String(gas) }
    return { ...step, items: [{ ...item, data: { ...item.data, ...limit, ...fees } }] }
  })
}

/** Undefined when the user could not send the transaction now. */
function estimateGas(client: ChainClient, data: Record<string, unknown>): Promise<bigint | undefined> {
  const { from, to, data: input, value } = data as { from: Address; to: Address; data: Hex; value: string }
  return client.estimateGas({ account: from, to, data: input, value: BigInt(value) }).catch(() => undefined)
}

function flagNative<value>(value: value): value {
  if (Array.isArray(value)) return value.map(flagNative) as value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => {
    if (name !== 'metadata') return [name, flagNative(part)]
    const { address } = value as { address?: unknown }
    return [name, { ...part, isNative: address === zeroAddress }]
  })
  return Object.fromEntries(entries)
}
