import type { SimulateContractReturnType } from 'viem'
import { simulateContract } from 'viem/actions'
import type { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { CallerParameters, ReceiverClient, ReceiverParameters } from './call.js'
import { encodeEvidence, type FillEvidence } from './evidence.js'
import { isPaused } from './isPaused.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type SimulateAuthorizeFillParameters = ReceiverParameters & FillEvidence & CallerParameters

/** `request` is for viem's `writeContract`. */
export type SimulateAuthorizeFillReturnType = SimulateContractReturnType<
  typeof attestedOrderReceiverAbi,
  'authorizeFill'
>

/**
 * Runs `authorizeFill` without sending it.
 *
 * - It reads the receiver's state first, since at an address without code the simulation would succeed.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link SimulateAuthorizeFillParameters}
 * @returns viem's result of a simulation. {@link SimulateAuthorizeFillReturnType}
 * @throws {@link FillRevertedError} with the check that failed; {@link FillEvidenceError} if the evidence matches no kind or
 *   mixes two; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a signature,
 *   {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} if the evidence is malformed; viem's error
 *   if no receiver answers.
 *
 * @example
 * import { simulateAuthorizeFill } from 'fillproof/contract'
 * import { createWalletClient, custom, pad } from 'viem'
 *
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async () => pad('0x00') }), // in place of custom(window.ethereum)
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
 * const { request } = await simulateAuthorizeFill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   ...evidence,
 * })
 *
 * request.functionName
 * // 'authorizeFill'
 */
export async function simulateAuthorizeFill(
  client: ReceiverClient,
  parameters: SimulateAuthorizeFillParameters,
): Promise<SimulateAuthorizeFillReturnType> {
  const { receiver, account = client.account } = readOptions(parameters, 'receiver')
  const { abi, args } = encodeEvidence(parameters)
  await isPaused(client, { receiver })
  return throwRevert(
    'authorizeFill',
    simulateContract(client, {
      abi,
      address: receiver,
      functionName: 'authorizeFill',
      args,
      account,
    }),
  ) as Promise<SimulateAuthorizeFillReturnType>
}
