import type { Hash } from 'viem'
import type { ReceiverClient, TransactionParameters } from './call.js'
import { send } from './send.js'
import { type SimulateFillParameters, simulateFill } from './simulateFill.js'

export type FillParameters = SimulateFillParameters & TransactionParameters

/**
 * Pays a request whose evidence names the receiver.
 *
 * - The fields of the evidence determine which kind of receiver takes it, see {@link DirectFillEvidence}.
 * - It is simulated first. It sends nothing if the address or the chain is wrong, or if the call would fail. A native payment
 *   sends `amount` as its value. For a token, the receiver takes exactly `amount`, which the caller must have approved.
 * - Trust: the receiver verifies the evidence. The caller pays from its own funds.
 *
 * @param client - A wallet client of the destination chain.
 * @param parameters - {@link FillParameters}
 * @returns The transaction's hash. It may still fail: wait for its receipt.
 * @throws {@link FillRevertedError} with the check that failed; {@link FillEvidenceError} if the evidence matches no kind, mixes
 *   two, or is for a `SignedOrderReceiver`; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a
 *   signature, {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} if the evidence is malformed;
 *   viem's error if no receiver answers.
 *
 * @example
 * import { fill } from 'fillproof/contract'
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
 * fill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   ...evidence,
 *   amount: 700000000000000000n,
 * })
 * // '0x0000000000000000000000000000000000000000000000000000000000000000'
 */
export async function fill(client: ReceiverClient, parameters: FillParameters): Promise<Hash> {
  const { request } = await simulateFill(client, parameters)
  return send(client, request, parameters)
}
