import type { Hash, Hex } from 'viem'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import { padAddress } from '../protocol/address/padAddress.js'
import type { ReceiverClient, ReceiverParameters, TransactionParameters } from './call.js'
import { changePolicy } from './changePolicy.js'

export type SetRouteParameters = ReceiverParameters &
  TransactionParameters & {
    originChainId: number
    /** 20 bytes, or 32 for another virtual machine. */
    originCurrency: Hex
    min: bigint
    /** Inclusive; 0 closes the route. */
    max: bigint
  }

/**
 * Accepts an origin chain and currency with a range of amounts, or changes the range.
 *
 * - Rule: the sender needs the policy role. It is simulated first.
 * - Units: the smallest unit of the origin currency.
 * - Warning: a narrower range makes earlier authorizations stale: their calls revert until the evidence is presented
 *   again.
 *
 * @param client - A wallet client of the contract's chain.
 * @param parameters - {@link SetRouteParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link AddressFormatError} when the currency is malformed; {@link FillRevertedError} with the reason of the
 * contract; viem's error when none answers.
 *
 * @example
 * import { setRoute } from 'fillproof/contract'
 * import { createWalletClient, custom, zeroAddress, zeroHash } from 'viem'
 *
 * const answers = { eth_call: zeroHash, eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * setRoute(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   originChainId: 1,
 *   originCurrency: zeroAddress,
 *   min: 1n,
 *   max: 10n ** 18n,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function setRoute(client: ReceiverClient, parameters: SetRouteParameters): Promise<Hash> {
  const { originChainId, originCurrency, min, max } = parameters
  const config = { chainId: BigInt(originChainId), currency: padAddress(originCurrency), min, max }
  return changePolicy(client, parameters, { abi, functionName: 'setRoute', args: [config] })
}
