import { operationOf } from '../profile/operations.js'
import type { ServiceProfile } from '../profile/types.js'
import type { ChainRecord } from '../resources/chain.js'
import { toJsonSchema } from '../resources/jsonSchema.js'
import { quoteSchema } from '../resources/quote.js'
import { quoteRequestSchema } from '../resources/quoteRequest.js'
import { compareFields } from './compareFields.js'
import { compareListing } from './compareListing.js'
import { compareOperations, type KnownOperations } from './compareOperations.js'
import { compareRetirement, type RetirementFacts } from './compareRetirement.js'
import { readDocument } from './readDocument.js'
import type { DoctorRow } from './rows.js'

/** A service's answers about itself. */
export type ServiceFacts = {
  /** The answer of GET /chains. */
  chains: readonly ChainRecord[]
  /** The answer of GET /documentation/json. Undefined if the service has none. */
  document: unknown
  /** The ends of operations, as answers announced them. */
  retirement: readonly RetirementFacts[]
}

/**
 * Compares fillproof's knowledge of a service with the service's answers about itself.
 *
 * - Trust: only the service vouches for these answers. They show what to review, not whom to trust.
 *
 * @param known - The operations of the specification.
 * @param nowMs - The current time in Unix milliseconds, which decides whether an announced end has passed.
 */
export function examineService(
  { chains, document, retirement }: ServiceFacts,
  { profile, known, nowMs }: { profile: ServiceProfile; known: KnownOperations; nowMs: number },
): DoctorRow[] {
  return [
    ...compareListing(profile, chains),
    ...examineDocument(document, { profile, known, nowMs }),
    ...compareRetirement(retirement, { profile, nowMs }),
  ]
}

function examineDocument(
  document: unknown,
  { profile, known, nowMs }: { profile: ServiceProfile; known: KnownOperations; nowMs: number },
): DoctorRow[] {
  const documented = readDocument(document)
  if (!documented) {
    const meaning = 'No operation and no field could be compared.'
    return [{ status: 'gone', subject: 'GET /documentation/json', known: 'an OpenAPI document', meaning }]
  }
  const { path } = operationOf(profile, 'quote')
  const quote = documented.find((operation) => operation.method === 'POST' && operation.path === path)
  const parts = [
    ['request', quoteRequestSchema],
    ['answer', quoteSchema],
  ] as const
  return [
    ...compareOperations({ known, profile, documented, nowMs }),
    ...parts.flatMap(([part, schema]) =>
      compareFields({
        operation: `POST ${path}`,
        part,
        known: toJsonSchema(schema),
        found: quote?.[part],
        document,
      }),
    ),
  ]
}
