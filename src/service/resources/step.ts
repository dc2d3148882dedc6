import * as z from 'zod'
import { amountText, bytes32Text, chainId, hexText, openEnum, resource } from './schema.js'

/** Sent by the user's wallet. On other virtual machines than the EVM the data has other fields. */
export const transactionDataSchema = resource({
  from: z.string(),
  to: z.string(),
  data: hexText.default('0x'),
  /** Wei, decimal. */
  value: amountText.default('0'),
  chainId,
  /** Decimal; absent where an approval must come first. */
  gas: amountText.nullish(),
  /** Wei, decimal. */
  maxFeePerGas: amountText.nullish(),
  /** Wei, decimal. */
  maxPriorityFeePerGas: amountText.nullish(),
})

/** One EVM transaction of a step. */
export type TransactionData = z.output<typeof transactionDataSchema>

const typedDataField = z.object({ name: z.string(), type: z.string() })

export const typedDataTypesSchema = z.record(z.string(), z.array(typedDataField))

const eip712Sign = resource({
  signatureKind: z.literal('eip712'),
  domain: resource({
    name: z.string().optional(),
    version: z.string().optional(),
    chainId: z.int().nonnegative().optional(),
    verifyingContract: z.string().optional(),
  }),
  types: typedDataTypesSchema,
  value: z.record(z.string(), z.unknown()),
  primaryType: z.string(),
})

const eip191Sign = resource({
  signatureKind: z.literal('eip191'),
  /** 32 bytes of hex are signed as bytes, everything else as text. */
  message: z.string(),
})

export const signatureDataSchema = resource({
  sign: z.discriminatedUnion('signatureKind', [eip191Sign, eip712Sign]),
  /** Where the signature goes: it is added as the query parameter `signature`. */
  post: resource({
    /** Relative to the base URL. */
    endpoint: z.string(),
    method: z.literal('POST'),
    body: z.record(z.string(), z.unknown()),
  }),
})

/** What a signature step asks the wallet to sign, and where to post it. */
export type SignatureData = z.output<typeof signatureDataSchema>

export const venueTransferDataSchema = resource({
  action: resource({
    type: z.literal('sendAsset'),
    /** Destination, dexes, token, amount in whole units, and the venue's own name of its network. */
    parameters: z.record(z.string(), z.union([z.string(), z.int()])),
  }),
  /** Unix milliseconds; equals `action.parameters.nonce` and the nonce of the authorize step. */
  nonce: z.int(),
  eip712Types: typedDataTypesSchema,
  eip712PrimaryType: z.string(),
})

/** The venue's transfer, signed as typed data and posted to the venue. */
export type VenueTransferData = z.output<typeof venueTransferDataSchema>

export const stepItemSchema = resource({
  /** `incomplete` on a new quote; the client sets `complete`. */
  status: openEnum(['incomplete', 'complete']),
  /** Depends on the step's kind: {@link TransactionData}, {@link SignatureData}, {@link VenueTransferData}. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** How to ask what became of it. */
  check: resource({ endpoint: z.string(), method: z.literal('GET') }).nullish(),
})

/** One transaction or one signature of a step. */
export type StepItem = z.output<typeof stepItemSchema>

export const stepSchema = resource({
  /** Names what the step does. */
  id: openEnum(['deposit', 'approve', 'swap', 'send', 'authorize', 'authorize1', 'authorize2', 'approval']),
  /** A label for people. */
  action: z.string().optional(),
  description: z.string().optional(),
  kind: openEnum(['transaction', 'signature']),
  /** For the status check. */
  requestId: bytes32Text.optional(),
  items: z.array(stepItemSchema),
  /** On the venue's deposit; may be empty. */
  depositAddress: z.string().nullish(),
})

/** One step of a quote. Steps run in their order. */
export type Step = z.output<typeof stepSchema>
