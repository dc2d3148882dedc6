import * as z from 'zod'
import { ServiceError } from '../http/serviceError.js'

const decimal = z.string().regex(/^\d{1,78}$/, 'must be a decimal string in the smallest unit')
const chainId = z.number().int().positive()

/** The body of POST /quote/v2, as far as its shape goes; values are looked at in `readQuoteRequest`. */
const quoteBody = z.looseObject({
  user: z.string(),
  recipient: z.string().optional(),
  originChainId: chainId,
  destinationChainId: chainId,
  originCurrency: z.string(),
  destinationCurrency: z.string(),
  amount: decimal,
  tradeType: z.enum(['EXACT_INPUT', 'EXPECTED_OUTPUT', 'EXACT_OUTPUT']),
  txs: z.array(z.looseObject({ to: z.string(), value: decimal, data: z.string() })).optional(),
  refundTo: z.string().optional(),
  referrer: z.string().optional(),
  slippageTolerance: z.string().optional(),
  protocolVersion: z.enum(['v2', 'preferV2']).optional(),
  includeProtocolData: z.boolean().optional(),
  /** The mock's own: the receiver on the destination chain that the order names and the solver fills through. */
  fillContract: z.string().optional(),
})

export type QuoteBody = z.infer<typeof quoteBody>

/** Fields of the service that would change what the caller gets, and that the mock does not serve. */
const unsupported = [
  'appFees',
  'authorizationList',
  'fixedRate',
  'recoveryAddress',
  'sponsoredFeeComponents',
  'strict',
  'subsidizeFees',
  'topupGas',
  'ttl',
  'useDepositAddress',
  'usePermit',
] as const

/**
 * Reads a quote's body. Fields that the mock does not know are ignored; those that it knows it can't serve are not.
 *
 * @throws {@link ServiceError} INVALID_REQUEST with the path of what is wrong, or UNSUPPORTED_EXECUTION_TYPE.
 */
export function parseQuoteBody(body: unknown): QuoteBody {
  const result = quoteBody.safeParse(body)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ServiceError('INVALID_REQUEST', `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  }
  const asked = unsupported.find((field) => isAsked(result.data[field]))
  const field = asked ?? (result.data.explicitDeposit === false ? 'explicitDeposit' : undefined)
  if (field) throw new ServiceError('UNSUPPORTED_EXECUTION_TYPE', `The mock does not support ${field}.`)
  return result.data
}

function isAsked(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
}
