// The public service's operations as of 25 November 2026. Sources: its changelog, and its guide to quote v3.
import type { ServiceProfile } from './types.js'

const untilQuoteV3 = { deprecated: '2026-11-25', ends: '2027-02-23' }
const withdrawn = {
  ends: '2026-09-01',
  successor:
    "the order and the solver's signature over it in the quote (`includeProtocolData: true`), which `verifyOrderSignature` checks",
}

export const relayOperations: NonNullable<ServiceProfile['operations']> = {
  quote: { path: '/quote/v2', ...untilQuoteV3, successor: 'POST /quote/v3' },
  quoteV1: { path: '/quote', ...untilQuoteV3, successor: 'POST /quote/v3' },
  price: { path: '/price', ...untilQuoteV3, successor: 'POST /quote/v3' },
  permits: { path: '/execute/permits', ...untilQuoteV3, successor: 'POST /execute/permits/v2' },
  requestsV2: {
    path: '/requests/v2',
    deprecated: '2026-07-22',
    ends: '2026-11-24',
    successor: 'GET /requests/v3',
    throttled: true,
  },
  depositAddress: { path: '/deposit-addresses/v1', successor: 'GET /deposit-addresses/v2' },
  attestation: { path: '/requests/{requestId}/signature', ...withdrawn },
  attestationV2: { path: '/requests/{requestId}/signature/v2', ...withdrawn },
}
