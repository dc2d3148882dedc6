import * as z from 'zod'
import { feeComponents } from './codes.js'
import {
  addressParameter,
  amountParameter,
  basisPointsParameter,
  chainIdParameter,
  evmAddressParameter,
  hexParameter,
  requestIdParameter,
  valueParameter,
  wholeNumberParameter,
} from './parameters.js'
import { openEnum, resource } from './schema.js'

/**
 * The meaning of a quote's `amount`: the amount sent (`EXACT_INPUT`), about the amount received (`EXPECTED_OUTPUT`), or
 * the exact amount received, else a refund (`EXACT_OUTPUT`).
 */
export const tradeTypes = ['EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT'] as const

export type TradeType = (typeof tradeTypes)[number]

const venueChainId = 1337

/** A call on the destination chain. */
export const callParameter = resource({
  to: addressParameter,
  /** Wei. */
  value: valueParameter,
  data: hexParameter,
})

/**
 * An authorization that a wallet signed for EIP-7702. The wallet's object has more fields; only those that the service
 * knows are sent.
 */
export const authorizationParameter = z
  .object({
    chainId: wholeNumberParameter,
    address: evmAddressParameter,
    nonce: wholeNumberParameter,
    yParity: z.number().optional(),
    /** 27 or 28; used only where `yParity` is absent. */
    v: z.bigint().optional(),
    r: requestIdParameter,
    s: requestIdParameter,
  })
  .transform(({ v, yParity = v === undefined ? undefined : Number(v) - 27, ...rest }, context) => {
    if (yParity === 0 || yParity === 1) return { ...rest, yParity }
    context.addIssue({ code: 'custom', path: ['yParity'], message: 'must be 0 or 1' })
    return z.NEVER
  })

/** How each kind of value is read: the client takes its callers' forms, the mock the wire's. */
export type ValueKinds = {
  address: z.ZodType<string, string>
  evmAddress: z.ZodType<string, string>
  chainId: z.ZodType<number, number>
  amount: z.ZodType<string, string | bigint>
  value: z.ZodType<string, string | bigint>
  basisPoints: z.ZodType<string, string | number>
  wholeNumber: z.ZodType<number, number>
  data: z.ZodType<string, string>
  authorization: z.ZodType<z.output<typeof authorizationParameter>, z.input<typeof authorizationParameter>>
  oneOf: typeof openEnum
}

function priceFields(of: ValueKinds) {
  return {
    /** Who deposits and signs on the origin chain. */
    user: of.address,
    /** Who receives; the user if absent. */
    recipient: of.address.optional(),
    originChainId: of.chainId,
    /** 1337 deposits to the perps venue. */
    destinationChainId: of.chainId,
    /** On the origin chain; the native currency has the address of its chain's sentinel. */
    originCurrency: of.address,
    destinationCurrency: of.address,
    /** Smallest unit; of the origin's currency with `EXACT_INPUT`, else of the destination's. */
    amount: of.amount,
    tradeType: z.enum(tradeTypes, `must be one of ${tradeTypes.join(', ')}`),
    /** Calls on the destination chain, made by the solver's fill. */
    txs: z
      .array(
        resource({ to: of.address, value: of.value, data: of.data, originalTxValue: of.value.optional() }),
      )
      .optional(),
    /** Comes back in events. */
    referrer: z.string().optional(),
    /** Who gets a refund, on the origin chain. Its native sentinel stands for the depositor. */
    refundTo: of.address.optional(),
    /** @deprecated Use `refundTo`. */
    refundOnOrigin: z.boolean().optional(),
    useExternalLiquidity: z.boolean().optional(),
    useFallbacks: z.boolean().optional(),
    /** Steps of signatures (EIP-3009, else Permit2) in place of transactions. */
    usePermit: z.boolean().optional(),
    /** An address to send to in place of calldata; no calls on the destination chain. */
    useDepositAddress: z.boolean().optional(),
    /** Basis points, 0 to 10000; chosen by the service if absent. */
    slippageTolerance: of.basisPoints.optional(),
    /** Paid by the user on top. */
    appFees: z
      .array(
        resource({
          recipient: of.evmAddress,
          /** Basis points of the input. */
          fee: of.basisPoints,
        }),
      )
      .optional(),
  }
}

/** Lists the fields of a quote request, whose values are read by the given kinds. */
export function quoteFields(of: ValueKinds) {
  return {
    ...priceFields(of),
    /** The settlement protocol; `v2` is needed to withdraw from the venue. */
    protocolVersion: of.oneOf(['v2', 'preferV2']).optional(),
    /** Related to the kind of wallet: true approves and calls the depository, false is one transfer of the token. */
    explicitDeposit: z.boolean().optional(),
    /** Adds `protocol.v2.orderSignature`; slower. */
    includeProtocolData: z.boolean().optional(),
    referrerAddress: of.address.optional(),
    /** Gas for `txs`. */
    txsGasLimit: of.wholeNumber.optional(),
    /** Gas for calls that run inside the deposit. */
    gasLimitForDepositSpecifiedTxs: of.wholeNumber.optional(),
    /** EIP-7702, on the destination chain. */
    authorizationList: z.array(of.authorization).optional(),
    /** Who may recover what is stuck on a deposit address, on the origin chain. */
    recoveryAddress: of.address.optional(),
    /**
     * The deposit address is for one order; needs `refundTo`. The public service ignores it since 8 September 2026: there
     * the address is for one order where the trade type is EXACT_OUTPUT.
     */
    strict: z.boolean().optional(),
    /** Basis points, 0 to 10000: slack for destination gas after the deadline. */
    latePaymentSlippageTolerance: of.basisPoints.optional(),
    /** Delivers gas with the output. */
    topupGas: z.boolean().optional(),
    /** USD with 6 decimals, as a whole number; 2 USD if absent. */
    topupGasAmount: of.amount.optional(),
    /** The integrator pays all components of the fees; the specification has no sponsorship for deposit addresses. */
    subsidizeFees: z.boolean().optional(),
    /** USD with 6 decimals, as a whole number. */
    maxSubsidizationAmount: of.value.optional(),
    /** Which components the integrator pays; none for deposit addresses. */
    sponsoredFeeComponents: z.array(of.oneOf(feeComponents)).optional(),
    /** @deprecated Use `sponsoredFeeComponents` with `rent`. */
    subsidizeRent: z.boolean().optional(),
    /** Seconds; 600 if absent. */
    permitExpiry: of.wholeNumber.optional(),
    /** Gas of the wrapper of a gasless transaction. */
    originGasOverhead: of.wholeNumber.optional(),
    /** Anything left over goes to the solver. */
    enableTrueExactOutput: z.boolean().optional(),
    forceSolverExecution: z.boolean().optional(),
    overridePriceImpact: z.boolean().optional(),
    disableOriginSwaps: z.boolean().optional(),
    disableSwapProviderPreference: z.boolean().optional(),
    /** Names of `getSwapSources`, as in the next three. */
    includedSwapSources: z.array(z.string()).optional(),
    excludedSwapSources: z.array(z.string()).optional(),
    includedOriginSwapSources: z.array(z.string()).optional(),
    includedDestinationSwapSources: z.array(z.string()).optional(),
    /** Input to output, such as `1:1`. */
    fixedRate: z
      .string()
      .regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/, 'must be input:output, such as 1:1')
      .optional(),
    /** Seconds from the quote; later fills are refunded. */
    ttl: of.wholeNumber.optional(),
    ...newerFields(of),
    ...otherMachineFields(of),
  }
}

/** Fields of September 2026. Those whose form was not seen are sent as they are given. */
function newerFields(of: ValueKinds) {
  return {
    /** Basis points of each component that the integrator pays, 0 to 10000; counts before the maximum. */
    subsidizationBps: z
      .int('must be 0 to 10000')
      .min(0, 'must be 0 to 10000')
      .max(10_000, 'must be 0 to 10000')
      .optional(),
    /** A quote that is not to be executed. */
    indicativeQuote: z.boolean().optional(),
    /** Lets solvers race for the best swap, for a key that may. */
    useRouteRacing: z.boolean().optional(),
    useRouteRacingOnOrigin: z.boolean().optional(),
    /** Its form was not seen. */
    routeRacingMinUsdSize: z.unknown().optional(),
    /** Its form was not seen. */
    referencePrice: z.unknown().optional(),
    useQueueing: z.boolean().optional(),
    /** Seconds; `ttl` must be at least as long. */
    queueingTtl: of.wholeNumber.optional(),
    /** For a Solana origin. */
    forJitoBundle: z.boolean().optional(),
  }
}

function otherMachineFields(of: ValueKinds) {
  return {
    additionalData: resource({
      /** For a Bitcoin origin. */
      userPublicKey: z.string().optional(),
    }).optional(),
    /** For a Solana origin, like the next three fields. */
    depositFeePayer: z.string().optional(),
    maxRouteLength: of.wholeNumber.optional(),
    useSharedAccounts: z.boolean().optional(),
    includeComputeUnitLimit: z.boolean().optional(),
  }
}

const parameters: ValueKinds = {
  address: addressParameter,
  evmAddress: evmAddressParameter,
  chainId: chainIdParameter,
  amount: amountParameter,
  value: valueParameter,
  basisPoints: basisPointsParameter,
  wholeNumber: wholeNumberParameter,
  data: hexParameter,
  authorization: authorizationParameter,
  oneOf: openEnum,
}

export const priceRequestSchema = resource(priceFields(parameters))

/** The body of POST /price. */
export type PriceRequest = z.input<typeof priceRequestSchema>

/** The fields that the rules compare. */
type Compared = {
  originChainId: number
  destinationCurrency: string
  protocolVersion?: string | undefined
  txs?: readonly unknown[] | undefined
  recoveryAddress?: string | undefined
  useDepositAddress?: boolean | undefined
  topupGas?: boolean | undefined
}

// What the service is documented to reject, in the order in which it is reported.
const rules: readonly { path: keyof Compared; broken(request: Compared): boolean; requirement: string }[] = [
  {
    path: 'protocolVersion',
    broken: ({ originChainId, protocolVersion }) =>
      originChainId === venueChainId && protocolVersion !== 'v2',
    requirement: `must be v2 for a withdrawal from the venue (originChainId ${venueChainId})`,
  },
  {
    path: 'txs',
    broken: ({ useDepositAddress, txs }) => !!useDepositAddress && !!txs?.length,
    requirement: 'must be absent with useDepositAddress, which makes no calls',
  },
  {
    path: 'recoveryAddress',
    broken: (request) => !request.useDepositAddress && request.recoveryAddress !== undefined,
    requirement: 'must be absent without useDepositAddress',
  },
  {
    path: 'topupGas',
    broken: ({ topupGas, destinationCurrency }) => !!topupGas && /^0x(00){20}$/.test(destinationCurrency),
    requirement: 'must not be true where the output is the native currency',
  },
]

/** The rules between fields, in the words of their errors. */
export const quoteContradictions: readonly string[] = rules.map(
  ({ path, requirement }) => `${path}: ${requirement}.`,
)

/** Finds the first rule between fields that a request breaks. */
export function findContradiction(request: Compared): { path: string; requirement: string } | undefined {
  return rules.find(({ broken }) => broken(request))
}

export const quoteRequestSchema = resource(quoteFields(parameters)).superRefine((request, context) => {
  const found = findContradiction(request)
  if (found) context.addIssue({ code: 'custom', path: [found.path], message: found.requirement })
})

/** The body of POST /quote/v2. */
export type QuoteRequest = z.input<typeof quoteRequestSchema>
