import { isEvmChain } from '../protocol/order/chainVm.js'
import { evmAddresses } from '../protocol/order/readOrderField.js'
import { paymentKind } from '../rules/paysFor/stepRules.js'
import type { ServiceProfile } from '../service/profile/types.js'
import type { QuoteParts } from '../service/steps/quoteParts.js'
import type { StepRequest } from '../service/steps/types.js'

/** Loads only those parts of the check that this quote and request need. A bundler puts each part into a file of its own. */
export async function loadParts(
  quote: unknown,
  { originChainId, destinationChainId, txs }: StepRequest,
  { chains = [], venue }: ServiceProfile,
): Promise<QuoteParts> {
  const texts = listTexts(quote)
  const requested = [...chains, { id: venue.chainId, name: venue.chainName }]
    .filter(({ id }) => id === originChainId || id === destinationChainId)
    .map(({ name }) => name)
  const parts: QuoteParts = {
    addresses: evmAddresses,
    readCalls: () => ({ calls: [], authorized: [], sweeps: [] }),
  }
  if (![...requested, ...texts].every(isEvmChain)) {
    const { allAddresses } = await import('../protocol/order/encodeChainAddress.js')
    parts.addresses = allAddresses
  }
  if (txs?.length) {
    const { readRequestCalls } = await import('../service/steps/readRequestCalls.js')
    parts.readCalls = readRequestCalls
  }
  if (texts.some((text) => paymentKind(text) === 'permit')) {
    const { permitPart } = await import('../service/steps/permitPart.js')
    parts.permit = permitPart
  }
  return parts
}

/** Lists the texts in a value. The names of chains and steps are at most nine levels deep in a quote. */
function listTexts(value: unknown, depth = 9): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((each) => listTexts(each, depth - 1))
}
