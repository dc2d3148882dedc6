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
 * @returns viem's result of a simulation. {@link SimulateAuthorizeFillReturnType}
 * @throws As {@link authorizeFill}.
 *
 * @example
 * import { simulateAuthorizeFill } from 'fillproof/contract'
 * import { createWalletClient, custom } from 'viem'
 *
 * const [account] = await window.ethereum.request({ method: 'eth_requestAccounts' })
 * const client = createWalletClient({ account, transport: custom(window.ethereum) })
 * const { orderData } = quote.protocol.v2
 *
 * const { request } = await simulateAuthorizeFill(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   attestation,
 *   orderData,
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
