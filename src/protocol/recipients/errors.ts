import type { Address } from 'viem'
import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A part of a recipient list or of its dump is invalid. `field` is its path, such as `recipients[3].address`,
 * `value` what was found. Addresses that no receiver pays, zero and the receiver itself, are rejected too. `root`
 * means that the dump was changed after it was created.
 */
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

/**
 * A list names `recipient` twice, at both `positions`, counted from 0. With and without its hook counts as twice.
 */
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

/** `prove` was called for a recipient that is not on the list. */
export class RecipientNotListedError extends FillproofError<'RecipientNotListedError'> {
  readonly recipient: Address

  constructor({ recipient }: { recipient: Address }) {
    super('RecipientNotListedError', `${recipient} is not on the list.`, {
      metaMessages: ['Add it, rebuild the tree, and set its root at the receiver.'],
    })
    this.recipient = recipient
  }
}
