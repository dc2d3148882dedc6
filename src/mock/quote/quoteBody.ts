import * as z from 'zod'
import { toUint256 } from '../../base/values.js'
import {
  findContradiction,
  quoteContradictions,
  quoteFields,
  type ValueKinds,
} from '../../service/resources/quoteRequest.js'
import { CallerError, type ServiceErrorCode } from '../callerError.js'
import { type IdForm, isPublic } from '../forms.js'
import { readInput } from '../readInput.js'

const text = z.string()
const wholeNumber = z.int().nonnegative()
const amountError = 'must be a decimal string in the smallest unit, of at most 256 bits'
const amount = text
  .regex(/^(0|[1-9]\d{0,77})$/, { error: amountError, abort: true })
  .refine((value) => toUint256(value) !== undefined, amountError)

/** The JSON types of the fields. Addresses and calls are checked later with the route, with error codes of their own. */
const wire: ValueKinds = {
  address: text.meta({ pattern: '^0[xX]([0-9a-fA-F]{2})+$' }),
  evmAddress: text.meta({ pattern: '^0[xX][0-9a-fA-F]{40}$' }),
  chainId: z.int().positive(),
  amount,
  value: amount,
  basisPoints: text.regex(/^(0|[1-9]\d{0,3}|10000)$/, 'must be whole basis points from 0 to 10000'),
  wholeNumber,
  data: text.meta({ pattern: '^0x([0-9a-fA-F]{2})*$' }),
  authorization: z.any(),
  oneOf: (values) => z.enum(values),
}

/** Marks a field that only the mock takes. */
export const ownField = 'x-mock'

/** The shape of a quote's body. {@link parseQuoteBody} checks the rules between its fields. */
export const quoteBody = z.looseObject({
  ...quoteFields(wire),
  // Narrower than in the specification.
  permitExpiry: wholeNumber.positive().optional(),
  ttl: wholeNumber.positive().optional(),
  fixedRate: text
    .regex(/^\d{1,18}(\.\d{1,18})?:\d{1,18}(\.\d{1,18})?$/, 'must be input:output, such as 1:1')
    .optional(),
  /** A field of the mock: the receiver on the destination chain that the order names and the solver fills through. */
  fillContract: wire.evmAddress.meta({ [ownField]: true }).optional(),
})

export type QuoteBody = z.infer<typeof quoteBody>

/** Fields for other virtual machines and for delegated accounts, which the mock does not support. */
const unsupported: readonly { field: string; isAsked(body: QuoteBody): unknown }[] = [
  ...(['depositFeePayer', 'maxRouteLength', 'useSharedAccounts', 'includeComputeUnitLimit'] as const).map(
    (field) => ({ field, isAsked: (body: QuoteBody) => body[field] }),
  ),
  { field: 'additionalData.userPublicKey', isAsked: ({ additionalData }) => additionalData?.userPublicKey },
  { field: 'authorizationList', isAsked: ({ authorizationList }) => authorizationList?.length },
  { field: 'subsidizationBps', isAsked: ({ subsidizationBps }) => subsidizationBps !== undefined },
  { field: 'refundOnOrigin: false', isAsked: ({ refundOnOrigin }) => refundOnOrigin === false },
]

/** Fields with an error code of their own. */
const codes: Readonly<Record<string, ServiceErrorCode>> = {
  slippageTolerance: 'INVALID_SLIPPAGE_TOLERANCE',
  latePaymentSlippageTolerance: 'INVALID_SLIPPAGE_TOLERANCE',
  gasLimitForDepositSpecifiedTxs: 'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
}

const contradictionCodes: Readonly<Record<string, ServiceErrorCode>> = {
  txs: 'EXTRA_TXS_NOT_SUPPORTED',
  topupGas: 'UNSUPPORTED_EXECUTION_TYPE',
}

/** The mock's rules between fields. Maps each error message to a function that returns whether a body breaks the rule. */
const rules: Readonly<Record<string, (body: QuoteBody) => unknown>> = {
  'strict: needs useDepositAddress.': ({ strict, useDepositAddress }) => strict && !useDepositAddress,
  'refundTo: must be given with strict.': ({ strict, refundTo }) => strict && refundTo === undefined,
  'subsidizeFees: a deposit address has no sponsorship.': (body) =>
    body.useDepositAddress && body.subsidizeFees,
  'sponsoredFeeComponents: a deposit address has no sponsorship.': (body) =>
    body.useDepositAddress && body.sponsoredFeeComponents,
  'usePermit: must be absent with useDepositAddress.': (body) => body.useDepositAddress && body.usePermit,
  'appFees: at most 10000 basis points together.': ({ appFees = [] }) =>
    appFees.reduce((sum, { fee }) => sum + Number(fee), 0) > 10_000,
  'fixedRate: both sides must be above 0.': ({ fixedRate }) =>
    fixedRate?.split(':').some((side) => /^[0.]*$/.test(side)),
}

/** All rules between fields, as error messages. */
export const quoteRules: readonly string[] = [...quoteContradictions, ...Object.keys(rules)]

/**
 * Parses a quote's body. Ignores unknown fields; the public form also ignores `strict`, as the public service does
 * since 8 September 2026.
 *
 * @throws {@link CallerError} with the path of the field.
 */
export function parseQuoteBody(body: unknown, idForm: IdForm): QuoteBody {
  const { strict, ...rest } = readInput(quoteBody, body, codes)
  const fields: QuoteBody = isPublic(idForm, 'strict') ? rest : { strict, ...rest }
  const asked = unsupported.find(({ isAsked }) => isAsked(fields))
  if (asked) throw new CallerError('UNSUPPORTED_EXECUTION_TYPE', `The mock does not support ${asked.field}.`)
  const found = findContradiction(fields)
  if (found) {
    const code = contradictionCodes[found.path] ?? 'UNKNOWN_ERROR'
    throw new CallerError(code, `${found.path}: ${found.requirement}.`)
  }
  const broken = Object.keys(rules).find((requirement) => rules[requirement]!(fields))
  if (broken) throw new CallerError('UNKNOWN_ERROR', broken)
  return fields
}
