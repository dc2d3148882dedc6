import type { Hash } from 'viem'
import type { ReceiverClient, TransactionParameters } from '../call.js'
import { send } from '../send.js'
import { type SimulateClaimParameters, simulateClaim } from './simulateClaim.js'

export type ClaimParameters = SimulateClaimParameters & TransactionParameters

/**
 * Passes the balance of an inbox on to its recipient: presents a signed order that pays the inbox. Simulates first.
 *
 * - Takes the whole balance, up to the highest amount that the receiver accepts of the token. The same order can open the inbox
 *   again.
 * - If the terms name a `claimer`, only that account may send it.
 * - Trust: a signed order opens an inbox. It does not prove where the money came from.
 *
 * @param client - A wallet client of the receiver's chain.
 * @param parameters - {@link ClaimParameters}
 * @returns The transaction's hash. Wait for its receipt: someone else may claim or refund first.
 * @throws {@link FillRevertedError} with the check that failed; {@link InboxFieldError} if a term is malformed;
 *   {@link FillEvidenceError} or {@link OrderFieldError} if the evidence is malformed; viem's error if no receiver answers.
 *
 * @example
 * import { claim } from 'fillproof/contract'
 * import { createWalletClient, custom, numberToHex, zeroAddress, zeroHash } from 'viem'
 *
 * const answers = { eth_call: numberToHex(1n, { size: 32 }), eth_sendTransaction: zeroHash }
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async ({ method }) => answers[method] }), // in place of custom(window.ethereum)
 * })
 *
 * claim(client, {
 *   receiver: '0x3333333333333333333333333333333333333333',
 *   inboxTerms: {
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
 *   orderData: {
 *     version: 'v1',
 *     solverChainId: 'base',
 *     solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
 *     salt: '0x01',
 *     inputs: [],
 *     output: { chainId: 'base', payments: [], calls: [], deadline: 1791082506, extraData: '0x' },
 *     fees: [],
 *   },
 *   orderSignature: '0x',
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function claim(client: ReceiverClient, parameters: ClaimParameters): Promise<Hash> {
  const { request } = await simulateClaim(client, parameters)
  return send(client, request, parameters)
}
