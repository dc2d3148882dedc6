import { defineError } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'

/** The currency is not a currency of the venue, or can't be used here. */
export class VenueCurrencyError extends /* @__PURE__ */ defineError(
  'VenueCurrencyError',
  ({ value, requirement }: { value: unknown; requirement: string }) =>
    `A venue currency must be ${requirement}, found ${describeValue(value)}.`,
) {}

/** The amount can't be converted between whole units and the smallest unit without loss. */
export class VenueAmountError extends /* @__PURE__ */ defineError(
  'VenueAmountError',
  ({ value, requirement }: { value: unknown; decimals: number; requirement: string }) =>
    `A venue amount must be ${requirement}, found ${describeValue(value)}.`,
) {}

/**
 * The venue rejected the transfer. `status` and `response` come from the venue. You can retry the withdrawal with the same
 * quote.
 */
export class VenueRejectedError extends /* @__PURE__ */ defineError(
  'VenueRejectedError',
  ({
    status,
    response,
  }: {
    /** The venue's own word, such as `err`. */
    status: string
    /** The venue's own reason. */
    response?: unknown
  }) => {
    const reason = typeof response === 'string' ? `: ${toOneLine(response)}` : ''
    return `The venue refused the transfer with status ${toOneLine(status)}${reason}.`
  },
  [
    'The order waits for this one transfer: with the same quote the withdrawal can be tried again.',
    'A nonce that was used before means that an earlier try arrived: look at the status of the request.',
  ],
) {}

const longestReason = 200

function toOneLine(text: string): string {
  return text
    .slice(0, longestReason)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\.$/, '')
}
