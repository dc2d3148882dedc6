import type { Hash } from 'viem'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { send } from './send.js'
import { type SimulateAuthorizeFillParameters, simulateAuthorizeFill } from './simulateAuthorizeFill.js'

export type AuthorizeFillParameters = SimulateAuthorizeFillParameters & TransactionParameters

/**
 * Presents the evidence for a call of `payAuthorized`, so that any solver can make the call. The order or the terms in the
 * evidence contain the call.
 *
 * - Anyone may send it. It moves no funds, and repeating it changes nothing. It is simulated first.
 * - Warning: deposit on the origin chain only after the transaction's receipt has status `success` and `getAuthorization` finds
 *   the call.
 *
 * @param client - A wallet client of the destination chain.
 * @param parameters - {@link AuthorizeFillParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the check that failed; {@link FillEvidenceError} if the evidence matches no kind or
 *   mixes two; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a signature,
 *   {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} if the evidence is malformed; viem's error
 *   if no receiver answers.
 *
 * @example
 * import { authorizeFill } from 'fillproof/contract'
 * import { createWalletClient, custom, numberToHex, zeroHash } from 'viem'
 *
 * const answers = { eth_call: numberToHex(1n, { size: 32 }), eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 * const evidence = {
 *   attestation: {
 *     requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     originAmount: 700000000000000000n,
 *     destinationChainId: 8453,
 *     destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   },
 *   signature:
 *     '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a0' +
 *     '7bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
 *   orderData: {
 *     version: 'v1',
 *     solverChainId: 'base',
 *     solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *     salt: '0x01',
 *     inputs: [],
 *     output: { chainId: 'base', payments: [], calls: [], deadline: 1791082506, extraData: '0x' },
 *     fees: [],
 *   },
 * }
 *
 * authorizeFill(client, { receiver: '0x1234567890123456789012345678901234567890', ...evidence })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function authorizeFill(
  client: ReceiverClient,
  parameters: AuthorizeFillParameters,
): Promise<Hash> {
  const { request } = await simulateAuthorizeFill(client, parameters)
  return send(client, request, parameters)
}
