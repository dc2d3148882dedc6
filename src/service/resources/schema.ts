// The parts of the resources' schemas.
import * as z from 'zod'
import { toChainId } from '../../base/values.js'

/**
 * Makes the schema of an object that the client reads. The named fields must have their form. All other fields are kept as
 * received.
 *
 * The type has only the named fields, so a misspelled field does not compile.
 */
export function resource<shape extends z.ZodRawShape>(shape: shape): z.ZodObject<shape, z.core.$strip> {
  return z.looseObject(shape) as z.ZodObject<shape, z.core.$strip>
}

type Described<shape extends z.ZodRawShape> = {
  [name in keyof shape]: z.ZodOptional<z.ZodNullable<shape[name]>>
}

/**
 * The documented form of each schema that accepts more than its documentation states: a field of {@link described}, or the known
 * words of {@link openEnum}.
 */
export const documentedForms = new WeakMap<z.core.$ZodType, z.ZodType | readonly string[]>()

/**
 * Makes the schema of an object that the client passes on. The fields are typed as documented, but a field that is missing, null
 * or of another form is kept as received. The fields of `used` must have their form, since the client reads them itself.
 */
export function described<shape extends z.ZodRawShape, used extends z.ZodRawShape = Record<never, never>>(
  shape: shape,
  used: used = {} as used,
): z.ZodObject<Described<shape> & used, z.core.$strip> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, keepOtherForms(schema as z.ZodType)])
  return resource({ ...Object.fromEntries(fields), ...used })
}

function keepOtherForms(schema: z.ZodType): z.ZodType {
  const field = z
    .unknown()
    .transform((value) => {
      const result = schema.safeParse(value)
      return result.success ? result.data : value
    })
    .optional()
  documentedForms.set(field, schema)
  return field
}

/** Makes the schema of a text. The service may also use words that are not in `known`. */
export function openEnum<const values extends readonly string[]>(
  known: values,
): z.ZodType<values[number] | (string & {})> {
  const text: z.ZodType<values[number] | (string & {})> = z.string()
  documentedForms.set(text, known)
  return text
}

/** A decimal number, which may be fractional: USD, a rate, a balance. */
export const decimal = z.union([z.string(), z.number()])

/** A whole number of the smallest unit, in decimal. Costs may be negative. */
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

/** From 1 to 2^53-1, as a number or as its digits. */
export const chainId = z.unknown().transform((value, context): number => {
  const isDigits = typeof value === 'string' && /^[1-9]\d*$/.test(value)
  const id = toChainId(isDigits ? Number(value) : value)
  if (id !== undefined) return id
  context.addIssue({ code: 'custom', message: 'must be a chain id, as a number or its digits' })
  return z.NEVER
})
