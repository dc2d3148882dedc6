import * as z from 'zod'
import { failReasons, refundFailReasons } from './codes.js'
import { currencySchema } from './currency.js'
import { feeSponsorshipSchema, routeSchema } from './quote.js'
import { amountText, chainId, openEnum, resource } from './schema.js'
import { otherStatuses, requestStatuses } from './status.js'

/** What a request does. */
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

/** What a request made use of. */
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
  amount: amountText.nullish(),
  /** Whole units, decimal. */
  amountFormatted: z.string().nullish(),
}

const feeComponent = resource({
  /** USD, decimal. */
  usd: z.string().nullish(),
  ...listedAmount,
})

const feeComponents = resource({
  /** The flat fee and gas. */
  execution: feeComponent.nullish(),
  /** Exchange fees, price impact and the solver's rebalancing. */
  swap: feeComponent.nullish(),
  /** The service's own fee; `relay` in a quote. */
  platform: feeComponent.nullish(),
  /** The integrator's. */
  app: feeComponent.nullish(),
  /** What the integrator pays of the others. */
  sponsored: feeComponent.nullish(),
})

export const feeBreakdownSchema = resource({
  /** Estimated when the quote was made. */
  quoted: feeComponents.nullish(),
  /** Computed when the request was filled. */
  actual: feeComponents.nullish(),
  /** Of all amounts. */
  currency: currencySchema.partial().nullish(),
})

/** What a request costs, as `data.fees` of GET /requests/v3. */
export type FeeBreakdown = z.output<typeof feeBreakdownSchema>

const appFee = resource({
  recipient: z.string().nullish(),
  /** Basis points. */
  bps: z.union([z.string(), z.number()]).nullish(),
  ...listedAmount,
  /** USD, decimal. */
  amountUsd: z.string().nullish(),
})

export const transactionRecordSchema = resource({
  txHash: z.string().nullish(),
  /** Gas paid; smallest unit of the chain's native currency. */
  fee: amountText.nullish(),
  /** USD, decimal. */
  feeUsd: z.string().nullish(),
  /** Its number. */
  block: z.int().nullish(),
  type: openEnum(['onchain']).nullish(),
  chainId: chainId.nullish(),
  /** Unix seconds. */
  timestamp: z.int().nullish(),
  status: openEnum(['success', 'failure']).nullish(),
  /** Depends on the chain's virtual machine. */
  data: z.unknown().optional(),
  /** What changed hands. */
  stateChanges: z.unknown().optional(),
})

/** A transaction of a request. */
export type TransactionRecord = z.output<typeof transactionRecordSchema>

const transactions = z.array(transactionRecordSchema).nullish()

const protocolTransaction = resource({
  chainId: z.union([z.string(), z.number()]).nullish(),
  transactionId: z.string().nullish(),
})

export const requestRecordSchema = resource({
  /** The requestId. */
  id: z.string(),
  status: openEnum([...requestStatuses, ...otherStatuses]),
  user: z.string().nullish(),
  sender: z.string().nullish(),
  recipient: z.string().nullish(),
  refundTo: z.string().nullish(),
  /** The request that took this one's place. */
  supersededByRequestId: z.string().nullish(),
  depositAddress: resource({
    address: z.string(),
    /** `open` or `strict`. */
    type: openEnum(['open', 'strict']).nullish(),
    depositor: z.string().nullish(),
    /** The depositor's transfer into the deposit address. */
    depositTxHash: z.string().nullish(),
    recoveryAddress: z.string().nullish(),
  }).nullish(),
  requestType: openEnum(requestTypes).nullish(),
  features: z.array(openEnum(requestFeatures)).nullish(),
  /** ISO 8601. */
  createdAt: z.string().nullish(),
  /** ISO 8601. */
  updatedAt: z.string().nullish(),
  protocol: resource({
    orderId: z.string().nullish(),
    hubType: z.string().nullish(),
    isWithdrawable: z.boolean().nullish(),
    solver: resource({
      address: z.string().nullish(),
      /** The chain's name in orders. */
      protocolChainId: z.string().nullish(),
      chainId: z.union([z.string(), z.number()]).nullish(),
    }).nullish(),
    deposit: resource({
      origin: resource({
        /** Smallest unit. */
        amount: amountText.nullish(),
        chainId: z.union([z.string(), z.number()]).nullish(),
        currency: z.string().nullish(),
        depositor: z.string().nullish(),
        depository: z.string().nullish(),
        onchainId: z.string().nullish(),
        transactionId: z.string().nullish(),
      }).nullish(),
      relay: z.unknown().optional(),
      attestation: z.unknown().optional(),
    }).nullish(),
    settlement: resource({
      destination: resource({
        fills: z.array(protocolTransaction).nullish(),
        refunds: z.array(protocolTransaction).nullish(),
      }).nullish(),
      relay: z.unknown().optional(),
      attestation: z.unknown().optional(),
    }).nullish(),
  }).nullish(),
  data: resource({
    slippageTolerance: z.union([z.string(), z.number()]).nullish(),
    /** Seconds. */
    timeEstimate: z.number().nullish(),
    usesExternalLiquidity: z.boolean().nullish(),
    triggeredByFastFill: z.boolean().nullish(),
    /** Null where nothing failed. */
    failReason: openEnum(failReasons).nullish(),
    /** Null where no refund failed. */
    refundFailReason: openEnum(refundFailReasons).nullish(),
    failedTxHash: z.string().nullish(),
    failedTxBlockNumber: z.int().nullish(),
    failedCallData: z.unknown().optional(),
    /** On the origin chain. */
    inTxs: transactions,
    /** On the destination chain; refunds too. */
    outTxs: transactions,
    fees: feeBreakdownSchema.nullish(),
    appFees: resource({
      quoted: z.array(appFee).nullish(),
      actual: z.array(appFee).nullish(),
      currency: currencySchema.partial().nullish(),
    }).nullish(),
    feeSponsorship: feeSponsorshipSchema.nullish(),
    route: resource({ quoted: routeSchema.nullish(), actual: routeSchema.nullish() }).nullish(),
    refundCurrencyData: z.unknown().optional(),
    quoteOraclePrice: z.unknown().optional(),
    externalMetadata: z.record(z.string(), z.unknown()).nullish(),
    /** With `includeAuthenticatedData` and the key of the request's owner, as the next two. */
    platformFee: z.unknown().optional(),
    referrer: z.string().nullish(),
    apiKeyName: z.string().nullish(),
  }).nullish(),
})

/** A request, as GET /requests/v3 lists it. */
export type RequestRecord = z.output<typeof requestRecordSchema>

export const requestPageSchema = resource({
  requests: z.array(requestRecordSchema),
  /** Asks for the next page; absent on the last. */
  continuation: z.string().nullish(),
  /** With `includeTotal`. */
  total: z.int().nonnegative().nullish(),
})

/** One page of GET /requests/v3. */
export type RequestPage = z.output<typeof requestPageSchema>
