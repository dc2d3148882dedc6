import { FillproofError } from '../base/FillproofError.js'

type Options = { cause?: unknown; metaMessages?: readonly string[] }

/** An option or an input file that makes no sense: exit status 2. */
export class UsageError extends FillproofError<'UsageError'> {
  readonly exitStatus = 2

  constructor(shortMessage: string, options: Options = {}) {
    super('UsageError', shortMessage, options)
  }
}

/** The service refused the request or answered with what can't be read: exit status 1. */
export class ServiceAnswerError extends FillproofError<'ServiceAnswerError'> {
  readonly exitStatus = 1

  constructor(shortMessage: string, options: Options = {}) {
    super('ServiceAnswerError', shortMessage, options)
  }
}

/** The service or a chain could not be reached: exit status 3. */
export class UnreachableError extends FillproofError<'UnreachableError'> {
  readonly exitStatus = 3

  constructor(shortMessage: string, options: Options = {}) {
    super('UnreachableError', shortMessage, options)
  }
}
