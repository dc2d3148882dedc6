// The parts of the schemas of parameters. Each accepts the forms that callers may pass, and returns the form that is sent.
import * as z from 'zod'
import { toBytes, toChainId, toUint256 } from '../../base/values.js'

function parameter<input, output = input>(
  read: (value: unknown) => output | undefined,
  requirement: string,
): z.ZodType<output, input> {
  return z
    .custom<input>((value) => read(value) !== undefined, `must be ${requirement}`)
    .transform((value) => read(value)!)
}

const asAmount = 'as a bigint or a decimal string: a number loses digits'

/** Smallest unit, up to 2^256-1. */
export const amountParameter = parameter<string | bigint, string>((value) => {
  const amount = toUint256(value)
  return amount ? String(amount) : undefined
}, `a whole number above 0, ${asAmount}`)

/** Smallest unit, from 0 to 2^256-1. */
export const valueParameter = parameter<string | bigint, string>(
  (value) => toUint256(value)?.toString(),
  `a whole number of 0 or more, ${asAmount}`,
)

export const chainIdParameter = parameter<number>(toChainId, 'a number from 1 to 2^53-1')

/** A chain id that the service takes as text. */
export const chainIdTextParameter = parameter<number, string>(
  (value) => toChainId(value)?.toString(),
  'a number from 1 to 2^53-1',
)

/** An address, a currency or a transaction hash of any chain. */
export const addressParameter = parameter<string>((value) => {
  // Requires a letter or a digit, so that no part of a path is `..`.
  if (typeof value !== 'string' || !/^\S*[A-Za-z0-9]\S*$/.test(value)) return undefined
  if (!/^0x/i.test(value)) return value
  return value.length > 2 ? toBytes(value) : undefined
}, 'hex of whole bytes, or the text that its chain uses')

export const evmAddressParameter = parameter<string>((value) => toBytes(value, [20]), 'hex of 20 bytes')

export const requestIdParameter = parameter<string>((value) => toBytes(value, [32]), 'hex of 32 bytes')

export const hexParameter = parameter<string>((value) => toBytes(value), 'hex of whole bytes')

export const signatureParameter = parameter<string>((value) => {
  const signature = toBytes(value)
  return signature === '0x' ? undefined : signature
}, 'a signature: hex of whole bytes')

/** Basis points: 10000 are 100 %. */
export const basisPointsParameter = parameter<string | number, string>((value) => {
  const points = typeof value === 'string' && /^(0|[1-9]\d{0,4})$/.test(value) ? Number(value) : value
  return Number.isInteger(points) && (points as number) >= 0 && (points as number) <= 10_000
    ? String(points)
    : undefined
}, 'whole basis points from 0 to 10000')

export const wholeNumberParameter = parameter<number>(
  (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined),
  'a whole number of 0 or more',
)

/** A decimal number of USD or whole units. */
export const decimalParameter = parameter<string | number, string>((value) => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? text : undefined
}, 'a decimal number of 0 or more')

/** The number of entries on a page of a listing. */
export const limitParameter = parameter<number>(
  (value) => (Number.isInteger(value) && isPageSize(value as number) ? (value as number) : undefined),
  'a whole number from 1 to 50',
)

function isPageSize(value: number): boolean {
  return value >= 1 && value <= 50
}
