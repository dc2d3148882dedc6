import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** The currency is not one of the venue's, or cannot be used here. */
export class VenueCurrencyError extends FillproofError<'VenueCurrencyError'> {
  readonly value: unknown

  constructor({ value, requirement }: { value: unknown; requirement: string }) {
    super('VenueCurrencyError', `A venue currency must be ${requirement}, found ${describeValue(value)}.`)
    this.value = value
  }
}

/** The amount cannot be converted between whole units and the smallest unit without loss. */
export class VenueAmountError extends FillproofError<'VenueAmountError'> {
  readonly value: unknown
  readonly decimals: number

  constructor({ value, decimals, requirement }: { value: unknown; decimals: number; requirement: string }) {
    super('VenueAmountError', `A venue amount must be ${requirement}, found ${describeValue(value)}.`)
    this.value = value
    this.decimals = decimals
  }
}

/**
 * The venue rejected the transfer; `status` and `response` are the venue's. You can retry the withdrawal with the
 * same quote.
 */
export class VenueRejectedError extends FillproofError<'VenueRejectedError'> {
  /** The venue's own word, such as `err`. */
  readonly status: string
  /** The venue's own reason. */
  readonly response: unknown

  constructor({ status, response }: { status: string; response?: unknown }) {
    const reason = typeof response === 'string' ? `: ${toOneLine(response)}` : ''
    super('VenueRejectedError', `The venue refused the transfer with status ${toOneLine(status)}${reason}.`, {
      metaMessages: [
        'The order waits for this one transfer: with the same quote the withdrawal can be tried again.',
        'A nonce that was used before means that an earlier try arrived: look at the status of the request.',
      ],
    })
    this.status = status
    this.response = response
  }
}

const longestReason = 200

function toOneLine(text: string): string {
  return text
    .slice(0, longestReason)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\.$/, '')
}
