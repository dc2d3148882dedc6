import { type Address, type Client, decodeFunctionData, zeroAddress } from 'viem'
import { getChainId, readContract } from 'viem/actions'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { StepOptionError } from '../../errors/steps.js'
import type { StepRequest } from '../../steps/types.js'
import { isAuthorizedCall } from '../authorizedCall.js'

/**
 * Refuses to deposit for a call of `payAuthorized` that its receiver does not know yet: the solver's call would revert.
 *
 * @throws {@link StepOptionError} unless each such call of the request is authorised onchain.
 */
export async function requireAuthorization(
  { txs = [], destinationChainId }: StepRequest,
  destinationClient: Client | undefined,
): Promise<void> {
  for (const call of txs) {
    if (!isAuthorizedCall(call.data)) continue
    if (!destinationClient || (await getChainId(destinationClient)) !== destinationChainId) {
      throw new StepOptionError({
        option: 'destinationClient',
        requirement: `a viem client of chain ${destinationChainId}, to see that the call of payAuthorized is authorised`,
      })
    }
    const receiver = { address: call.to as Address, abi: fillReceiverAbi } as const
    const { args } = decodeFunctionData({ abi: fillReceiverAbi, data: call.data })
    const callHash = await readContract(destinationClient, {
      ...receiver,
      functionName: 'hashPayment',
      args: args as never,
    })
    const [solver] = await readContract(destinationClient, {
      ...receiver,
      functionName: 'authorization',
      args: [callHash],
    })
    if (solver === zeroAddress) {
      throw new StepOptionError({
        option: 'request.txs',
        requirement:
          'authorised first: send authorizeFill to the receiver, and run the steps when it is confirmed',
      })
    }
  }
}
