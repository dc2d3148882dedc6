/**
 * The checks that a receiver makes, in their order, and `call`: what only a simulation shows, such as a hook that
 * refuses. A fill reverts at one of the checks that fail; `inspectFill` reports all of them.
 *
 * @example
 * import { fillChecks } from 'fillproof'
 *
 * fillChecks.indexOf('signature') < fillChecks.indexOf('expiry')
 * // true
 */
export const fillChecks = [
  'paused',
  'signature',
  'destination',
  'origin',
  'amountSent',
  'requestId',
  'terms',
  'token',
  'expiry',
  'recipient',
  'duplicate',
  'payment',
  'call',
] as const

/** The name of one check. */
export type FillCheck = (typeof fillChecks)[number]
