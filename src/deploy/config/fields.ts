import { type Address, getAddress, type Hex, isAddress, maxUint128 } from 'viem'
import * as z from 'zod'
import { toAddressWord, toBytes, toUint256 } from '../../base/values.js'

const maxUint48 = 2 ** 48 - 1

/** An address other than zero, with a valid checksum if mixed case. */
export const address = z
  .custom<string>(
    (value) =>
      typeof value === 'string' &&
      isAddress(value, { strict: /[a-f]/.test(value) && /[A-F]/.test(value.slice(2)) }) &&
      BigInt(value) !== 0n,
    'an address of 20 bytes other than zero, with a valid checksum if any',
  )
  .transform((value): Address => getAddress(value))

/** A currency of 20 bytes, or 32 bytes for another virtual machine. Zero is the native currency. */
const currency = z
  .custom<Hex>((value) => toAddressWord(value) !== undefined, 'a currency of 20 or 32 bytes of hex')
  .transform((value): Hex => toAddressWord(value)!)

const chainId = z
  .int('a chain id')
  .positive('a chain id')
  .transform((value) => BigInt(value))

/** Unix seconds. */
const time = z.int('Unix seconds').min(0, 'Unix seconds').max(maxUint48, 'Unix seconds of at most 48 bits')

const amount = z
  .union([z.string(), z.number()], 'an amount in the smallest unit, as a decimal string')
  // JSON rounds larger numbers.
  .refine(
    (value) => typeof value === 'string' || Number.isSafeInteger(value),
    'an amount in the smallest unit, as a decimal string',
  )
  .transform((value) => toUint256(String(value)))
  .refine(
    (value) => value !== undefined && value <= maxUint128,
    'an amount in the smallest unit, as a decimal string within 128 bits',
  )
  .transform((value) => value as bigint)

/** A solver. A bare address has no start and no end. */
export const solver = z
  .union([
    address.transform((value) => ({ solver: value, start: 0, stop: 0 })),
    z.strictObject({ solver: address, start: time.default(0), stop: time.default(0) }),
  ])
  .refine(({ start, stop }) => stop === 0 || stop > start, 'a window that stops after it starts')

export const route = z
  .strictObject({ chainId, currency, min: amount, max: amount })
  .refine(({ max }) => max > 0n, 'a route with a max above 0')
  .refine(({ min, max }) => min <= max, 'a route with a min of at most its max')

/** A token that payments may use. Zero is the native currency. */
export const token = z
  .strictObject({
    token: z
      .custom<string>(
        (value) => toBytes(value, [20]) !== undefined,
        'an address of 20 bytes, zero for the native currency',
      )
      .transform((value): Address => getAddress(value)),
    min: amount,
    max: amount,
  })
  .refine(({ max }) => max > 0n, 'a token with a max above 0')
  .refine(({ min, max }) => min <= max, 'a token with a min of at most its max')

export const recipient = z.union([
  address.transform((value) => ({ recipient: value, hook: false })),
  z.strictObject({ recipient: address, hook: z.boolean('true or false').default(false) }),
])

/** A chain's name in orders. `isEvm` is required, because it decides which addresses are accepted. */
export const namedChain = z.strictObject({
  name: z.string('a name in orders').min(1, 'a name in orders'),
  chainId,
  isEvm: z.boolean('true or false'),
})

/** A recipient on another chain, as bytes of that chain. */
export const paidRecipient = z.strictObject({
  chainId,
  recipient: z
    .custom<Hex>((value) => {
      const bytes = toBytes(value)
      return bytes !== undefined && !/^0x0*$/.test(bytes)
    }, 'an address as hex bytes, other than zero')
    .transform((value): Hex => toBytes(value)!),
})

/** A Merkle root, or the path of a tree's file. The file is read once the receiver is known. */
export const recipientRoot = z
  .string('a root of 32 bytes of hex, or the file of a tree')
  .refine(
    (value) => (/^0x/i.test(value) ? toBytes(value, [32]) !== undefined : value !== ''),
    'a root of 32 bytes of hex, or the file of a tree',
  )
  .transform((value): Hex | { file: string } => toBytes(value, [32]) ?? { file: value })

/** A list without duplicates. An absent list is empty. */
export function listOf<schema extends z.ZodType>(
  entry: schema,
  noun: string,
  keyOf: (value: z.output<schema>) => string,
) {
  return z.array(entry, 'a list').default([]).superRefine(refuseRepeats(noun, keyOf))
}

/** Rejects the first entry whose key an earlier entry has. */
export function refuseRepeats<entry>(noun: string, keyOf: (value: entry) => string) {
  return (values: readonly entry[], context: z.core.$RefinementCtx): void => {
    const keys = values.map(keyOf)
    const index = keys.findIndex((key, position) => keys.indexOf(key) < position)
    const key = keys[index]
    if (key === undefined) return
    const message = `another ${noun} than entry ${keys.indexOf(key)}, which is ${key}`
    context.addIssue({ code: 'custom', path: [index], message })
  }
}
