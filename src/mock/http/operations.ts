import * as z from 'zod'
import {
  appFeeBalancesSchema,
  appFeeClaimSchema,
  appFeeClaimsSchema,
} from '../../service/resources/appFees.js'
import { attestationRecordSchema } from '../../service/resources/attestationRecord.js'
import {
  chainsHealthSchema,
  chainsSchema,
  liquiditySchema,
  swapSourcesSchema,
  tokenPriceSchema,
} from '../../service/resources/chain.js'
import { configSchema } from '../../service/resources/config.js'
import { listedCurrencySchema } from '../../service/resources/currency.js'
import {
  accessTokenSchema,
  executionSchema,
  messageSchema,
  permitResultV2Schema,
} from '../../service/resources/execution.js'
import {
  depositAddressHistorySchema,
  depositAddressRecordSchema,
  reindexSchema,
} from '../../service/resources/indexing.js'
import { priceSchema, quoteSchema } from '../../service/resources/quote.js'
import { quoteV3Schema } from '../../service/resources/quoteV3.js'
import { requestPageSchema } from '../../service/resources/requestRecord.js'
import { requestPageV2Schema } from '../../service/resources/requestRecordV2.js'
import { decimal } from '../../service/resources/schema.js'
import { legacyStatusSchema, statusSchema } from '../../service/resources/status.js'
import { usageSchema } from '../../service/resources/usage.js'
import { quoteBody, quoteRules } from '../quote/quoteBody.js'
import { routeRules } from '../quote/routeRules.js'
import { claimBody, claimsQuery } from './appFees.js'
import { chainsQuery, healthQuery, liquidityQuery } from './chains.js'
import { configQuery } from './config.js'
import { currenciesBody, priceQuery, sourcesQuery, trendingQuery } from './currencies.js'
import { addressQuery } from './depositAddresses.js'
import { executeBody, fastFillBody } from './execution.js'
import { indexBody, reindexBody, singleBody, singleRule } from './indexing.js'
import { permitBody, permitQuery } from './permits.js'
import { requestsQuery, requestsV2Query } from './requests/requestsQuery.js'
import { statusQuery } from './status.js'
import { usageQuery } from './usage.js'
import { mappingBody, signatureQuery } from './venue.js'

/** An operation of the service, with the schemas of its input and its answer. */
export type Operation = {
  does: string
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
  /** Rules that a schema can't express. */
  rules?: readonly string[]
  needsKey?: true
  isDeprecated?: boolean
}

const currencies = z.array(listedCurrencySchema)
const groups = z.array(z.array(listedCurrencySchema.extend({ groupID: z.string() })))
const quoted = {
  body: quoteBody,
  rules: [...quoteRules, ...routeRules.map(({ requirement }) => requirement)],
}
const document = z.record(z.string(), z.unknown())

/** Every operation of the service's HTTP interface, by method and path. */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /quote/v2': {
    does: 'Quotes a request, and opens it: from here on it can be paid.',
    ...quoted,
    answer: quoteSchema,
  },
  'POST /quote': {
    does: 'Quotes a request, as POST /quote/v2.',
    ...quoted,
    answer: quoteSchema,
    isDeprecated: true,
  },
  'POST /price': { does: 'Prices a request without opening it.', ...quoted, answer: priceSchema },
  'GET /requests/{requestId}/signature': {
    does: 'Returns the solver’s attestation of a request, in layout v1.',
    answer: attestationRecordSchema,
  },
  'GET /requests/{requestId}/signature/v2': {
    does: 'Returns the solver’s attestation of a request, in layout v2.',
    answer: attestationRecordSchema,
  },
  'GET /intents/status/v3': {
    does: 'Returns the status of a request.',
    query: statusQuery,
    answer: statusSchema,
  },
  'GET /intents/status/v2': {
    does: 'Returns the status of a request in older words.',
    query: statusQuery,
    answer: legacyStatusSchema.extend({ quoteCreatedAt: z.number() }),
    isDeprecated: true,
  },
  'GET /intents/status': {
    does: 'Returns the status of a request in the oldest words.',
    query: statusQuery,
    answer: legacyStatusSchema,
    isDeprecated: true,
  },
  'GET /requests/v3': {
    does: 'Lists requests, one page at a time.',
    query: requestsQuery,
    answer: requestPageSchema,
    needsKey: true,
  },
  'GET /requests/v2': {
    does: 'Lists requests in the older form.',
    query: requestsV2Query,
    answer: requestPageV2Schema,
    isDeprecated: true,
  },
  'GET /deposit-addresses/v1': {
    does: 'Finds a deposit address.',
    query: addressQuery,
    answer: depositAddressRecordSchema,
    needsKey: true,
  },
  'GET /deposit-addresses/v2': {
    does: 'Finds a deposit address, with its deposits and sweeps.',
    query: addressQuery,
    answer: depositAddressHistorySchema,
    needsKey: true,
  },
  'POST /deposit-addresses/{depositAddressId}/disable/v2': {
    does: 'Disables a deposit address.',
    answer: z.object({}),
    needsKey: true,
  },
  'GET /chains': { does: 'Lists the chains and the venue.', query: chainsQuery, answer: chainsSchema },
  'GET /chains/health': {
    does: 'Returns whether the chains answer.',
    query: healthQuery,
    answer: chainsHealthSchema,
  },
  'GET /chains/liquidity': {
    does: 'Lists what the solver holds on a chain.',
    query: liquidityQuery,
    answer: liquiditySchema,
  },
  'GET /config/v2': {
    does: 'Returns the limits of a pair of chains.',
    query: configQuery,
    answer: configSchema,
    isDeprecated: true,
  },
  'POST /currencies/v2': { does: 'Lists currencies.', body: currenciesBody, answer: currencies },
  'POST /currencies/v1': {
    does: 'Lists currencies in groups of one symbol.',
    body: currenciesBody,
    answer: groups,
    isDeprecated: true,
  },
  'GET /currencies/trending': {
    does: 'Lists currencies without a search.',
    query: trendingQuery,
    answer: currencies,
  },
  'GET /currencies/token/price': {
    does: 'Returns the price of a token in USD, as a number.',
    query: priceQuery,
    answer: tokenPriceSchema,
  },
  'GET /currencies/token/price/v2': {
    does: 'Returns the price of a token in USD, as text.',
    query: priceQuery,
    answer: tokenPriceSchema,
  },
  'GET /prices/rates': { does: 'Returns prices in USD, by symbol.', answer: z.record(z.string(), decimal) },
  'GET /swap-sources': {
    does: 'Lists the sources of swaps on one chain.',
    query: sourcesQuery,
    answer: swapSourcesSchema,
  },
  'GET /app-fees/{wallet}/balances': {
    does: 'Returns the app fees that a wallet can claim.',
    answer: appFeeBalancesSchema,
  },
  'POST /app-fees/{wallet}/claim': {
    does: 'Opens a claim of app fees, for the wallet to sign.',
    body: claimBody,
    answer: appFeeClaimSchema,
  },
  'GET /app-fees/{wallet}/claims': {
    does: 'Lists the signed claims of a wallet.',
    query: claimsQuery,
    answer: appFeeClaimsSchema,
  },
  'POST /execute': {
    does: 'Sends a call for the user and pays its gas.',
    body: executeBody,
    answer: executionSchema,
    needsKey: true,
  },
  'POST /execute/permits': {
    does: 'Takes the signature of a permit or of a claim.',
    query: permitQuery,
    body: permitBody,
    answer: messageSchema,
  },
  'POST /authorize': {
    does: 'Takes the signature that binds the nonce of a transfer on the venue to its order.',
    query: signatureQuery,
    body: mappingBody,
    answer: messageSchema,
  },
  'POST /fast-fill': {
    does: 'Fills a request at once, or as soon as it is paid.',
    body: fastFillBody,
    answer: messageSchema,
    needsKey: true,
  },
  'POST /transactions/index': {
    does: 'Reads a transaction for deposits.',
    body: indexBody,
    answer: messageSchema,
  },
  'POST /transactions/single': {
    does: 'Reads a transaction on one chain for the payment of a request.',
    body: singleBody,
    rules: [singleRule],
    answer: messageSchema,
  },
  'POST /transactions/deposit-address/reindex': {
    does: 'Sweeps what lies at a deposit address.',
    body: reindexBody,
    answer: reindexSchema,
  },
  'GET /metrics/usage': {
    does: 'Counts the calls of API keys.',
    query: usageQuery,
    answer: usageSchema,
    needsKey: true,
  },
  'GET /openapi.json': { does: 'Returns this document.', answer: document },
  'GET /documentation/json': { does: 'Returns this document.', answer: document },
}

/** Operations that the mock serves only with `idForm: 'public'`. */
export const publicOperations: Readonly<Record<string, Operation>> = {
  'POST /quote/v3': {
    does: 'Quotes a request in flat steps, and opens it.',
    ...quoted,
    answer: quoteV3Schema,
    needsKey: true,
  },
  'POST /execute/permits/v2': {
    does: 'Takes the signature of a permit.',
    query: permitQuery,
    body: permitBody,
    answer: permitResultV2Schema,
  },
  'POST /access-tokens': {
    does: 'Makes an access token of a key, for quotes of version 3.',
    answer: accessTokenSchema,
    needsKey: true,
  },
}
