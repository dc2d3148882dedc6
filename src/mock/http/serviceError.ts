/** The service's codes that the mock answers with. */
export type ServiceErrorCode =
  | 'AMOUNT_TOO_LOW'
  | 'INSUFFICIENT_LIQUIDITY'
  | 'INVALID_ADDRESS'
  | 'INVALID_EXTRA_TXS'
  | 'INVALID_INPUT_CURRENCY'
  | 'INVALID_OUTPUT_CURRENCY'
  | 'INVALID_RECIPIENT'
  | 'INVALID_REQUEST'
  | 'INVALID_SLIPPAGE_TOLERANCE'
  | 'REQUEST_NOT_FOUND'
  | 'UNSUPPORTED_CHAIN'
  | 'UNSUPPORTED_CURRENCY'
  | 'UNSUPPORTED_EXECUTION_TYPE'
  | 'UNSUPPORTED_ROUTE'

/** A bad request: answered with HTTP 400, the message and the code. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode

  constructor(code: ServiceErrorCode, message: string) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
  }
}
