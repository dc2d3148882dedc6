import type { Hex } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toBytes, toRecord, toUint256 } from '../../base/values.js'
import { TermsFieldError } from '../../protocol/registrar/errors.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { RegisteredTerms } from '../../protocol/registrar/types.js'
import { type KeptOrder, parseKeptOrder } from '../../service/orders/keptOrder.js'

/** Terms that a registrar signed. */
export type GivenTerms = { terms: RegisteredTerms; termsSignature: Hex }

/** An order, a registrar's terms, or stored quotes to search (`kept`). At most one of the three is set. */
export type OrderFile = { order?: KeptOrder; terms?: GivenTerms; kept?: readonly unknown[] }

const needTerms = createNeed(TermsFieldError)

/**
 * Reads a quote, a quote's `protocol.v2`, `orderData` alone, or a registrar's `{terms, termsSignature}` with amounts as
 * decimal strings.
 *
 * @throws {@link FillproofError} that names the field.
 */
export function parseOrderFile(record: Record<string, unknown>): OrderFile {
  if (record.terms !== undefined) return { terms: readTerms(record) }
  return { order: parseKeptOrder(record) }
}

function readTerms({ terms: given, termsSignature }: Record<string, unknown>): GivenTerms {
  const { minimum, maximum, ...rest } = toRecord(given) ?? {}
  const terms = {
    ...rest,
    minimum: toUint256(minimum),
    ...(maximum !== undefined && { maximum: toUint256(maximum) }),
  } as RegisteredTerms
  toContractTerms(terms)
  const bytes = toBytes(termsSignature)
  return { terms, termsSignature: needTerms(bytes, 'termsSignature', termsSignature, 'hex of whole bytes') }
}
