import * as z from 'zod'
import { failReasons, refundFailReasons } from './codes.js'
import { bytes32Text, chainId, openEnum, resource } from './schema.js'

/** The statuses of a request, as the status endpoint, webhooks and the websocket name them. */
export const requestStatuses = [
  'waiting',
  'depositing',
  'pending',
  'submitted',
  'success',
  'failure',
  'refund',
] as const

/**
 * What else may be read: `fallback` is the older path's word for a refund, `delayed` a pending request that takes long,
 * `received` and `unknown` are of the older path.
 */
export const otherStatuses = ['fallback', 'delayed', 'received', 'unknown'] as const

const requestStatus = openEnum([...requestStatuses, ...otherStatuses])

/** Where a request stands. A member that is not known here is kept as it is. */
export type RequestStatus = (typeof requestStatuses)[number] | (typeof otherStatuses)[number] | (string & {})

/** Additional context such as decoded revert data; its shape is not specified. */
const details = z.union([z.record(z.string(), z.unknown()), z.string()]).nullish()

/** What the status endpoint, a webhook's data and a websocket message have in common. */
export const statusFields = {
  status: requestStatus,
  /** Transactions on the origin chain. */
  inTxHashes: z.array(z.string()).optional(),
  /** Transactions on the destination chain. */
  txHashes: z.array(z.string()).optional(),
  /** Unix milliseconds. */
  updatedAt: z.int().optional(),
  originChainId: chainId.optional(),
  destinationChainId: chainId.optional(),
  details,
  /** `N/A` where nothing failed, `UNKNOWN` where no reason was recorded. */
  failReason: openEnum(failReasons).nullish(),
  /** `N/A` where no refund failed. */
  refundFailReason: openEnum(refundFailReasons).nullish(),
}

export const statusSchema = resource({
  ...statusFields,
  /** Unix milliseconds; of a request that waits for its deposit. */
  quoteCreatedAt: z.int().nullish(),
})

/** Where a request stands. A fresh one may have its status alone. */
export type StatusRecord = z.output<typeof statusSchema>

export const legacyStatusSchema = resource({
  ...statusFields,
  /** Unix milliseconds, in place of `updatedAt`. */
  time: z.int().nullish(),
})

/**
 * What the older status path answers.
 *
 * @deprecated The newer path answers a {@link StatusRecord}.
 */
export type LegacyStatusRecord = z.output<typeof legacyStatusSchema>

export const depositAddressSchema = resource({
  address: z.string(),
  /** `open` or `strict`. */
  depositAddressType: openEnum(['open', 'strict']),
  depositor: z.string().nullish(),
  /** On the origin chain: the depositor's transfer into the deposit address. */
  depositTxHash: z.string().nullish(),
})

export const statusEventSchema = resource({
  ...statusFields,
  requestId: bytes32Text,
  depositAddress: depositAddressSchema.nullish(),
  /** Echoes the quote's referrer; null where none was given. */
  referrer: z.string().nullish(),
})

/** The data of a change of status, by webhook or by websocket. */
export type StatusEvent = z.output<typeof statusEventSchema>
