import { FillproofError } from '../base/FillproofError.js'

/** Defines an error of the command line, whose message each place writes itself. */
function defineCommandError<const name extends string>(name: name) {
  return class extends FillproofError<name> {
    constructor(shortMessage: string, options: { cause?: unknown; metaMessages?: readonly string[] } = {}) {
      super(name, shortMessage, options)
    }
  }
}

/**
 * An argument or an option is invalid, a file can't be read or written, or the operating system refuses. Exit status 2.
 */
export class UsageError extends defineCommandError('UsageError') {}

/** The service does not know the request, or its answer is invalid. Exit status 1. */
export class ServiceAnswerError extends defineCommandError('ServiceAnswerError') {}

/** A node refused a transaction, for example because funds are missing. Exit status 1. */
export class TransactionRefusedError extends defineCommandError('TransactionRefusedError') {}

/**
 * The service or a chain can't be reached, or something else answers at the URL. Exit status 3. Try again.
 */
export class UnreachableError extends defineCommandError('UnreachableError') {}
