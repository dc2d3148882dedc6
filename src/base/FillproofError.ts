import { documentationUrl } from './documentationUrl.js'

export type FillproofErrorOptions = {
  cause?: unknown
  /** Lines on the fix, printed below the short message. */
  metaMessages?: readonly string[] | undefined
}

/**
 * The base of every error that this package throws.
 *
 * - `name` is stable, `shortMessage` is one sentence about the problem, `details` comes from the cause.
 * - Warning: messages cut long values. The whole value is in the error's own fields, which may hold something that a
 *   caller passed by mistake, such as a key. Log messages, not fields.
 *
 * @example
 * import { FillproofError, padAddress } from 'fillproof'
 *
 * function explain(address) {
 *   try {
 *     return padAddress(address)
 *   } catch (error) {
 *     if (error instanceof FillproofError) return [error.name, error.shortMessage]
 *     throw error
 *   }
 * }
 *
 * explain('0x12')
 * // ['AddressFormatError', 'An address must be hex of 20 or 32 bytes, found "0x12".']
 */
export class FillproofError<name extends string = string> extends Error {
  override readonly name: name
  readonly shortMessage: string
  readonly details: string | undefined
  readonly metaMessages: readonly string[]
  readonly docsPath: string

  constructor(name: name, shortMessage: string, options: FillproofErrorOptions = {}) {
    const { cause, metaMessages = [] } = options
    const details = cause instanceof Error ? shortMessageOf(cause) : undefined
    const page = documentationUrl
      ? `${documentationUrl}/errors.html`
      : 'node_modules/fillproof/docs/errors.md'
    const docsPath = `${page}#${name.toLowerCase()}`
    super(
      [shortMessage, ...metaMessages, `Docs: ${docsPath}`, ...(details ? [`Details: ${details}`] : [])].join(
        '\n',
      ),
      cause === undefined ? undefined : { cause },
    )
    this.name = name
    this.shortMessage = shortMessage
    this.details = details
    this.metaMessages = metaMessages
    this.docsPath = docsPath
  }
}

function shortMessageOf(cause: Error): string {
  return 'shortMessage' in cause && typeof cause.shortMessage === 'string'
    ? cause.shortMessage
    : cause.message
}
