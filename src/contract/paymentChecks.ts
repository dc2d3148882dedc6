/**
 * The checks that a guard makes, in their order: bit n of `inspectAttested` and `inspectSigned` is `paymentChecks[n]`.
 *
 * - Rule: a payment reverts at the first check that fails; the inspections report all that fail. Twin:
 *   `PaymentChecks.sol`.
 *
 * @example
 * import { paymentChecks } from 'fillproof'
 *
 * const failed = 0b1000000010n // what inspectSigned returned
 * paymentChecks.filter((_, bit) => (failed >> BigInt(bit)) & 1n)
 * // ['signature', 'expiry']
 */
export const paymentChecks = [
  'paused',
  'signature',
  'origin',
  'payer',
  'currency',
  'amount',
  'requestId',
  'destination',
  'output',
  'expiry',
  'refund',
  'recipient',
  'duplicate',
  'payment',
] as const

/** The name of one check. */
export type PaymentCheck = (typeof paymentChecks)[number]
