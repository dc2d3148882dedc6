import type { Address, Hex } from 'viem'
import { getChainId, getCode } from 'viem/actions'
import { readOtherThanZero } from '../protocol/payment/payment.js'
import type { ReceiverClient } from './call.js'
import { RefundToNeededError } from './errors.js'

export type ChooseRefundToParameters = {
  /** The payer on the origin chain. */
  user: Address
  originClient: ReceiverClient
  destinationClient: ReceiverClient
}

/**
 * Chooses the `refundTo` of a call: the user, if it has no code on either chain.
 *
 * - Rule: on the other chain a contract's address may belong to someone else or to no one, and a contract may refuse
 *   native currency. An account with an EIP-7702 delegation counts as one without code.
 * - Trust: the nodes report the code.
 *
 * @param parameters - {@link ChooseRefundToParameters}
 * @returns The user.
 * @throws {@link RefundToNeededError} when the user has code on one of the chains. Name a `refundTo` of your own.
 *
 * @example
 * import { chooseRefundTo } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => '0x' }), // in place of http(rpcUrl)
 * })
 *
 * chooseRefundTo({
 *   user: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   originClient: client,
 *   destinationClient: client,
 * })
 * // '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 */
export async function chooseRefundTo(parameters: ChooseRefundToParameters): Promise<Address> {
  const user = readOtherThanZero(parameters.user, 'user')
  for (const client of [parameters.originClient, parameters.destinationClient]) {
    const code = await getCode(client, { address: user })
    if (code && !isDelegation(code)) {
      throw new RefundToNeededError({ user, chainId: await getChainId(client) })
    }
  }
  return user
}

/** The code of an account with an EIP-7702 delegation: 0xef0100 and the delegate's address. */
function isDelegation(code: Hex): boolean {
  return /^0xef0100[0-9a-f]{40}$/i.test(code)
}
