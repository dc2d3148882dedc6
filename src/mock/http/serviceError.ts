import type { quoteErrorCodes } from '../../service/resources/codes.js'

/** The service's codes, and the mock's own where the service has none. */
export type ServiceErrorCode =
  | (typeof quoteErrorCodes)[number]
  | 'CONFLICT'
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'REQUEST_NOT_FOUND'
  | 'TOO_MANY_REQUESTS'

/** A mistake of the caller, answered in the operation's form. */
export class ServiceError extends Error {
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
