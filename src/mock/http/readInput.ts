import * as z from 'zod'
import { toAddressWord, toBytes } from '../../base/values.js'
import { readMismatch } from '../../service/resources/readMismatch.js'
import type { Chain, Currency } from '../chains/chain.js'
import { ServiceError } from './serviceError.js'

/** Reads a query or a body. @throws {@link ServiceError} with the path of what is wrong. */
export function readInput<schema extends z.ZodType>(schema: schema, input: unknown): z.output<schema> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const { path, requirement } = readMismatch(result.error, input)
  throw new ServiceError('INVALID_REQUEST', `${path || 'body'}: ${requirement}.`)
}

/** A parameter of a query, which must come once. */
export const textQuery = z.string('must be given once, as text')

function query<output>(
  read: (text: string) => output | undefined,
  requirement: string,
): z.ZodType<output, string> {
  return textQuery.transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `must be ${requirement}` })
    return z.NEVER
  })
}

export const integerQuery = query(
  (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  'a whole number',
)

export const chainIdQuery = query(
  (text) => (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  'a chain id',
)

export const decimalQuery = query(
  (text) => (/^\d{1,30}(\.\d{1,30})?$/.test(text) ? Number(text) : undefined),
  'a decimal number',
)

export const booleanQuery = query(
  (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  'true or false',
)

export const bytes32Query = query((text) => toBytes(text, [32]), 'hex of 32 bytes')

export const evmAddressQuery = query((text) => toBytes(text, [20]), 'hex of 20 bytes')

/** From 1 to 50. */
export const limitQuery = query(
  (text) => (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 50 ? Number(text) : undefined),
  'a whole number from 1 to 50',
)

/** Several values, as parameters of one name or with commas between them. */
export const listQuery = z
  .union([z.string(), z.array(z.string())], 'must be text')
  .transform((value) => [value].flat().flatMap((text) => text.split(',')))

/** @throws {@link ServiceError} */
export function findChain(chains: readonly Chain[], id: number): Chain {
  const chain = chains.find((candidate) => candidate.id === id)
  if (chain) return chain
  throw new ServiceError('UNSUPPORTED_CHAIN', `Chain ${id} is not supported.`)
}

/** A currency by its address in any case. @throws {@link ServiceError} */
export function findCurrency(chain: Chain, address: string): Currency {
  const word = toAddressWord(address)
  const currency = chain.currencies.find((candidate) => toAddressWord(candidate.address) === word)
  if (currency && word) return currency
  throw new ServiceError('UNSUPPORTED_CURRENCY', `The currency is not supported on chain ${chain.id}.`)
}
