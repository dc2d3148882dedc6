import type { quoteErrorCodes } from '../service/resources/codes.js'

/** The service's own; `UNKNOWN_ERROR` where it has none for the mistake. */
export type ServiceErrorCode = (typeof quoteErrorCodes)[number]

/** A mistake of the caller, answered in the operation's form. */
export class CallerError extends Error {
  readonly code: ServiceErrorCode
  readonly status: number
  /** Further fields of the answer's body. */
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
