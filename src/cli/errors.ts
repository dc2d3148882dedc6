import { FillproofError } from '../base/FillproofError.js'

type Options = { cause?: unknown; metaMessages?: readonly string[] }

/** An option or an input file that can't be used. */
export class UsageError extends FillproofError<'UsageError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('UsageError', shortMessage, options)
  }
}

/** The service refused the request, or its answer can't be read. */
export class ServiceAnswerError extends FillproofError<'ServiceAnswerError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('ServiceAnswerError', shortMessage, options)
  }
}

/** The service or a chain could not be reached. */
export class UnreachableError extends FillproofError<'UnreachableError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('UnreachableError', shortMessage, options)
  }
}
