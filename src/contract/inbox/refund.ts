import type { Address, Hash } from 'viem'
import { simulateContract } from 'viem/actions'
import { toBytes } from '../../base/values.js'
import { inboxReceiverAbi } from '../../generated/abi/inboxReceiver.js'
import type { InboxTerms } from '../../protocol/inbox/inboxTerms.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from '../call.js'
import { ContractOptionError } from '../errors.js'
import { readOptions } from '../readOptions.js'
import { send } from '../send.js'
import { throwRevert } from '../throwRevert.js'
import { findInbox } from './findInbox.js'

export type RefundParameters = ReceiverParameters & {
  terms: InboxTerms
  /** The token to refund. Defaults to the terms' token. Zero is the native currency. */
  token?: Address | undefined
  /** The account that gets the money. Defaults to the terms' `refundTo`. Only `refundTo` itself may name another account. */
  to?: Address | undefined
} & TransactionParameters

/**
 * Sends all that an inbox has of a token to its owner, `refundTo`. Simulates first.
 *
 * - `refundTo` may send this transaction at any time, even while the receiver is paused. Any other account may send it after the
 *   terms' deadline.
 * - For a token other than the terms' token, any account may send it at any time.
 * - Closes nothing: later money can be claimed or refunded again.
 *
 * @param client - A wallet client of the receiver's chain.
 * @param parameters - {@link RefundParameters}
 * @returns The transaction's hash. Wait for its receipt.
 * @throws {@link FillRevertedError}, for example `InboxEmpty` or `InvalidRefundTo`; otherwise as {@link findInbox}.
 *
 * @example
 * import { refund } from 'fillproof/contract'
 * import { createWalletClient, custom, pad, zeroAddress, zeroHash } from 'viem'
 *
 * const answers = {
 *   eth_call: pad('0x1401c22152bd6aba2f992d3a906c3a48976aee5a'),
 *   eth_sendTransaction: zeroHash,
 * }
 * const client = createWalletClient({
 *   account: '0x2222222222222222222222222222222222222222',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * refund(client, {
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
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function refund(client: ReceiverClient, parameters: RefundParameters): Promise<Hash> {
  const { receiver, terms, account = client.account } = readOptions(parameters, 'receiver', 'terms')
  const { token = terms.token, to = terms.refundTo } = parameters
  // Not an option of `readOptions`: receipts have a `to` of their own.
  if (!toBytes(to, [20]))
    throw new ContractOptionError({ field: 'to', value: to, requirement: 'an address, hex of 20 bytes' })
  await findInbox(client, { receiver, terms })
  const { request } = await throwRevert(
    'refund',
    simulateContract(client, {
      ...{ abi: inboxReceiverAbi, address: receiver, functionName: 'refund', account },
      args: [terms, token, to],
    } as const),
  )
  return send(client, request, parameters)
}
