import { type Address, concatHex, getContractAddress, type Hex, keccak256 } from 'viem'
import { createOptionReader } from '../../base/createOptionReader.js'
import type { InboxFieldError } from './errors.js'
import { hashInboxTerms } from './hashInboxTerms.js'
import { inboxImplementation } from './inboxImplementation.js'
import { type InboxTerms, needInboxField } from './inboxTerms.js'

const readOptions = /* @__PURE__ */ createOptionReader(needInboxField, {
  address: ['receiver'],
  record: ['terms'],
})

export type ComputeInboxAddressParameters = {
  /** The receiver: an `InboxReceiver` on the chain where the inbox is paid. */
  receiver: Address
  terms: InboxTerms
}

export type ComputeInboxAddressErrorType = InboxFieldError

/**
 * Computes the address of an inbox.
 *
 * - The inbox is a minimal clone (ERC-1167) of the frozen `Inbox`. The receiver deploys it with CREATE2. The salt is the hash of
 *   the terms. Twin: `Inboxes.locate`.
 * - Trust: no node is asked. Only this receiver can move money that was paid to the address. Make sure that `receiver` is an
 *   `InboxReceiver` on the chain where you pay: otherwise the money is lost.
 *
 * @returns The address, with its checksum.
 * @throws {@link InboxFieldError} when a term is malformed, or `refundTo` is zero or the receiver.
 *
 * @example
 * import { computeInboxAddress } from 'fillproof'
 * import { zeroAddress, zeroHash } from 'viem'
 *
 * computeInboxAddress({
 *   receiver: '0x3333333333333333333333333333333333333333',
 *   terms: {
 *     token: zeroAddress,
 *     recipient: '0x1111111111111111111111111111111111111111',
 *     hook: false,
 *     refundTo: '0x2222222222222222222222222222222222222222',
 *     claimer: zeroAddress,
 *     deadline: 2 ** 48 - 1,
 *     minimum: 0n,
 *     salt: zeroHash,
 *     data: '0x',
 *   },
 * })
 * // '0x1401C22152BD6aba2f992D3a906c3a48976AEe5a'
 */
export function computeInboxAddress(parameters: ComputeInboxAddressParameters): Address {
  const { receiver, terms } = readOptions(parameters, 'receiver', 'terms')
  const salt = hashInboxTerms(terms)
  const isOwn = terms.refundTo.toLowerCase() === receiver.toLowerCase()
  needInboxField(
    isOwn ? undefined : true,
    'terms.refundTo',
    terms.refundTo,
    'another account than the receiver',
  )
  return locateInbox(receiver, salt)
}

/** Computes the address of the inbox that a receiver has for a hash of terms. */
export function locateInbox(receiver: Address, inboxHash: Hex): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: receiver,
    salt: inboxHash,
    bytecodeHash: keccak256(
      concatHex([
        '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
        inboxImplementation.address,
        '0x5af43d82803e903d91602b57fd5bf3',
      ]),
    ),
  })
}
