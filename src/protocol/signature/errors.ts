import type { Hex } from 'viem'
import { defineError } from '../../base/defineError.js'

const explanations = {
  missing: 'there is none',
  length: 'it must have 65 bytes (r, s, v), or 64 bytes (ERC-2098)',
  v: 'v must be 27 or 28',
  r: 'r must be from 1 to the order of secp256k1 less 1',
  s: 's must be from 1 to half the order of secp256k1',
  unrecoverable: 'no key could have made it',
} as const

/** The reason why a signature is invalid. Contracts reject the same signatures. */
export type InvalidSignatureReason = keyof typeof explanations

/**
 * No signer can be recovered from the signature. The contracts reject the same signatures. `reason` is `missing`, `length`
 * (neither 65 bytes nor the 64 of ERC-2098), `v` (neither 27 nor 28), `r` or `s` (zero, beyond the curve, or high), or
 * `unrecoverable`.
 */
export class InvalidSignatureError extends /* @__PURE__ */ defineError(
  'InvalidSignatureError',
  ({ reason }: { reason: InvalidSignatureReason; signature?: Hex }) =>
    `The signature is not valid: ${explanations[reason]}.`,
) {}

/**
 * Signing needs an account that signs locally (a viem `LocalAccount`), with a key whose signatures the contracts accept. The
 * error carries no value, since the value may be a key.
 */
export class InvalidAccountError extends /* @__PURE__ */ defineError(
  'InvalidAccountError',
  () => 'The account must be able to sign by itself: pass a viem LocalAccount.',
  'A private key becomes one with privateKeyToAccount from viem/accounts.',
) {}
