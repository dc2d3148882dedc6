import type { quoteErrorCodes } from '../service/resources/codes.js'

/** The service's error codes. A mistake without a code of its own has `UNKNOWN_ERROR`. */
export type ServiceErrorCode = (typeof quoteErrorCodes)[number]

/** A mistake of the caller. Each operation answers it in its own form. */
export class CallerError extends Error {
  readonly code: ServiceErrorCode
  readonly status: number
  /** More fields of the answer's body. */
  readonly fields: Readonly<Record<string, unknown>>

  constructor(
    code: ServiceErrorCode,
    message: string,
    { status = 400, fields = {} }: { status?: number; fields?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
    this.status = status
    this.fields = fields
  }
}
