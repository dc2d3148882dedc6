import type { Address } from 'viem'
import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/** One malformed part of a recipient list, or of a tree made of one. */
export class RecipientFieldError extends FillproofError<'RecipientFieldError'> {
  /** The path from the parameters or from the dump, such as `recipients[3].address`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('RecipientFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}

/** A list names a recipient twice, with or without its hook. */
export class DuplicateRecipientError extends FillproofError<'DuplicateRecipientError'> {
  readonly recipient: Address
  /** Where the list names it, counted from 0. */
  readonly positions: readonly [number, number]

  constructor({ recipient, positions }: { recipient: Address; positions: readonly [number, number] }) {
    super(
      'DuplicateRecipientError',
      `recipients[${positions[0]}] and recipients[${positions[1]}] are both ${recipient}: name it once.`,
    )
    this.recipient = recipient
    this.positions = positions
  }
}

/** The list does not name the recipient, so nothing can be proved of it. */
export class RecipientNotListedError extends FillproofError<'RecipientNotListedError'> {
  readonly recipient: Address

  constructor({ recipient }: { recipient: Address }) {
    super('RecipientNotListedError', `${recipient} is not on the list.`, {
      metaMessages: ['Add it, rebuild the tree, and set its root at the receiver.'],
    })
    this.recipient = recipient
  }
}
