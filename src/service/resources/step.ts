import type { Hex } from 'viem'
import * as z from 'zod'
import { amountText, chainId, decimal, described, hexText, openEnum, resource } from './schema.js'

/** A transaction of the user's wallet. On virtual machines other than the EVM, the data has other fields. */
export const transactionDataSchema = described(
  {
    /** Absent if an approval must come first. */
    gas: decimal,
    /** Wei. */
    maxFeePerGas: decimal,
    /** Wei. */
    maxPriorityFeePerGas: decimal,
  },
  {
    /** The sender. Defaults to the wallet's account. */
    from: z.string().nullish(),
    to: z.string(),
    data: orDefault(hexText, '0x'),
    /** Wei, decimal. A number is accepted if it is exact. */
    value: orDefault(z.preprocess(writeExact, amountText), '0'),
    chainId,
  },
)

/** One EVM transaction of a step. */
export type TransactionData = z.output<typeof transactionDataSchema>

const typedDataField = z.object({ name: z.string(), type: z.string() })

const typedDataTypesSchema = z.record(z.string(), z.array(typedDataField))

const eip712Sign = resource({
  signatureKind: z.literal('eip712'),
  domain: resource({
    name: z.string().optional(),
    version: z.string().optional(),
    chainId: chainId.optional(),
    verifyingContract: z.string().optional(),
  }),
  types: typedDataTypesSchema,
  value: z.record(z.string(), z.unknown()),
  primaryType: z.string(),
})

const eip191Sign = resource({
  signatureKind: z.literal('eip191'),
  /** The message. 32 bytes of hex are signed as bytes, anything else as text. */
  message: z.string(),
})

export const signatureDataSchema = resource({
  sign: z.discriminatedUnion('signatureKind', [eip191Sign, eip712Sign]),
  /** Where to post the signature, which becomes the query parameter `signature`. */
  post: resource({
    /** The path, relative to the base URL. */
    endpoint: z.string(),
    method: z.literal('POST'),
    body: z.record(z.string(), z.unknown()),
  }),
})

/** The data of a signature step: what the wallet signs, and where to post it. */
export type SignatureData = z.output<typeof signatureDataSchema>

export const venueTransferDataSchema = resource({
  action: resource({
    type: z.literal('sendAsset'),
    /** Destination, dexes, token, amount in whole units, and the venue's own name of its network. */
    parameters: z.record(z.string(), z.union([z.string(), z.int()])),
  }),
  /** Unix milliseconds. Equals `action.parameters.nonce` and the nonce of the authorize step. */
  nonce: z.int(),
  eip712Types: typedDataTypesSchema,
  eip712PrimaryType: z.string(),
})

/** The venue's transfer, signed as typed data and posted to the venue. */
export type VenueTransferData = z.output<typeof venueTransferDataSchema>

export const stepItemSchema = described({
  /** `incomplete` on a new quote. The client sets `complete`. */
  status: openEnum(['incomplete', 'complete']),
  /** The form depends on the step's kind: {@link TransactionData}, {@link SignatureData}, {@link VenueTransferData}. */
  data: z.record(z.string(), z.unknown()),
  /** The endpoint that reports the item's result. */
  check: described({ endpoint: z.string(), method: openEnum(['GET']) }),
})

/** One transaction or one signature of a step. */
export type StepItem = z.output<typeof stepItemSchema>

export const stepSchema = described(
  {
    /** A label for people. */
    action: z.string(),
    description: z.string(),
    /** The id for the status check. */
    requestId: z.custom<Hex>(),
    /** The deposit address. Present in a step that deposits on the venue, where it may be empty. */
    depositAddress: z.string(),
    /** The id of the deposit address, if the step pays one. */
    depositAddressId: z.string(),
  },
  {
    /** The action of the step. */
    id: openEnum(['deposit', 'approve', 'swap', 'send', 'authorize', 'authorize1', 'authorize2', 'approval']),
    kind: openEnum(['transaction', 'signature']),
    items: z.array(stepItemSchema),
  },
)

/** One step of a quote. Run the steps in order. */
export type Step = z.output<typeof stepSchema>

function writeExact(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value
}

function orDefault<value extends z.ZodType>(schema: value, value: z.output<value>) {
  return schema.nullish().transform((found) => found ?? value)
}
