/**
 * The checks that a receiver makes, in their order: bit n of `inspectFill` is `fillChecks[n]`.
 *
 * - Rule: a fill reverts at the first check that fails; `inspectFill` reports all that fail. Twin: `FillChecks.sol`.
 *
 * @example
 * import { fillChecks } from 'fillproof'
 *
 * const failed = 0b10000010n // what inspectFill returned
 * fillChecks.filter((_, bit) => (failed >> BigInt(bit)) & 1n)
 * // ['signature', 'expiry']
 */
export const fillChecks = [
  'paused',
  'signature',
  'destination',
  'origin',
  'amountSent',
  'requestId',
  'terms',
  'expiry',
  'recipient',
  'duplicate',
  'payment',
] as const

/** The name of one check. */
export type FillCheck = (typeof fillChecks)[number]
