import { FillproofError } from '../base/FillproofError.js'

type Options = { cause?: unknown; metaMessages?: readonly string[] }

/**
 * An argument or an option is invalid, a file can't be read or written, or the operating system refuses. Exit status 2.
 */
export class UsageError extends FillproofError<'UsageError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('UsageError', shortMessage, options)
  }
}

/** The service does not know the request, or its answer is invalid. Exit status 1. */
export class ServiceAnswerError extends FillproofError<'ServiceAnswerError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('ServiceAnswerError', shortMessage, options)
  }
}

/** A node refused a transaction, for example because funds are missing. Exit status 1. */
export class TransactionRefusedError extends FillproofError<'TransactionRefusedError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('TransactionRefusedError', shortMessage, options)
  }
}

/**
 * The service or a chain can't be reached, or something else answers at the URL. Exit status 3. Try again.
 */
export class UnreachableError extends FillproofError<'UnreachableError'> {
  constructor(shortMessage: string, options: Options = {}) {
    super('UnreachableError', shortMessage, options)
  }
}
