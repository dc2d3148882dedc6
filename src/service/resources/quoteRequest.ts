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
 * The meaning of a quote's `amount`. `EXACT_INPUT`: the amount sent. `EXPECTED_OUTPUT`: approximately the amount received.
 * `EXACT_OUTPUT`: exactly the amount received, otherwise the request is refunded.
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
 * An authorization that a wallet signed for EIP-7702. The wallet's object may have more fields; only the fields that the
 * service knows are sent.
 */
export const authorizationParameter = z
  .object({
    chainId: wholeNumberParameter,
    address: evmAddressParameter,
    nonce: wholeNumberParameter,
    yParity: z.number().optional(),
    /** 27 or 28. Used only if `yParity` is absent. */
    v: z.bigint().optional(),
    r: requestIdParameter,
    s: requestIdParameter,
  })
  .transform(({ v, yParity = v === undefined ? undefined : Number(v) - 27, ...rest }, context) => {
    if (yParity === 0 || yParity === 1) return { ...rest, yParity }
    context.addIssue({ code: 'custom', path: ['yParity'], message: 'must be 0 or 1' })
    return z.NEVER
  })

/**
 * The readers for each kind of value. The client's readers accept the forms that callers may pass. The mock's readers accept the
 * form that is sent.
 */
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
    /** The account that deposits and signs on the origin chain. */
    user: of.address,
    /** The account that receives. Defaults to the user. */
    recipient: of.address.optional(),
    originChainId: of.chainId,
    /** The destination chain. 1337 deposits to the perps venue. */
    destinationChainId: of.chainId,
    /** The currency on the origin chain. For the native currency, the address that stands for it on that chain. */
    originCurrency: of.address,
    destinationCurrency: of.address,
    /** In the smallest unit: of the origin currency for `EXACT_INPUT`, otherwise of the destination currency. */
    amount: of.amount,
    tradeType: z.enum(tradeTypes, `must be one of ${tradeTypes.join(', ')}`),
    /** Calls that the solver's fill makes on the destination chain. */
    txs: z
      .array(
        resource({ to: of.address, value: of.value, data: of.data, originalTxValue: of.value.optional() }),
      )
      .optional(),
    /** A text that events return. */
    referrer: z.string().optional(),
    /**
     * The account that gets a refund on the origin chain. The address that stands for the chain's native currency means the
     * depositor.
     */
    refundTo: of.address.optional(),
    /** @deprecated Use `refundTo`. */
    refundOnOrigin: z.boolean().optional(),
    useExternalLiquidity: z.boolean().optional(),
    useFallbacks: z.boolean().optional(),
    /** Whether to get signature steps (EIP-3009, else Permit2) instead of transactions. */
    usePermit: z.boolean().optional(),
    /** Whether to get a deposit address instead of calldata. Excludes calls on the destination chain. */
    useDepositAddress: z.boolean().optional(),
    /** Basis points, 0 to 10000. Defaults to the service's choice. */
    slippageTolerance: of.basisPoints.optional(),
    /** Fees that the user pays on top. */
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

/** Lists the fields of a quote request, with the given readers for their values. */
export function quoteFields(of: ValueKinds) {
  return {
    ...priceFields(of),
    /** The settlement protocol. `v2` is required to withdraw from the venue. */
    protocolVersion: of.oneOf(['v2', 'preferV2']).optional(),
    /**
     * True approves the token and calls the depository. False makes one token transfer. Which one fits depends on the kind of
     * wallet.
     */
    explicitDeposit: z.boolean().optional(),
    /** Adds `protocol.v2.orderSignature`. The answer takes longer. */
    includeProtocolData: z.boolean().optional(),
    referrerAddress: of.address.optional(),
    /** Gas for `txs`. */
    txsGasLimit: of.wholeNumber.optional(),
    /** Gas for calls that run inside the deposit. */
    gasLimitForDepositSpecifiedTxs: of.wholeNumber.optional(),
    /** EIP-7702 authorizations on the destination chain. */
    authorizationList: z.array(of.authorization).optional(),
    /** The account that may recover stuck funds of a deposit address on the origin chain. */
    recoveryAddress: of.address.optional(),
    /**
     * Whether the deposit address is for one order. Requires `refundTo`. The public service has ignored it since 8 September
     * 2026: there, the address is for one order if the trade type is EXACT_OUTPUT.
     */
    strict: z.boolean().optional(),
    /** Basis points, 0 to 10000: the slack for the cost of destination gas if the payment comes after the deadline. */
    latePaymentSlippageTolerance: of.basisPoints.optional(),
    /** Whether to deliver gas with the output. */
    topupGas: z.boolean().optional(),
    /** USD with 6 decimals, as a whole number. Defaults to 2 USD. */
    topupGasAmount: of.amount.optional(),
    /** Whether the integrator pays all components of the fees. The specification has no sponsorship for deposit addresses. */
    subsidizeFees: z.boolean().optional(),
    /** USD with 6 decimals, as a whole number. */
    maxSubsidizationAmount: of.value.optional(),
    /** The components that the integrator pays. None for deposit addresses. */
    sponsoredFeeComponents: z.array(of.oneOf(feeComponents)).optional(),
    /** @deprecated Use `sponsoredFeeComponents` with `rent`. */
    subsidizeRent: z.boolean().optional(),
    /** Seconds. Defaults to 600. */
    permitExpiry: of.wholeNumber.optional(),
    /** The gas of the wrapper of a gasless transaction. */
    originGasOverhead: of.wholeNumber.optional(),
    /** Whether the solver keeps anything left over. */
    enableTrueExactOutput: z.boolean().optional(),
    forceSolverExecution: z.boolean().optional(),
    overridePriceImpact: z.boolean().optional(),
    disableOriginSwaps: z.boolean().optional(),
    disableSwapProviderPreference: z.boolean().optional(),
    /** Names from `getSwapSources`. */
    includedSwapSources: z.array(z.string()).optional(),
    /** Names from `getSwapSources`. */
    excludedSwapSources: z.array(z.string()).optional(),
    /** Names from `getSwapSources`. */
    includedOriginSwapSources: z.array(z.string()).optional(),
    /** Names from `getSwapSources`. */
    includedDestinationSwapSources: z.array(z.string()).optional(),
    /** The ratio of input to output, such as `1:1`. */
    fixedRate: z
      .string()
      .regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/, 'must be input:output, such as 1:1')
      .optional(),
    /** Seconds from the quote. Later fills are refunded. */
    ttl: of.wholeNumber.optional(),
    ...newerFields(of),
    ...otherMachineFields(of),
  }
}

/** Fields of September 2026. A field whose form was not seen is sent unchanged. */
function newerFields(of: ValueKinds) {
  return {
    /** The share of each fee component that the integrator pays, in basis points, 0 to 10000. Applied before the maximum. */
    subsidizationBps: z
      .int('must be 0 to 10000')
      .min(0, 'must be 0 to 10000')
      .max(10_000, 'must be 0 to 10000')
      .optional(),
    /** Whether the quote is only for information, and will not be executed. */
    indicativeQuote: z.boolean().optional(),
    /** Lets solvers race for the best swap, if the key may do so. */
    useRouteRacing: z.boolean().optional(),
    useRouteRacingOnOrigin: z.boolean().optional(),
    /** Its form was not seen. */
    routeRacingMinUsdSize: z.unknown().optional(),
    /** Its form was not seen. */
    referencePrice: z.unknown().optional(),
    useQueueing: z.boolean().optional(),
    /** Seconds, at most as long as `ttl`. */
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
    /** For a Solana origin. */
    depositFeePayer: z.string().optional(),
    /** For a Solana origin. */
    maxRouteLength: of.wholeNumber.optional(),
    /** For a Solana origin. */
    useSharedAccounts: z.boolean().optional(),
    /** For a Solana origin. */
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

/** The fields of a request that {@link rules} compare with each other. */
type Compared = {
  originChainId: number
  destinationCurrency: string
  protocolVersion?: string | undefined
  txs?: readonly unknown[] | undefined
  recoveryAddress?: string | undefined
  useDepositAddress?: boolean | undefined
  topupGas?: boolean | undefined
}

// The combinations that the service is documented to reject, in the order in which it reports them.
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
    requirement: 'must not be true if the output is the native currency',
  },
]

/** The rules between fields, in the words of their errors. */
export const quoteContradictions: readonly string[] = rules.map(
  ({ path, requirement }) => `${path}: ${requirement}.`,
)

/** Returns the first rule between fields that a request breaks. */
export function findContradiction(request: Compared): { path: string; requirement: string } | undefined {
  return rules.find(({ broken }) => broken(request))
}

export const quoteRequestSchema = resource(quoteFields(parameters)).superRefine((request, context) => {
  const found = findContradiction(request)
  if (found) context.addIssue({ code: 'custom', path: [found.path], message: found.requirement })
})

/** The body of POST /quote/v2. */
export type QuoteRequest = z.input<typeof quoteRequestSchema>
