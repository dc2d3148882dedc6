import type { SimulateContractReturnType } from 'viem'
import { simulateContract } from 'viem/actions'
import type { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { hashOrder } from '../protocol/order/hashOrder.js'
import type { CallerParameters, ReceiverClient, ReceiverParameters } from './call.js'
import { type DirectFillEvidence, encodeDirectFill } from './evidence.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type SimulateFillParameters = ReceiverParameters &
  DirectFillEvidence &
  CallerParameters & {
    /** The amount to pay, in the smallest unit of the delivered token or currency. */
    amount: bigint
  }

/** `result` is the amount that would be delivered; `request` is for viem's `writeContract`. */
export type SimulateFillReturnType = SimulateContractReturnType<typeof attestedOrderReceiverAbi, 'fill'>

/**
 * Runs a direct fill without sending it.
 *
 * - A native payment sends `amount` as its value. For a token, the caller must hold and approve the amount.
 * - The calldata ends with the order's id, so that the service's settlement finds the fill. For registered terms there is no
 *   order id to append.
 * - Warning: a fill that passes now may fail later: the deadline, a policy change or another payer may come first.
 *
 * @param client - A client of the destination chain.
 * @param parameters - {@link SimulateFillParameters}
 * @returns viem's result of a simulation. {@link SimulateFillReturnType}
 * @throws {@link FillRevertedError} with the check that failed; {@link FillEvidenceError} if the evidence matches no kind, mixes
 *   two, or is for a `SignedOrderReceiver`; {@link AttestationLayoutError} on layout v2, {@link InvalidSignatureError} without a
 *   signature, {@link AttestationFieldError}, {@link OrderFieldError} or {@link TermsFieldError} if the evidence is malformed;
 *   viem's error if no receiver answers.
 *
 * @example
 * import { simulateFill } from 'fillproof/contract'
 * import { createWalletClient, custom, numberToHex } from 'viem'
 *
 * const client = createWalletClient({
 *   account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   transport: custom({ request: async () => numberToHex(700000000000000000n, { size: 32 }) }), // in place of custom(window.ethereum)
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
 * const { result } = await simulateFill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   ...evidence,
 *   amount: 700000000000000000n,
 * })
 *
 * result
 * // 700000000000000000n
 */
export async function simulateFill(
  client: ReceiverClient,
  parameters: SimulateFillParameters,
): Promise<SimulateFillReturnType> {
  const {
    receiver,
    amount,
    orderData,
    account = client.account,
  } = readOptions(parameters, 'receiver', 'amount')
  const { abi, args, isNative } = encodeDirectFill(parameters)
  return throwRevert(
    'fill',
    simulateContract(client, {
      abi,
      address: receiver,
      functionName: 'fill',
      args: [...args, amount],
      value: isNative ? amount : 0n,
      account,
      dataSuffix: orderData && hashOrder(orderData, parameters),
    }),
  ) as Promise<SimulateFillReturnType>
}
