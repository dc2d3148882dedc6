import type { quoteErrorCodes } from '../../service/resources/codes.js'

/** The service's codes that the mock answers with; the last ones are its own, where the service names none. */
export type ServiceErrorCode =
  | (typeof quoteErrorCodes)[number]
  | 'CONFLICT'
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'REQUEST_NOT_FOUND'
  | 'TOO_MANY_REQUESTS'

/** What the caller did wrong: answered with the message and the code, in the form that the operation has. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode
  /** Of the answer. */
  readonly status: number
  /** What the answer's body holds beside. */
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
