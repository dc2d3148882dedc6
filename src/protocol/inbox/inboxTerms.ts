import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toAmount, toBytes, toDeadline, toRecord } from '../../base/values.js'
import { InboxFieldError } from './errors.js'

/**
 * The terms of an inbox, which determine its address.
 *
 * - Units: `minimum` in the smallest unit of `token`, `deadline` in Unix seconds, at most 48 bits. A zero `token` is the
 *   native currency.
 * - Warning: keep the terms. Without them, no one can claim or refund the money that was paid.
 */
export type InboxTerms = {
  token: Address
  recipient: Address
  /**
   * Whether the recipient's hook runs. When the inbox is claimed, this must equal the flag on the receiver's list of recipients.
   */
  hook: boolean
  /** The owner of money that was not claimed. Name an account that can call `refund`, so not an address of an exchange. */
  refundTo: Address
  /** The only account that may claim. If zero, anyone may claim. */
  claimer: Address
  /** The last second in which the inbox can be claimed. After it, anyone may send the balance to `refundTo`. */
  deadline: number
  /** The least amount of a claim. */
  minimum: bigint
  /** Distinguishes two otherwise equal inboxes. */
  salt: Hex
  /** Passed to the recipient's hook. */
  data: Hex
}

export const needInboxField = createNeed(InboxFieldError)

/**
 * Checks the form of the terms, and gives addresses their checksums.
 *
 * @throws {@link InboxFieldError}
 */
export function readInboxTerms(terms: InboxTerms): InboxTerms {
  needInboxField(toRecord(terms), 'terms', terms, 'an object')
  const { hook, deadline, minimum, salt, data } = terms
  return {
    token: readAddress(terms, 'token'),
    recipient: readAddress(terms, 'recipient'),
    hook: needInboxField(
      typeof hook === 'boolean' ? [hook] : undefined,
      'terms.hook',
      hook,
      'true or false',
    )[0]!,
    refundTo: needInboxField(
      readAddress(terms, 'refundTo') === zeroAddress ? undefined : readAddress(terms, 'refundTo'),
      'terms.refundTo',
      terms.refundTo,
      'an address other than zero, which owns what was not claimed',
    ),
    claimer: readAddress(terms, 'claimer'),
    deadline: needInboxField(
      toDeadline(deadline),
      'terms.deadline',
      deadline,
      'Unix seconds, a whole number of at most 48 bits',
    ),
    minimum: needInboxField(toAmount(minimum), 'terms.minimum', minimum, 'a bigint, not negative'),
    salt: needInboxField(toBytes(salt, [32]), 'terms.salt', salt, '32 bytes of hex'),
    data: needInboxField(toBytes(data), 'terms.data', data, 'hex of whole bytes'),
  }
}

function readAddress(terms: InboxTerms, field: 'token' | 'recipient' | 'refundTo' | 'claimer'): Address {
  const value = terms[field]
  return getAddress(
    needInboxField(toBytes(value, [20]), `terms.${field}`, value, 'an address, hex of 20 bytes'),
  )
}
