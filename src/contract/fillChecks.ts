/**
 * The checks that a receiver makes, in their order: bit n of `inspectFill` is `fillChecks[n]`.
 *
 * - Rule: execution stops at the first that fails, `inspectFill` reports all. Twin: `FillChecks.sol`.
 *
 * @example
 * import { fillChecks } from 'fillproof'
 *
 * const failed = 0b10000010n // what inspectFill answered
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
