// What the resources' schemas are made of.
import * as z from 'zod'

/**
 * An object of the service: named fields are held to their schemas, all others are kept as they came.
 *
 * The type has the named fields alone, so that a misspelled one does not compile.
 */
export function resource<shape extends z.ZodRawShape>(shape: shape): z.ZodObject<shape, z.core.$strip> {
  return z.looseObject(shape) as never
}

/** Text of which the service may use more than what is known here. */
export function openEnum<const values extends readonly string[]>(
  _known: values,
): z.ZodType<values[number] | (string & {})> {
  return z.string() as never
}

/** Whole number of the smallest unit, in decimal; costs may be negative. */
export const amountText = z.string().regex(/^-?\d+$/, 'must be a whole number in decimal, as a string')

/** Hex of whole bytes. */
export const hexText = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be hex of whole bytes')
  .transform((value) => value as `0x${string}`)

/** 32 bytes of hex. */
export const bytes32Text = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be hex of 32 bytes')
  .transform((value) => value as `0x${string}`)

/** From 1 to 2^53-1. */
export const chainId = z.int().positive()
