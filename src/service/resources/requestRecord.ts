import * as z from 'zod'
import { failReasons, refundFailReasons } from './codes.js'
import { amountSchema, currencySchema } from './currency.js'
import { feeSponsorshipSchema, routeSchema } from './quote.js'
import { otherStatuses, requestStatuses } from './requestStatus.js'
import { chainId, decimal, described, openEnum } from './schema.js'

/** The kinds of requests. */
export const requestTypes = [
  'Bridge',
  'Crosschain Swap',
  'Same-chain Swap',
  'Send',
  'Wrap',
  'Unwrap',
  'Call',
] as const

export type RequestType = (typeof requestTypes)[number] | (string & {})

/** The features that a request used. */
export const requestFeatures = [
  'gasless_execution',
  'gasless_swap',
  'fast_fill',
  'gas_top_up',
  'fixed_rate',
  'app_fees',
  'deposit_address',
] as const

export type RequestFeature = (typeof requestFeatures)[number] | (string & {})

const listedAmount = {
  /** Smallest unit. */
  amount: z.string(),
  /** Whole units, decimal. */
  amountFormatted: decimal,
}

const feeComponent = described({
  /** USD, decimal. */
  usd: decimal,
  ...listedAmount,
})

const feeComponents = described({
  /** The flat fee and gas. */
  execution: feeComponent,
  /** Exchange fees, price impact and the solver's rebalancing. */
  swap: feeComponent,
  /** The service's own fee. A quote names it `relay`. */
  platform: feeComponent,
  /** The integrator's fee. */
  app: feeComponent,
  /** The part of the other components that the integrator pays. */
  sponsored: feeComponent,
})

export const feeBreakdownSchema = described({
  /** Estimated when the quote was made. */
  quoted: feeComponents,
  /** Computed when the request was filled. */
  actual: feeComponents,
  /** The currency of all amounts. */
  currency: currencySchema,
})

/** The cost of a request, from `data.fees` of GET /requests/v3. */
export type FeeBreakdown = z.output<typeof feeBreakdownSchema>

const appFee = described({
  recipient: z.string(),
  /** Basis points. */
  bps: decimal,
  ...listedAmount,
  /** USD, decimal. */
  amountUsd: decimal,
})

export const transactionRecordSchema = described({
  txHash: z.string(),
  /** The gas paid, in the smallest unit of the chain's native currency. */
  fee: decimal,
  /** USD, decimal. */
  feeUsd: decimal,
  /** The block number. */
  block: z.number(),
  type: openEnum(['onchain']),
  chainId: chainId,
  /** Unix seconds. */
  timestamp: z.number(),
  status: openEnum(['success', 'failure']),
  /** The form depends on the chain's virtual machine. */
  data: z.unknown(),
  /** The balances that the transaction changed. */
  stateChanges: z.unknown(),
})

/** A transaction of a request. */
export type TransactionRecord = z.output<typeof transactionRecordSchema>

const transactions = z.array(transactionRecordSchema)

const failedCallSchema = described({
  from: z.string(),
  to: z.string(),
  data: z.string(),
  /** Wei, decimal. */
  value: z.string(),
})

const protocolTransaction = described({ chainId, transactionId: z.string() })

/** A transfer on the service's hub. */
const hubTransaction = described({
  /** Smallest unit. */
  amount: z.string(),
  chainId,
  currency: z.string(),
  hash: z.string(),
  operation: openEnum(['mint', 'transfer', 'burn', 'mixed']),
  solver: z.string(),
  tokenMetadata: described({ decimals: z.number(), name: z.string(), symbol: z.string() }),
})

/** The oracle's signatures over the transfer. */
const hubAttestation = described({
  execution: described({ actions: z.array(z.string()), idempotencyKey: z.string() }),
  attestations: z.array(
    described({
      oracleChainId: z.string(),
      oracleContract: z.string(),
      signerAddress: z.string(),
      signature: z.string(),
    }),
  ),
})

/** How a request settles: its order's id, deposit and fills, without the order's terms. */
const requestProtocolSchema = described({
  orderId: z.string(),
  hubType: z.string(),
  isWithdrawable: z.boolean(),
  solver: described({
    address: z.string(),
    /** The chain's name in orders. */
    protocolChainId: z.string(),
    chainId,
  }),
  deposit: described({
    origin: described({
      /** Smallest unit. */
      amount: z.string(),
      chainId,
      currency: z.string(),
      depositor: z.string(),
      depository: z.string(),
      onchainId: z.string(),
      transactionId: z.string(),
    }),
    relay: hubTransaction,
    attestation: hubAttestation,
  }),
  settlement: described({
    destination: described({ fills: z.array(protocolTransaction), refunds: z.array(protocolTransaction) }),
    relay: hubTransaction,
    attestation: hubAttestation,
  }),
})

const actualRoute = described({ ...routeSchema.shape, rate: decimal })

export const depositAddressFields = {
  address: z.string(),
  depositor: z.string(),
  /** The depositor's transfer into the deposit address. */
  depositTxHash: z.string(),
  recoveryAddress: z.string(),
}

/** The fields of a request in every version of the listing. */
export const listedRequest = {
  /** The requestId. */
  id: z.string(),
  status: openEnum([...requestStatuses, ...otherStatuses]),
  user: z.string(),
  recipient: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  protocol: requestProtocolSchema,
}

/** The fields of `data` in every version of the listing. */
export const listedData = {
  slippageTolerance: decimal,
  /** Seconds. */
  timeEstimate: z.number(),
  usesExternalLiquidity: z.boolean(),
  triggeredByFastFill: z.boolean(),
  /** Null, or `N/A` in version 2, if nothing failed. */
  failReason: openEnum(failReasons),
  /** Null, or `N/A` in version 2, if no refund failed. */
  refundFailReason: openEnum(refundFailReasons),
  failedTxHash: z.string(),
  failedTxBlockNumber: z.number(),
  failedCallData: failedCallSchema,
  feeSponsorship: feeSponsorshipSchema,
  refundCurrencyData: amountSchema,
}

export const requestRecordSchema = described({
  ...listedRequest,
  sender: z.string(),
  refundTo: z.string(),
  /** The request that replaced this one. */
  supersededByRequestId: z.string(),
  depositAddress: described({
    ...depositAddressFields,
    /** `open` or `strict`. */
    type: openEnum(['open', 'strict']),
  }),
  requestType: openEnum(requestTypes),
  features: z.array(openEnum(requestFeatures)),
  data: described({
    ...listedData,
    /** Transactions on the origin chain. */
    inTxs: transactions,
    /** Transactions on the destination chain, and refunds. */
    outTxs: transactions,
    fees: feeBreakdownSchema,
    appFees: described({ quoted: z.array(appFee), actual: z.array(appFee), currency: currencySchema }),
    route: described({
      includedSwapSources: z.array(z.string()),
      includedOriginSwapSources: z.array(z.string()),
      includedDestinationSwapSources: z.array(z.string()),
      quoted: routeSchema,
      actual: actualRoute,
    }),
    /** An oracle's price when the quote was made. */
    quoteOraclePrice: described({
      rate: decimal,
      /** ISO 8601. */
      observedAt: z.string(),
      inputCurrency: amountSchema,
      outputCurrency: amountSchema,
    }),
    externalMetadata: described({ moonpayId: z.string() }),
    /** Present only with `includeAuthenticatedData` and the key of the request's owner. */
    platformFee: z.record(z.string(), z.unknown()),
    /** Present only with `includeAuthenticatedData` and the key of the request's owner. */
    referrer: z.string(),
    /** Present only with `includeAuthenticatedData` and the key of the request's owner. */
    apiKeyName: z.string(),
  }),
})

/** A request, as GET /requests/v3 lists it. */
export type RequestRecord = z.output<typeof requestRecordSchema>

export const requestPageSchema = described(
  {
    /** Requests the next page. Absent on the last page. */
    continuation: z.string(),
    /** Present with `includeTotal`. */
    total: z.number(),
  },
  { requests: z.array(requestRecordSchema) },
)

/** One page of GET /requests/v3. */
export type RequestPage = z.output<typeof requestPageSchema>
