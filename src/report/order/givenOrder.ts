import type { Hex } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toBytes, toRecord, toUint256 } from '../../base/values.js'
import { isInboxCall, readCallTerms, readInboxCall } from '../../client/inbox/inboxCall.js'
import { type InboxTerms, readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { TermsFieldError } from '../../protocol/registrar/errors.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import type { RegisteredTerms } from '../../protocol/registrar/types.js'
import { holdsOrder, type KeptOrder, parseKeptOrder } from '../../service/orders/keptOrder.js'

/** Terms that a registrar signed. */
export type GivenTerms = { terms: RegisteredTerms; termsSignature: Hex }

/**
 * An order, a registrar's terms, or stored quotes to search (`kept`). At most one of the three is set. `inboxTerms` are the terms
 * of the inbox that the order pays.
 */
export type OrderFile = {
  order?: KeptOrder
  terms?: GivenTerms
  kept?: readonly unknown[]
  inboxTerms?: InboxTerms
}

const needTerms = createNeed(TermsFieldError)

/**
 * Reads a quote, a quote's `protocol.v2`, `orderData` alone, or a registrar's `{terms, termsSignature}` with amounts as
 * decimal strings. `inboxTerms` may stand next to an order, or alone, and a payment of an inbox that `payReceiver` stored has both.
 *
 * @throws {@link FillproofError} that names the field.
 */
export function parseOrderFile(record: Record<string, unknown>): OrderFile {
  if (isInboxCall(record)) return readKeptInbox(record)
  if (record.terms !== undefined) return { terms: readTerms(record) }
  const inbox = record.inboxTerms === undefined ? {} : { inboxTerms: parseInboxTerms(record.inboxTerms) }
  if ('inboxTerms' in inbox && !holdsOrder(record)) return inbox
  return { order: parseKeptOrder(record), ...inbox }
}

/** Reads the terms and the order of a stored payment. Its quote's order opens nothing if a second quote has the evidence. */
function readKeptInbox(record: Record<string, unknown>): OrderFile {
  const call = readInboxCall(record)
  const order = call.evidence ?? call.quote
  return { inboxTerms: readCallTerms(call), ...(order && { order: parseKeptOrder(order) }) }
}

/** Reads the terms of an inbox from JSON, where `minimum` is a decimal string. */
function parseInboxTerms(value: unknown): InboxTerms {
  const { minimum, ...rest } = toRecord(value) ?? {}
  return readInboxTerms({ ...rest, minimum: toUint256(minimum) ?? minimum } as InboxTerms)
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
