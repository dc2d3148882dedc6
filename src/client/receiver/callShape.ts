import * as z from 'zod'
import { readMismatch } from '../../service/resources/readMismatch.js'
import { findQuoteMisfit } from '../../service/steps/readQuote.js'

/** Throws unless `holds`. The error names the field, its value and what it must be. */
export type NeedField = (holds: unknown, field: string, value: unknown, requirement: string) => void

export const decimal = z.string().regex(/^\d+$/, 'must be a decimal string')
export const counted = z.int().nonnegative()

/** Where to look for a deposit that the wallet was asked for. */
export const depositShape = z.object({ fromBlock: decimal, nonce: counted, isNonceFixed: z.boolean() })

/** Checks the JSON types of a stored payment. */
export function requireShape(need: NeedField, schema: z.ZodType, call: object): void {
  const { error } = schema.safeParse(call)
  if (!error) return
  const { path, value, requirement } = readMismatch(error, call)
  need(false, path, value, requirement.replace(/^must be /, ''))
}

/** Checks that a stored quote is one. */
export function requireQuote(need: NeedField, quote: unknown): void {
  const misfit = findQuoteMisfit(quote)
  if (misfit) need(false, ['quote', misfit.path].filter(Boolean).join('.'), misfit.found, misfit.required)
}
