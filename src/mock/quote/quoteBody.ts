import { maxUint256 } from 'viem'
import * as z from 'zod'
import { feeComponents } from '../../service/resources/codes.js'
import { tradeTypes } from '../../service/resources/quoteRequest.js'
import { CallerError } from '../http/callerError.js'
import { readInput } from '../http/readInput.js'

const decimal = z.string().regex(/^\d{1,78}$/, 'must be a decimal string in the smallest unit')
const amount = decimal.transform(BigInt).refine((value) => value <= maxUint256, 'must fit 256 bits')
const chainId = z.int().positive()
const wholeNumber = z.int().nonnegative()
const bps = z.string().regex(/^(0|[1-9]\d{0,3}|10000)$/, 'must be whole basis points from 0 to 10000')
const flag = z.boolean().optional()
const sources = z.array(z.string()).optional()

/** The shape of the body of POST /quote/v2; `readQuoteRequest` checks the values. */
const quoteBody = z.looseObject({
  user: z.string(),
  recipient: z.string().optional(),
  originChainId: chainId,
  destinationChainId: chainId,
  originCurrency: z.string(),
  destinationCurrency: z.string(),
  amount,
  tradeType: z.enum(tradeTypes),
  txs: z.array(z.looseObject({ to: z.string(), value: decimal, data: z.string() })).optional(),
  txsGasLimit: wholeNumber.optional(),
  gasLimitForDepositSpecifiedTxs: z.unknown().optional(),
  authorizationList: z.array(z.unknown()).optional(),
  refundTo: z.string().optional(),
  refundOnOrigin: flag,
  referrer: z.string().optional(),
  referrerAddress: z.string().optional(),
  slippageTolerance: z.string().optional(),
  latePaymentSlippageTolerance: z.string().optional(),
  protocolVersion: z.enum(['v2', 'preferV2']).optional(),
  explicitDeposit: flag,
  includeProtocolData: flag,
  useDepositAddress: flag,
  strict: flag,
  recoveryAddress: z.string().optional(),
  appFees: z.array(z.looseObject({ recipient: z.string(), fee: bps })).optional(),
  topupGas: flag,
  topupGasAmount: amount.optional(),
  subsidizeFees: flag,
  subsidizeRent: flag,
  maxSubsidizationAmount: amount.optional(),
  sponsoredFeeComponents: z.array(z.enum(feeComponents)).optional(),
  usePermit: flag,
  permitExpiry: wholeNumber.positive().optional(),
  originGasOverhead: wholeNumber.optional(),
  enableTrueExactOutput: flag,
  useExternalLiquidity: flag,
  useFallbacks: flag,
  forceSolverExecution: flag,
  overridePriceImpact: flag,
  disableOriginSwaps: flag,
  disableSwapProviderPreference: flag,
  includedSwapSources: sources,
  excludedSwapSources: sources,
  includedOriginSwapSources: sources,
  includedDestinationSwapSources: sources,
  fixedRate: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,18})?:\d{1,18}(\.\d{1,18})?$/, 'must be input:output, such as 1:1')
    .optional(),
  ttl: wholeNumber.positive().optional(),
  /** The mock's own: the receiver on the destination chain that the order names and the solver fills through. */
  fillContract: z.string().optional(),
})

export type QuoteBody = z.infer<typeof quoteBody>

/** Fields for other virtual machines and for delegated accounts, which the mock does not have. */
const unsupported: readonly { field: string; isAsked(body: QuoteBody): unknown }[] = [
  ...['depositFeePayer', 'maxRouteLength', 'useSharedAccounts', 'includeComputeUnitLimit'].map((field) => ({
    field,
    isAsked: (body: QuoteBody) => isGiven(body[field]),
  })),
  {
    field: 'additionalData.userPublicKey',
    isAsked: ({ additionalData }) =>
      isGiven((additionalData as Record<string, unknown> | undefined)?.userPublicKey),
  },
  { field: 'authorizationList', isAsked: ({ authorizationList }) => authorizationList?.length },
  { field: 'refundOnOrigin: false', isAsked: ({ refundOnOrigin }) => refundOnOrigin === false },
]

/** Requirements between fields, with the check that one is broken. */
const rules: Readonly<Record<string, (body: QuoteBody) => unknown>> = {
  'strict: needs useDepositAddress.': ({ strict, useDepositAddress }) => strict && !useDepositAddress,
  'refundTo: must be given with strict.': ({ strict, refundTo }) => strict && refundTo === undefined,
  'recoveryAddress: needs useDepositAddress.': ({ recoveryAddress, useDepositAddress }) =>
    recoveryAddress !== undefined && !useDepositAddress,
  'tradeType: an open deposit address can’t have EXACT_OUTPUT; set strict.': (body) =>
    body.useDepositAddress && !body.strict && body.tradeType === 'EXACT_OUTPUT',
  'sponsoredFeeComponents: must be absent with useDepositAddress.': (body) =>
    body.useDepositAddress && body.sponsoredFeeComponents,
  'subsidizeFees: a deposit address has no sponsorship.': (body) =>
    body.useDepositAddress && body.subsidizeFees,
  'usePermit: must be absent with useDepositAddress.': (body) => body.useDepositAddress && body.usePermit,
  'appFees: at most 10000 basis points together.': ({ appFees = [] }) =>
    appFees.reduce((sum, { fee }) => sum + Number(fee), 0) > 10_000,
  'fixedRate: both sides must be above 0.': ({ fixedRate }) =>
    fixedRate?.split(':').some((side) => /^[0.]*$/.test(side)),
}

/**
 * Reads a quote's body and ignores unknown fields.
 *
 * @throws {@link CallerError} UNKNOWN_ERROR with the path, or UNSUPPORTED_EXECUTION_TYPE.
 */
export function parseQuoteBody(body: unknown): QuoteBody {
  const fields = readInput(quoteBody, body)
  const asked = unsupported.find(({ isAsked }) => isAsked(fields))
  if (asked) throw new CallerError('UNSUPPORTED_EXECUTION_TYPE', `The mock does not support ${asked.field}.`)
  if (fields.useDepositAddress && fields.txs?.length) {
    throw new CallerError('EXTRA_TXS_NOT_SUPPORTED', 'txs: must be absent with useDepositAddress.')
  }
  const broken = Object.keys(rules).find((requirement) => rules[requirement]!(fields))
  if (broken) throw new CallerError('UNKNOWN_ERROR', broken)
  return fields
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}
