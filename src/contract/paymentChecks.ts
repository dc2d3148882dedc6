/**
 * The checks that a guard makes, in their order: bit n of `inspectAttested` and `inspectSigned` is `paymentChecks[n]`.
 *
 * - Rule: execution stops at the first that fails, the inspections report all. Twin: `PaymentChecks.sol`.
 *
 * @example
 * import { paymentChecks } from 'fillproof'
 *
 * const failed = 0b1000000010n // what inspectSigned answered
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
