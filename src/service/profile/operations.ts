import { stepPaths } from './stepPaths.js'

/**
 * An operation of the service. Dates are ISO 8601, as the service announced them. No date stops the client from calling an
 * operation.
 */
export type ServiceOperation = {
  /** The path. A name in braces is a parameter. */
  path: string
  since?: string
  deprecated?: string
  ends?: string
  /** The replacement, as text for people. */
  successor?: string
  /** Whether the service throttles the operation until it ends. A 429 then also means retirement. */
  throttled?: true
  /** The status with which the operation reports its own failures. Such an answer has a `code`, and is not retried. */
  failure?: number
}

/** The operations that have several versions or an end. Only the public service has quotes of version 3. */
const specified = {
  quote: { path: '/quote/v2' },
  quoteV1: { path: '/quote' },
  quoteV3: { path: '/quote/v3' },
  price: { path: '/price' },
  permits: { path: stepPaths.permits },
  permitsV2: { path: stepPaths.permitsV2 },
  status: { path: stepPaths.status },
  statusV2: { path: stepPaths.statusV2, successor: 'GET /intents/status/v3' },
  statusV1: { path: stepPaths.statusV1, successor: 'GET /intents/status/v3' },
  requests: { path: '/requests/v3' },
  requestsV2: { path: '/requests/v2', successor: 'GET /requests/v3' },
  requestsV1: { path: '/requests' },
  attestation: { path: '/requests/{requestId}/signature' },
  attestationV2: { path: '/requests/{requestId}/signature/v2' },
  depositAddress: { path: '/deposit-addresses/v1' },
  depositAddressV2: { path: '/deposit-addresses/v2' },
  disableDepositAddress: { path: '/deposit-addresses/{depositAddressId}/disable/v2' },
  config: { path: '/config/v2', successor: 'POST /quote/v2', failure: 500 },
  currencies: { path: '/currencies/v2' },
  currenciesV1: { path: '/currencies/v1' },
  tokenPrice: { path: '/currencies/token/price' },
  tokenPriceV2: { path: '/currencies/token/price/v2' },
} as const satisfies Readonly<Record<string, ServiceOperation>>

/** The name of an operation that has several versions or an end. */
export type OperationName = keyof typeof specified

export const operationNames = Object.keys(specified) as OperationName[]

/** Returns the facts about an operation: from the profile if it has them, otherwise from the specification. */
export function operationOf(
  { operations }: { operations?: Readonly<Partial<Record<OperationName, ServiceOperation>>> | undefined },
  name: OperationName,
): ServiceOperation {
  return operations?.[name] ?? specified[name]
}
