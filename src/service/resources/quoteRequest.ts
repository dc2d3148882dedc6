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
 * What `amount` of a quote is: sent (`EXACT_INPUT`), about received (`EXPECTED_OUTPUT`), or received to the unit, else
 * refunded (`EXACT_OUTPUT`).
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

/** What a wallet signs for EIP-7702. Its object has more fields: only those that the service knows are sent. */
export const authorizationParameter = z
  .object({
    chainId: wholeNumberParameter,
    address: evmAddressParameter,
    nonce: wholeNumberParameter,
    yParity: z.number().optional(),
    /** 27 or 28; looked at where there is no `yParity`. */
    v: z.bigint().optional(),
    r: requestIdParameter,
    s: requestIdParameter,
  })
  .transform(({ v, yParity = v === undefined ? undefined : Number(v) - 27, ...rest }, context) => {
    if (yParity === 0 || yParity === 1) return { ...rest, yParity }
    context.addIssue({ code: 'custom', path: ['yParity'], message: 'must be 0 or 1' })
    return z.NEVER
  })

const shape = {
  /** Who deposits and signs on the origin chain. */
  user: addressParameter,
  /** Who receives; the user if absent. */
  recipient: addressParameter.optional(),
  originChainId: chainIdParameter,
  /** 1337 deposits to the perps venue. */
  destinationChainId: chainIdParameter,
  /** On the origin chain; the native currency has the address of its chain's sentinel. */
  originCurrency: addressParameter,
  destinationCurrency: addressParameter,
  /** Smallest unit; of the origin's currency with `EXACT_INPUT`, else of the destination's. */
  amount: amountParameter,
  tradeType: z.enum(tradeTypes, `must be one of ${tradeTypes.join(', ')}`),
  /** Calls on the destination chain, made by the solver's fill. */
  txs: z.array(resource({ ...callParameter.shape, originalTxValue: valueParameter.optional() })).optional(),
  /** Comes back in events. */
  referrer: z.string().optional(),
  /** Who gets a refund, on the origin chain. Its native sentinel stands for the depositor. */
  refundTo: addressParameter.optional(),
  /** @deprecated Use `refundTo`. */
  refundOnOrigin: z.boolean().optional(),
  useExternalLiquidity: z.boolean().optional(),
  useFallbacks: z.boolean().optional(),
  /** Steps of signatures (EIP-3009, else Permit2) in place of transactions. */
  usePermit: z.boolean().optional(),
  /** An address to send to in place of calldata; no calls on the destination chain. */
  useDepositAddress: z.boolean().optional(),
  /** Basis points, 0 to 10000; chosen by the service if absent. */
  slippageTolerance: basisPointsParameter.optional(),
  /** Paid by the user on top. */
  appFees: z
    .array(
      resource({
        recipient: evmAddressParameter,
        /** Basis points of the input. */
        fee: basisPointsParameter,
      }),
    )
    .optional(),
}

export const priceRequestSchema = resource(shape)

/** What POST /price takes. */
export type PriceRequest = z.input<typeof priceRequestSchema>

const quoteShape = resource({
  ...shape,
  /** The settlement protocol; `v2` is needed to withdraw from the venue. */
  protocolVersion: openEnum(['v2', 'preferV2']).optional(),
  /** Related to the kind of wallet: true approves and calls the depository, false is one transfer of the token. */
  explicitDeposit: z.boolean().optional(),
  /** Adds `protocol.v2.orderSignature`; slower. */
  includeProtocolData: z.boolean().optional(),
  referrerAddress: addressParameter.optional(),
  /** Gas for `txs`. */
  txsGasLimit: wholeNumberParameter.optional(),
  /** Gas for calls that run inside the deposit. */
  gasLimitForDepositSpecifiedTxs: wholeNumberParameter.optional(),
  /** EIP-7702, on the destination chain. */
  authorizationList: z.array(authorizationParameter).optional(),
  /** Who may recover what is stuck on a deposit address, on the origin chain. */
  recoveryAddress: addressParameter.optional(),
  /** The deposit address is for one order; needs `refundTo`. */
  strict: z.boolean().optional(),
  /** Basis points, 0 to 10000: slack for destination gas after the deadline. */
  latePaymentSlippageTolerance: basisPointsParameter.optional(),
  /** Delivers gas with the output. */
  topupGas: z.boolean().optional(),
  /** USD with 6 decimals, as a whole number; 2 USD if absent. */
  topupGasAmount: amountParameter.optional(),
  /** The integrator pays all components of the fees. */
  subsidizeFees: z.boolean().optional(),
  /** USD with 6 decimals, as a whole number. */
  maxSubsidizationAmount: valueParameter.optional(),
  /** Which components the integrator pays. */
  sponsoredFeeComponents: z.array(openEnum(feeComponents)).optional(),
  /** @deprecated Use `sponsoredFeeComponents` with `rent`. */
  subsidizeRent: z.boolean().optional(),
  /** Seconds; 600 if absent. */
  permitExpiry: wholeNumberParameter.optional(),
  /** Gas of the wrapper of a gasless transaction. */
  originGasOverhead: wholeNumberParameter.optional(),
  /** What is left over goes to the solver. */
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
  ttl: wholeNumberParameter.optional(),
  additionalData: resource({
    /** Of a Bitcoin origin. */
    userPublicKey: z.string().optional(),
  }).optional(),
  /** Of a Solana origin, as the next three. */
  depositFeePayer: z.string().optional(),
  maxRouteLength: wholeNumberParameter.optional(),
  useSharedAccounts: z.boolean().optional(),
  includeComputeUnitLimit: z.boolean().optional(),
})

type Request = z.output<typeof quoteShape>

// What the service is documented to reject, in the order in which it is reported.
const rules: readonly { path: keyof Request; broken(request: Request): boolean; requirement: string }[] = [
  {
    path: 'protocolVersion',
    broken: ({ originChainId, protocolVersion }) =>
      originChainId === venueChainId && protocolVersion !== 'v2',
    requirement: `must be v2 for a withdrawal from the venue (originChainId ${venueChainId})`,
  },
  {
    path: 'sponsoredFeeComponents',
    broken: (request) => !!request.useDepositAddress && request.sponsoredFeeComponents !== undefined,
    requirement: 'must be absent with useDepositAddress',
  },
  {
    path: 'txs',
    broken: ({ useDepositAddress, txs }) => !!useDepositAddress && !!txs?.length,
    requirement: 'must be absent with useDepositAddress, which makes no calls',
  },
  {
    path: 'tradeType',
    broken: ({ useDepositAddress, strict, tradeType }) =>
      !!useDepositAddress && !strict && tradeType === 'EXACT_OUTPUT',
    requirement: 'must not be EXACT_OUTPUT with an open deposit address; set strict',
  },
  {
    path: 'refundTo',
    broken: ({ strict, refundTo }) => !!strict && refundTo === undefined,
    requirement: 'must be given with strict',
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

export const quoteRequestSchema = quoteShape.superRefine((request, context) => {
  for (const { path, broken, requirement } of rules) {
    if (broken(request)) context.addIssue({ code: 'custom', path: [path], message: requirement })
  }
})

/** What POST /quote/v2 takes. */
export type QuoteRequest = z.input<typeof quoteRequestSchema>
