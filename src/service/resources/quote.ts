import type { Hex } from 'viem'
import * as z from 'zod'
import type { OrderData } from '../../protocol/order/types.js'
import { amountSchema, currencySchema } from './currency.js'
import { chainId, decimal, described, openEnum } from './schema.js'
import { stepSchema } from './step.js'

const usd = described({
  /** USD, decimal. A cost is negative. */
  usd: decimal,
})

const impact = described({
  /** USD, decimal. A cost is negative. */
  usd: decimal,
  /** Percent, decimal. */
  percent: decimal,
})

const tolerance = described({
  /** USD, decimal. */
  usd: decimal,
  /** In the currency's smallest unit. */
  value: decimal,
  /** Percent, decimal. */
  percent: decimal,
})

/** The cost of a request, by component; USD. */
export const priceImpactSchema = described({
  /** Exchange fees, price impact and the solver's rebalancing. */
  swap: usd,
  /** The flat fee and gas. */
  execution: usd,
  /** The service's own fee. Listings of version 3 name it `platform`. */
  relay: usd,
  /** The integrator's fee. */
  app: usd,
  /** The part of the other components that the integrator pays. */
  sponsored: usd,
})

/** The cost of a request, by component. */
export type PriceImpact = z.output<typeof priceImpactSchema>

const routeSide = described({
  inputCurrency: amountSchema,
  outputCurrency: amountSchema,
  /** The name of the swapper. */
  router: z.string(),
  includedSwapSources: z.array(z.string()),
})

/** How the currencies change on each chain. */
export const routeSchema = described({ origin: routeSide, destination: routeSide })

/** @deprecated It does not show the whole cost; `details.expandedPriceImpact` does. */
export const feesSchema = described({
  /** Paid to the solver for its service. May be negative. */
  relayerService: amountSchema,
  /** Paid to the solver for gas on the destination chain. */
  relayerGas: amountSchema,
  /** The sum of `relayerService` and `relayerGas`. */
  relayer: amountSchema,
  /** Added by the integrator. It accrues offchain. */
  app: amountSchema,
  /** The fee of the origin transaction. */
  gas: amountSchema,
  /** The part of the fees that the integrator pays. */
  subsidized: amountSchema,
}).meta({ deprecated: true })

/** @deprecated See {@link feesSchema}. */
export type DeprecatedFees = z.output<typeof feesSchema>

/** The fields of a trade, in a quote and in the older listing. */
export const tradeFields = {
  sender: z.string(),
  recipient: z.string(),
  /** The amount that the user sends. */
  currencyIn: amountSchema,
  /** The amount that the recipient gets. */
  currencyOut: amountSchema,
  /** The gas delivered with the output. */
  currencyGasTopup: amountSchema,
  /** Whole units of the output for one unit of the input, decimal. */
  rate: decimal,
  route: routeSchema,
}

export const detailsSchema = described({
  operation: openEnum(['swap', 'bridge', 'send', 'wrap', 'unwrap']),
  ...tradeFields,
  /** The amount that comes back if the fill fails. */
  refundCurrency: amountSchema,
  totalImpact: impact,
  swapImpact: impact,
  /** The cost of the request, by component. */
  expandedPriceImpact: priceImpactSchema,
  /** The slippage allowed on the origin and on the destination. The two are alternatives, and do not add up. */
  slippageTolerance: described({
    /** Basis points. */
    total: decimal,
    origin: tolerance,
    destination: tolerance,
  }),
  /** Seconds. */
  timeEstimate: z.number(),
  /** The balance of the origin currency, in its smallest unit. */
  userBalance: decimal,
  isFixedRate: z.boolean(),
  fallbackType: z.string(),
  fixedRateFee: usd,
})

/** The terms that a quote promises. */
export type QuoteDetails = z.output<typeof detailsSchema>

export const protocolSchema = described({
  v2: described({
    /** The hash of `orderData`. By the specification, it equals the requestId of the steps. */
    orderId: z.custom<Hex>(),
    hubType: z.string(),
    /** The order, in the form that `hashOrder` and `proveOrderOutput` take. */
    orderData: z.custom<OrderData>(),
    /** The solver's signature over the order id. Present with `includeProtocolData`. */
    orderSignature: z.custom<Hex>(),
    paymentDetails: described({
      /** The origin chain's name. */
      chainId: z.string(),
      depository: z.string(),
      currency: z.string(),
      /** Smallest unit. */
      amount: z.string(),
    }),
  }),
})

/** The order of a quote, and the place where it is paid. */
export type QuoteProtocol = z.output<typeof protocolSchema>

const sponsorshipComponent = described({
  selected: z.boolean(),
  total: amountSchema,
  sponsored: amountSchema,
  userPays: amountSchema,
})

const sponsorship = {
  selectedComponents: z.array(z.string()),
  /** USD with 6 decimals, as a whole number. */
  maxSubsidizationAmount: decimal,
  /** Basis points, as requested. */
  subsidizationBps: z.number(),
  capHit: z.boolean(),
  components: z.record(z.string(), sponsorshipComponent),
  sponsoredTotal: amountSchema,
  userPaysTotal: amountSchema,
}

const sponsorships = {
  quoted: described(sponsorship),
  actual: described({
    ...sponsorship,
    sponsorPayment: described({ amount: decimal, address: z.string(), chainId }),
  }),
}

export const feeSponsorshipSchema = described({
  ...sponsorships,
  /** In listings: the currency of all the amounts. */
  currency: currencySchema,
})

/** The fees that the integrator pays, and the fees that the user pays. */
export type FeeSponsorship = z.output<typeof feeSponsorshipSchema>

export const quoteSchema = described(
  {
    /** The request id of each step that has none of its own. */
    requestId: z.custom<Hex>(),
    /** @deprecated It does not show the whole cost; `details.expandedPriceImpact` does. */
    fees: feesSchema,
    details: detailsSchema,
    protocol: protocolSchema,
    feeSponsorship: described(sponsorships),
  },
  {
    /** Run the steps in this order. */
    steps: z.array(stepSchema),
  },
)

/** The answer of POST /quote/v2. */
export type QuoteV2 = z.output<typeof quoteSchema>

export const priceSchema = described({
  /** @deprecated It does not show the whole cost; `details.expandedPriceImpact` does. */
  fees: feesSchema,
  details: detailsSchema,
})

/** The answer of POST /price: a quote without steps. */
export type Price = z.output<typeof priceSchema>
