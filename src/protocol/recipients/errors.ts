import type { Address } from 'viem'
import { defineError, describeField } from '../../base/defineError.js'

/**
 * A part of a recipient list or of its dump is invalid. `field` is its path, such as `recipients[3].address`,
 * `value` what was found. Addresses that no receiver pays, zero and the receiver itself, are rejected too. `root`
 * means that the dump was changed after it was created.
 */
export class RecipientFieldError extends /* @__PURE__ */ defineError('RecipientFieldError', describeField) {}

/**
 * A list names `recipient` twice, at both `positions`, counted from 0. Once with a hook and once without is twice.
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
