/**
 * The checks that a guard makes, in their order, and `call`: what only a simulation shows, such as a depository that
 * refuses. A payment reverts at one of the checks that fail; `inspectPayment` reports all of them.
 *
 * @example
 * import { paymentChecks } from 'fillproof'
 *
 * paymentChecks.indexOf('signature') < paymentChecks.indexOf('expiry')
 * // true
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
  'call',
] as const

/** The name of one check. */
export type PaymentCheck = (typeof paymentChecks)[number]
