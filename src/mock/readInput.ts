import { type Hex, isHex } from 'viem'
import * as z from 'zod'
import { toAddressWord } from '../base/values.js'
import { readMismatch } from '../service/resources/readMismatch.js'
import { CallerError, type ServiceErrorCode } from './callerError.js'
import type { Chain, ChainCurrency } from './chains/chain.js'
import { MockRestoredError } from './errors.js'
import type { Ledger, LedgerRequest } from './ledger.js'

/**
 * Parses a query or a body.
 *
 * @param codes - The error codes by field. Other fields answer UNKNOWN_ERROR.
 * @throws {@link CallerError} with the path of the mismatch.
 */
export function readInput<schema extends z.ZodType>(
  schema: schema,
  input: unknown,
  codes: Readonly<Record<string, ServiceErrorCode>> = {},
): z.output<schema> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const { path, requirement } = readMismatch(result.error, input)
  throw new CallerError(codes[path] ?? 'UNKNOWN_ERROR', `${path || 'body'}: ${requirement}.`)
}

/** A query parameter that may occur once. */
export const textQuery = z.string('must be given once, as text')

export const integerQuery = textQuery.regex(/^\d{1,15}$/, 'must be a whole number').transform(Number)

export const chainIdQuery = textQuery
  .regex(/^[1-9]\d{0,15}$/, 'must be a chain id')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be a chain id')

export const decimalQuery = textQuery
  .regex(/^\d{1,30}(\.\d{1,30})?$/, 'must be a decimal number')
  .transform(Number)

export const booleanQuery = textQuery
  .regex(/^(true|false)$/, 'must be true or false')
  .transform((text) => text === 'true')

export const limitQuery = textQuery
  .regex(/^([1-9]|[1-4]\d|50)$/, 'must be a whole number from 1 to 50')
  .transform(Number)

/** Several values, as repeated parameters or separated by commas. */
export const listQuery = z
  .union([z.string(), z.array(z.string())], 'must be text')
  .transform((value) => [value].flat().flatMap((text) => text.split(',')))

/** Parses hex in any case to lower case. */
export function hexOf(bytes: number, text = z.string()) {
  return text
    .regex(new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`), `must be hex of ${bytes} bytes`)
    .transform((value) => value.toLowerCase() as Hex)
}

/** Finds a chain of the mock by its id. @throws {@link CallerError} */
export function findServedChain(chains: readonly Chain[], id: number): Chain {
  const chain = chains.find((candidate) => candidate.id === id)
  if (chain) return chain
  throw new CallerError('UNSUPPORTED_CHAIN', `Chain ${id} is not supported.`)
}

/** Finds a currency by its address in any case. @throws {@link CallerError} */
export function findCurrency(chain: Chain, address: string): ChainCurrency {
  const word = toAddressWord(address)
  const currency = chain.currencies.find((candidate) => toAddressWord(candidate.address) === word)
  if (currency && word) return currency
  throw new CallerError('UNSUPPORTED_CURRENCY', `The currency is not supported on chain ${chain.id}.`)
}

/** Finds a request. @param status - The HTTP status of the answer to an unknown id. @throws {@link CallerError} */
export function findLedgerRequest(ledger: Ledger, requestId: unknown, status = 400): LedgerRequest {
  if (!isHex(requestId) || requestId.length !== 66) {
    throw new CallerError('UNKNOWN_ERROR', 'requestId: must be hex of 32 bytes.')
  }
  if (ledger.isUndone(requestId)) throw new MockRestoredError()
  const record = ledger.find(requestId)
  if (!record) throw new CallerError('UNKNOWN_ERROR', `No request ${requestId}.`, { status })
  return record
}
