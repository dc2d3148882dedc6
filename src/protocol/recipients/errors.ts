import type { Address } from 'viem'
import { defineError, describeField } from '../../base/defineError.js'

/**
 * A part of a recipient list or of a dump is invalid. `field` is the path, such as `recipients[3].address`, `value` is the value
 * found. The zero address and the receiver itself are rejected too, since no receiver pays them. If `field` is `root`, the dump
 * was changed after it was created.
 */
export class RecipientFieldError extends /* @__PURE__ */ defineError('RecipientFieldError', describeField) {}

/**
 * A list names `recipient` twice, at both `positions`, counted from 0. An entry with a hook and an entry without one are
 * duplicates too.
 */
export class DuplicateRecipientError extends /* @__PURE__ */ defineError(
  'DuplicateRecipientError',
  (error: {
    recipient: Address
    /** The positions in the list, counted from 0. */
    positions: readonly [number, number]
  }) =>
    `recipients[${error.positions[0]}] and recipients[${error.positions[1]}] are both ${error.recipient}: name it once.`,
) {}

/** `prove` was called for a recipient that is not on the list. */
export class RecipientNotListedError extends /* @__PURE__ */ defineError(
  'RecipientNotListedError',
  ({ recipient }: { recipient: Address }) => `${recipient} is not on the list.`,
  'Add it, rebuild the tree, and set its root at the receiver.',
) {}
