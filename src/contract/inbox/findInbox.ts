import { type Address, type Hex, isAddressEqual } from 'viem'
import { readContract } from 'viem/actions'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import { computeInboxAddress } from '../../protocol/inbox/computeInboxAddress.js'
import { hashInboxTerms } from '../../protocol/inbox/hashInboxTerms.js'
import { type InboxTerms, readInboxTerms } from '../../protocol/inbox/inboxTerms.js'
import type { ReceiverClient, ReceiverParameters } from '../call.js'
import { InboxMismatchError } from '../errors.js'
import { readOptions } from '../readOptions.js'
import { throwRevert } from '../throwRevert.js'

export type FindInboxParameters = ReceiverParameters & {
  terms: InboxTerms
  /** The block to read. Defaults to the newest. */
  blockNumber?: bigint | undefined
}

export type FindInboxReturnType = {
  /** The address to pay. */
  inbox: Address
  /** The hash of the terms. */
  inboxHash: Hex
}

/**
 * Computes the address of an inbox, and checks that the receiver has the same address for these terms.
 *
 * - Trust: the address is computed here, so a node can't replace it. Only the receiver can move money from the address. Name
 *   a receiver that you know.
 * - Warning: store the terms before you pay. Without the terms no one can claim or refund.
 *
 * @param client - A client of the receiver's chain.
 * @param parameters - {@link FindInboxParameters}
 * @returns {@link FindInboxReturnType}
 * @throws {@link InboxMismatchError} if the receiver reports another address; {@link InboxFieldError} if a term is malformed;
 *   {@link FillRevertedError}, or viem's error, if no receiver of inboxes answers.
 *
 * @example
 * import { findInbox } from 'fillproof/contract'
 * import { createPublicClient, custom, pad, zeroAddress, zeroHash } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => pad('0x1401c22152bd6aba2f992d3a906c3a48976aee5a') }), // in place of http(rpcUrl)
 * })
 *
 * findInbox(client, {
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
 * }).then(({ inbox }) => inbox)
 * // '0x1401C22152BD6aba2f992D3a906c3a48976AEe5a'
 */
export async function findInbox(
  client: ReceiverClient,
  parameters: FindInboxParameters,
): Promise<FindInboxReturnType> {
  const { receiver, terms: given, blockNumber } = readOptions(parameters, 'receiver', 'terms')
  const terms = readInboxTerms(given)
  const inbox = computeInboxAddress({ receiver, terms })
  const found = await throwRevert(
    'inboxOf',
    readContract(client, {
      ...{ abi: inboxReceiverAbi, address: receiver, blockNumber },
      functionName: 'inboxOf',
      args: [terms],
    }),
  )
  if (!isAddressEqual(found, inbox)) throw new InboxMismatchError({ receiver, found, required: inbox })
  return { inbox, inboxHash: hashInboxTerms(terms) }
}
