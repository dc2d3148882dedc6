import * as z from 'zod'
import { failReasons, refundFailReasons } from './codes.js'
import { otherStatuses, requestStatuses } from './requestStatus.js'
import { bytes32Text, chainId, described, openEnum } from './schema.js'

const requestStatus = openEnum([...requestStatuses, ...otherStatuses])

/** Additional context, such as decoded revert data. Its shape is not specified. */
const details = z.union([z.record(z.string(), z.unknown()), z.string()])

/** The fields of a status that the client itself reads to follow a request. */
const used = {
  status: requestStatus,
  /** Transactions on the origin chain. */
  inTxHashes: z.array(z.string()).nullish(),
  /** Transactions on the destination chain. */
  txHashes: z.array(z.string()).nullish(),
  /** Unix milliseconds. A value that is not an integer is dropped, so it does not order the statuses. */
  updatedAt: z.int().nullish().catch(undefined),
  originChainId: chainId.nullish(),
  destinationChainId: chainId.nullish(),
}

const shown = {
  details,
  /** `N/A` if nothing failed, `UNKNOWN` if no reason was recorded. */
  failReason: openEnum(failReasons),
  /** `N/A` if no refund failed. */
  refundFailReason: openEnum(refundFailReasons),
}

export const statusSchema = described(
  {
    ...shown,
    /** Unix milliseconds. Present for a request that waits for its deposit. */
    quoteCreatedAt: z.number(),
  },
  used,
)

/** The status of a request. A fresh request may have no other fields. */
export type StatusRecord = z.output<typeof statusSchema>

export const legacyStatusSchema = described(
  {
    ...shown,
    /** Unix milliseconds. Sent instead of `updatedAt`. */
    time: z.number(),
  },
  used,
)

/**
 * The answer of the older status path.
 *
 * @deprecated The newer path answers with a {@link StatusRecord}.
 */
export type LegacyStatusRecord = z.output<typeof legacyStatusSchema>

export const depositAddressSchema = described({
  address: z.string(),
  /** `open` or `strict`. */
  depositAddressType: openEnum(['open', 'strict']),
  depositor: z.string(),
  /** The depositor's transfer into the deposit address, on the origin chain. */
  depositTxHash: z.string(),
})

/** The event of a change of status, by webhook and by websocket. */
export const statusEventName = 'request.status.updated'

export const statusEventSchema = described(
  {
    ...shown,
    depositAddress: depositAddressSchema,
    /** The quote's referrer. Null if none was given. */
    referrer: z.string(),
  },
  { ...used, requestId: bytes32Text },
)

/** The data of a change of status, by webhook or by websocket. */
export type StatusEvent = z.output<typeof statusEventSchema>
