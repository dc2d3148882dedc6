import type { Address, Hex } from 'viem'
import { getChainId, getCode } from 'viem/actions'
import { readOtherThanZero } from '../protocol/payment/payment.js'
import type { ReceiverClient } from './call.js'
import { RefundToNeededError } from './errors.js'

export type ChooseRefundToParameters = {
  /** Who pays on the origin chain. */
  user: Address
  originClient: ReceiverClient
  destinationClient: ReceiverClient
}

/**
 * Chooses where a receiver returns money that it can't take: to the user, where the user has no code.
 *
 * - Rule: a contract of one chain may be somebody else's on the other, or nobody's, and may refuse native currency. So an
 *   account with code on either chain is not chosen. A delegation of an account with a key (EIP-7702) counts as none.
 * - Trust: the code is the nodes' word.
 *
 * @param parameters - {@link ChooseRefundToParameters}
 * @returns The user.
 * @throws {@link RefundToNeededError} when the user has code on one of the chains: name a `refundTo` of your own.
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

/** What stands in place of code where an account runs that of another: 0xef0100 and its address. */
function isDelegation(code: Hex): boolean {
  return /^0xef0100[0-9a-f]{40}$/i.test(code)
}
