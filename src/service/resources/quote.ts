import * as z from 'zod'
import { amountSchema, currencySchema } from './currency.js'
import { amountText, bytes32Text, hexText, openEnum, resource } from './schema.js'
import { stepSchema } from './step.js'

const usd = resource({
  /** USD, decimal; a cost is negative. */
  usd: z.string().nullish(),
})

const impact = resource({
  /** USD, decimal; a cost is negative. */
  usd: z.string().nullish(),
  /** Percent, decimal. */
  percent: z.string().nullish(),
})

const tolerance = resource({
  /** USD, decimal. */
  usd: z.string().nullish(),
  /** In the currency's smallest unit. */
  value: amountText.nullish(),
  /** Percent, decimal. */
  percent: z.string().nullish(),
})

/** What a request costs, by component; USD. */
export const priceImpactSchema = resource({
  /** Exchange fees, price impact and the solver's rebalancing. */
  swap: usd.nullish(),
  /** The flat fee and gas. */
  execution: usd.nullish(),
  /** The service's own fee; listings of version 3 name it `platform`. */
  relay: usd.nullish(),
  /** The integrator's. */
  app: usd.nullish(),
  /** What the integrator pays of the others. */
  sponsored: usd.nullish(),
})

/** What a request costs, by component. */
export type PriceImpact = z.output<typeof priceImpactSchema>

const routeSide = resource({
  inputCurrency: amountFields().nullish(),
  outputCurrency: amountFields().nullish(),
  /** Names who swaps. */
  router: z.string().nullish(),
  includedSwapSources: z.array(z.string()).nullish(),
})

/** How the currencies change on either chain. */
export const routeSchema = resource({ origin: routeSide.nullish(), destination: routeSide.nullish() })

/** @deprecated It reports the relay-type fees alone; `details.expandedPriceImpact` has the whole cost. */
export const feesSchema = resource({
  /** To the solver, for its service; may be negative. */
  relayerService: amountSchema.nullish(),
  /** To the solver, for the gas of the destination chain. */
  relayerGas: amountSchema.nullish(),
  /** Sum of `relayerService` and `relayerGas`. */
  relayer: amountSchema.nullish(),
  /** Added by the integrator; accrues offchain. */
  app: amountSchema.nullish(),
  /** Of the origin transaction. */
  gas: amountSchema.nullish(),
  /** What the integrator pays of the fees. */
  subsidized: amountSchema.nullish(),
})

/** @deprecated See {@link feesSchema}. */
export type DeprecatedFees = z.output<typeof feesSchema>

export const detailsSchema = resource({
  operation: openEnum(['swap', 'bridge', 'send', 'wrap', 'unwrap']).nullish(),
  sender: z.string(),
  recipient: z.string(),
  /** What the user sends. */
  currencyIn: amountSchema,
  /** What the recipient gets. */
  currencyOut: amountSchema,
  /** What comes back if the fill fails. */
  refundCurrency: amountSchema.nullish(),
  /** Gas that is delivered beside the output. */
  currencyGasTopup: amountSchema.nullish(),
  totalImpact: impact.nullish(),
  swapImpact: impact.nullish(),
  /** What the request costs, by component. */
  expandedPriceImpact: priceImpactSchema.nullish(),
  /** Whole units of the output for one of the input, decimal. */
  rate: z.string().nullish(),
  /** Where a swap may slip; the two sides are alternatives and do not add up. */
  slippageTolerance: resource({
    /** Basis points. */
    total: z.string().nullish(),
    origin: tolerance.nullish(),
    destination: tolerance.nullish(),
  }).nullish(),
  /** Seconds. */
  timeEstimate: z.number().nullish(),
  /** Of the origin currency, in its smallest unit. */
  userBalance: amountText.nullish(),
  isFixedRate: z.boolean().nullish(),
  fallbackType: z.string().nullish(),
  fixedRateFee: usd.nullish(),
  route: routeSchema.nullish(),
})

/** What a quote promises. */
export type QuoteDetails = z.output<typeof detailsSchema>

const paymentSchema = resource({
  /** The chain's name, as in all of an order. */
  chainId: z.string(),
  currency: z.string(),
  /** Smallest unit. */
  amount: amountText,
  weight: amountText,
})

const refundSchema = resource({
  chainId: z.string(),
  recipient: z.string(),
  currency: z.string(),
  /** Smallest unit. */
  minimumAmount: amountText,
  /** Unix seconds. */
  deadline: z.int(),
  extraData: hexText,
})

export const orderDataSchema = resource({
  version: z.string(),
  solverChainId: z.string(),
  solver: z.string(),
  salt: bytes32Text,
  inputs: z.array(resource({ payment: paymentSchema, refunds: z.array(refundSchema) })),
  output: resource({
    chainId: z.string(),
    payments: z.array(
      resource({
        recipient: z.string(),
        currency: z.string(),
        /** Smallest unit. */
        minimumAmount: amountText,
        /** Smallest unit. */
        expectedAmount: amountText,
      }),
    ),
    calls: z.array(hexText),
    /** Unix seconds. */
    deadline: z.int(),
    extraData: hexText,
  }),
  fees: z.array(
    resource({
      recipientChainId: z.string(),
      recipient: z.string(),
      currencyChainId: z.string(),
      currency: z.string(),
      /** Smallest unit. */
      amount: amountText,
    }),
  ),
})

export const protocolSchema = resource({
  v2: resource({
    /** The hash of `orderData`. In the specification's form it equals the steps' requestId. */
    orderId: bytes32Text,
    hubType: z.string().nullish(),
    /** What `hashOrder` and `proveOrderOutput` take. */
    orderData: orderDataSchema,
    /** The solver's, over the order id; with `includeProtocolData`. */
    orderSignature: hexText.nullish(),
    paymentDetails: resource({
      /** The origin chain's name. */
      chainId: z.string(),
      depository: z.string(),
      currency: z.string(),
      /** Smallest unit. */
      amount: amountText,
    }).nullish(),
  }).nullish(),
})

/** The order behind a quote, and where it is paid. */
export type QuoteProtocol = z.output<typeof protocolSchema>

const sponsorshipComponent = resource({
  selected: z.boolean().nullish(),
  total: amountFields().nullish(),
  sponsored: amountFields().nullish(),
  userPays: amountFields().nullish(),
})

const sponsorship = resource({
  selectedComponents: z.array(z.string()).nullish(),
  /** USD with 6 decimals, as a whole number. */
  maxSubsidizationAmount: z.string().nullish(),
  capHit: z.boolean().nullish(),
  components: z.record(z.string(), sponsorshipComponent).nullish(),
  sponsoredTotal: amountFields().nullish(),
  userPaysTotal: amountFields().nullish(),
  sponsorPayment: resource({
    amount: amountText.nullish(),
    address: z.string().nullish(),
    chainId: z.union([z.int(), z.string()]).nullish(),
  }).nullish(),
})

export const feeSponsorshipSchema = resource({
  quoted: sponsorship.nullish(),
  actual: sponsorship.nullish(),
  /** In listings the amounts share one currency. */
  currency: currencySchema.nullish(),
})

/** Which fees the integrator pays, and which the user. */
export type FeeSponsorship = z.output<typeof feeSponsorshipSchema>

/** An amount whose currency may stand elsewhere. */
function amountFields() {
  return amountSchema.partial()
}

export const quoteSchema = resource({
  /** Run them in this order. */
  steps: z.array(stepSchema),
  /** @deprecated It reports the relay-type fees alone; `details.expandedPriceImpact` has the whole cost. */
  fees: feesSchema.nullish(),
  details: detailsSchema,
  protocol: protocolSchema.nullish(),
  feeSponsorship: feeSponsorshipSchema.nullish(),
})

/** What POST /quote/v2 answers. */
export type Quote = z.output<typeof quoteSchema>

export const priceSchema = resource({
  /** @deprecated It reports the relay-type fees alone. */
  fees: feesSchema.nullish(),
  details: detailsSchema.partial({ sender: true, recipient: true }),
})

/** What POST /price answers: a quote without steps. */
export type Price = z.output<typeof priceSchema>
