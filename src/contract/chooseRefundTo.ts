import { type Address, type Hex, isAddressEqual, zeroHash } from 'viem'
import { getChainId, getCode } from 'viem/actions'
import { readPaymentAddress } from '../protocol/payment/payment.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { RefundToNeededError } from './errors.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type ChooseRefundToParameters = ReceiverParameters & {
  /** The payer on the origin chain. */
  user: Address
  /** The token that the call brings; zero for the native currency. */
  token: Address
  originClient: ReceiverClient
  destinationClient: ReceiverClient
}

/**
 * Chooses the `refundTo` of a call. It is the user, if the receiver can return money to the user and the user has no code on
 * either chain.
 *
 * - A contract's address may belong to someone else, or to no one, on the other chain. A contract may also refuse native
 *   currency. An account with an EIP-7702 delegation counts as having no code, unless the receiver lists it as a recipient or has
 *   a recipient tree.
 * - Trust: the nodes report the code and the receiver's lists.
 * - Warning: a smart account that is not deployed yet looks like an account without code.
 *
 * @returns The user.
 * @throws {@link RefundToNeededError} if the user has code on one of the chains, or if the receiver can't return money to the
 *   user. Name a `refundTo` of your own.
 *
 * @example
 * import { chooseRefundTo } from 'fillproof/contract'
 * import { createPublicClient, custom, toHex, zeroAddress } from 'viem'
 *
 * const answers = { eth_getCode: '0x', eth_call: toHex(0n, { size: 64 }) }
 * const client = createPublicClient({
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of http(rpcUrl)
 * })
 *
 * chooseRefundTo({
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   user: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   token: zeroAddress,
 *   originClient: client,
 *   destinationClient: client,
 * })
 * // '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
 */
export async function chooseRefundTo(parameters: ChooseRefundToParameters): Promise<Address> {
  const { receiver, token, originClient, destinationClient } = readOptions(
    parameters,
    ...(['receiver', 'token', 'originClient', 'destinationClient'] as const),
  )
  const user = readPaymentAddress(parameters.user, 'user')
  const codes = await Promise.all(
    [originClient, destinationClient].map(async (client) => {
      const code = await getCode(client, { address: user })
      if (code && !isDelegation(code)) {
        throw new RefundToNeededError({ user, chainId: await getChainId(client) })
      }
      return code
    }),
  )
  const [isReserved, [allowed, hook], root] = await Promise.all([
    readFunction(destinationClient, { receiver }, 'isReserved', [user]),
    readFunction(destinationClient, { receiver }, 'recipientStatus', [user]),
    readFunction(destinationClient, { receiver }, 'recipientRoot', []),
  ])
  const mayBeRecipient = allowed || root !== zeroHash
  if (isReserved || hook || isAddressEqual(user, token) || (mayBeRecipient && codes[1])) {
    throw new RefundToNeededError({ user, receiver })
  }
  return user
}

/** Whether the code is an EIP-7702 delegation: 0xef0100, then the delegate's address. */
function isDelegation(code: Hex): boolean {
  return /^0xef0100[0-9a-f]{40}$/i.test(code)
}
