import { defineError } from '../base/defineError.js'
import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/** The kind of a failure between the caller and the service, for use in a `switch`. */
export type ServiceErrorKind =
  | 'aborted'
  | 'http'
  | 'invalidRequest'
  | 'invalidResponse'
  | 'network'
  | 'rateLimited'
  | 'timeout'

type Parameters = {
  kind: ServiceErrorKind
  operation: string
  shortMessage: string
  cause?: unknown
  metaMessages?: readonly string[] | undefined
}

/**
 * The base of all failures between the caller and the service. Switch on `kind`. `operation` is the method and the
 * path, without host and query, so that no message holds a key.
 */
export class ServiceError<name extends string = string> extends FillproofError<name> {
  readonly kind: ServiceErrorKind
  /** Such as `GET /intents/status/v3`. */
  readonly operation: string

  constructor(name: name, { kind, operation, shortMessage, cause, metaMessages }: Parameters) {
    super(name, `${operation}: ${shortMessage}`, { cause, metaMessages })
    this.kind = kind
    this.operation = operation
  }
}

/** Your `AbortSignal` ended the call. A request that was already sent is not undone. */
export class ServiceAbortedError extends ServiceError<'ServiceAbortedError'> {
  constructor({ operation }: { operation: string }) {
    super('ServiceAbortedError', { kind: 'aborted', operation, shortMessage: 'stopped by the caller.' })
  }
}

/** The service could not be reached, or the connection broke. */
export class ServiceNetworkError extends ServiceError<'ServiceNetworkError'> {
  constructor({ operation, cause }: { operation: string; cause?: unknown }) {
    super('ServiceNetworkError', {
      kind: 'network',
      operation,
      shortMessage: 'the service could not be reached.',
      cause,
      metaMessages: ['Check the URL and the network, and try again.'],
    })
  }
}

/** No complete answer arrived within `timeoutMs`. */
export class ServiceTimeoutError extends ServiceError<'ServiceTimeoutError'> {
  readonly timeoutMs: number

  constructor({ operation, timeoutMs }: { operation: string; timeoutMs: number }) {
    super('ServiceTimeoutError', {
      kind: 'timeout',
      operation,
      shortMessage: `no answer within ${timeoutMs} ms.`,
      metaMessages: ['Try again, or allow more with timeoutMs.'],
    })
    this.timeoutMs = timeoutMs
  }
}

type HttpParameters = {
  operation: string
  status: number
  code: string | undefined
  serviceMessage: string | undefined
  requestId?: string | undefined
  errorData?: ServiceErrorData | undefined
  body: unknown
  metaMessages?: readonly string[] | undefined
}

/**
 * The `errorData` of an error: text in version 2, an object such as `{ chainId, currency, required, available }` in version 3.
 */
export type ServiceErrorData = string | Readonly<Record<string, unknown>>

type HttpErrorName = 'ServiceHttpError' | 'ServiceRateLimitError' | 'ServiceRetiredError'

/**
 * The service answered with a status other than 2xx. `status`, `code` and `serviceMessage` come from the service. `body` is the
 * whole answer. `quoteErrorCodes` lists the published codes.
 */
export class ServiceHttpError<name extends HttpErrorName = HttpErrorName> extends ServiceError<name> {
  /** The HTTP status. 0 for a redirect, whose status a browser hides. */
  readonly status: number
  /** The code in the service's answer: its `errorCode` or `code`. */
  readonly code: string | undefined
  /** The service's own message. */
  readonly serviceMessage: string | undefined
  /** The request that the error is about, if the answer names a request. */
  readonly requestId: string | undefined
  /** See {@link ServiceErrorData}. */
  readonly errorData: ServiceErrorData | undefined
  /** The whole answer: parsed if it was JSON, otherwise text. */
  readonly body: unknown

  constructor(
    { operation, status, code, serviceMessage, requestId, errorData, body, metaMessages }: HttpParameters,
    name = 'ServiceHttpError' as name,
    kind: ServiceErrorKind = 'http',
  ) {
    const said = serviceMessage === undefined ? '' : `: ${serviceMessage.replace(/\.$/, '')}`
    const answered = status === 0 ? 'with a redirect' : String(status)
    super(name, {
      kind,
      operation,
      shortMessage: `the service answered ${answered}${code === undefined ? '' : ` ${code}`}${said}.`,
      metaMessages,
    })
    this.status = status
    this.code = code
    this.serviceMessage = serviceMessage
    this.requestId = requestId
    this.errorData = errorData
    this.body = body
  }
}

/**
 * A `ServiceHttpError` of status 429, after all retries. `retryAfterMs` is the delay that the service requested, if any.
 */
export class ServiceRateLimitError extends ServiceHttpError<'ServiceRateLimitError'> {
  /** The delay in the service's Retry-After, if any. The client waits for at most `retry.maxDelayMs`. */
  readonly retryAfterMs: number | undefined

  constructor({ retryAfterMs, ...parameters }: HttpParameters & { retryAfterMs: number | undefined }) {
    const when = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`
    super(
      { ...parameters, metaMessages: [`Too many requests for this key: try again ${when}.`] },
      'ServiceRateLimitError',
      'rateLimited',
    )
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * A `ServiceHttpError` of an operation that the service has ended, or throttles until its end, according to the profile's
 * `operations`. An example is `getAttestation` of the public service, which ended on 1 September 2026. `successor` names the
 * replacement.
 */
export class ServiceRetiredError extends ServiceHttpError<'ServiceRetiredError'> {
  /** The replacement: a path, or another source of the same data. */
  readonly successor: string

  /** The date on which the operation ends, in ISO 8601, from the profile. */
  readonly ends: string | undefined

  constructor({
    successor,
    ends,
    hint,
    ...parameters
  }: HttpParameters & Pick<ServiceRetiredError, 'successor' | 'ends'> & { hint?: string }) {
    const when = ends === undefined ? '' : ` on ${ends}`
    super(
      {
        ...parameters,
        metaMessages: [`The service ends this operation${when}. Use ${successor}.`, ...(hint ? [hint] : [])],
      },
      'ServiceRetiredError',
    )
    this.successor = successor
    this.ends = ends
  }
}

type ValueParameters = { operation: string; path: string; value: unknown; requirement: string }

/**
 * The service's answer is not JSON, or a field is missing or does not match the interface. `path` and `value` show the field.
 */
export class InvalidResponseError extends ServiceError<'InvalidResponseError'> {
  /** The path of the field, such as `steps[0].items[0].data.to`; empty for the whole answer. */
  readonly path: string
  readonly value: unknown

  constructor({ operation, path, value, requirement }: ValueParameters) {
    super('InvalidResponseError', {
      kind: 'invalidResponse',
      operation,
      shortMessage: `${path ? `${path} of the answer` : 'the answer'} ${requirement}, found ${describeValue(value)}.`,
    })
    this.path = path
    this.value = value
  }
}

/** A parameter is missing or does not match the interface. `path` and `value` show the parameter. Nothing was sent. */
export class InvalidRequestError extends ServiceError<'InvalidRequestError'> {
  /** The path of the field, such as `txs[0].value`; empty for all parameters. */
  readonly path: string
  readonly value: unknown

  constructor({ operation, path, value, requirement }: ValueParameters) {
    super('InvalidRequestError', {
      kind: 'invalidRequest',
      operation,
      shortMessage: `${path || 'the parameters'} ${requirement}, found ${describeValue(value)}.`,
    })
    this.path = path
    this.value = value
  }
}

/** An option of `createServiceClient` is invalid, or is required and missing. `option` names it. */
export class ClientOptionError extends /* @__PURE__ */ defineError(
  'ClientOptionError',
  ({ option, value, requirement }: { option: string; value: unknown; requirement: string }) =>
    `The option ${option} must be ${requirement}, found ${describeValue(value)}.`,
) {}
