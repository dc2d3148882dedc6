import { type Client, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { getChainId, readContract } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { CallNotPayableError, type CallState, StepOptionError } from '../../service/steps/errors.js'
import { type AuthorizedCall, readAuthorizedCalls } from '../../service/steps/readAuthorizedCall.js'
import type { StepRequest } from '../../service/steps/types.js'
import { readAtOneBlock } from './readAtOneBlock.js'
import { laterTime } from './requireOpen.js'

/**
 * Rejects a deposit for a call of `payAuthorized` that can't be paid now. The solver's call would revert, or return a payment
 * that nobody authorized, and the user would pay fees for nothing.
 *
 * - Warning: the state may change before the fill. A receiver of registrar terms also rejects a call whose request was already
 *   paid by other terms. This function does not check that.
 *
 * @throws {@link CallNotPayableError} with the first obstacle, {@link StepOptionError} without a client.
 */
export async function requirePayable(
  request: StepRequest,
  destinationClient: Client | undefined,
): Promise<void> {
  const calls = readAuthorizedCalls(request)
  if (calls.length === 0) return
  const { destinationChainId } = request
  if (!destinationClient || (await getChainId(destinationClient)) !== destinationChainId) {
    throw new StepOptionError({
      option: 'destinationClient',
      requirement: `a viem client of chain ${destinationChainId}, to see that the call of payAuthorized can be paid`,
    })
  }
  for (const call of calls) await requireCallPayable(destinationClient, call)
}

async function requireCallPayable(client: Client, call: AuthorizedCall): Promise<void> {
  const { callHash, state } = await readAtOneBlock(client, {
    read: (block) => readState(client, call, block),
    // These may only mean that the node has not seen the authorization yet.
    mayMend: ({ state }) => state === 'unauthorized' || state === 'stale',
  })
  if (state) throw new CallNotPayableError({ state, receiver: call.receiver, callHash })
}

async function readState(
  client: Client,
  { receiver, payment }: AuthorizedCall,
  { number: blockNumber, timestamp }: { number: bigint; timestamp: bigint },
): Promise<{ callHash: Hex; state: CallState | undefined }> {
  const at = { address: receiver, abi: attestedOrderReceiverAbi, blockNumber } as const
  const callHash = await readContract(client, { ...at, functionName: 'hashPayment', args: [payment] })
  const [[solver, epoch], policyEpoch, isPaid, isPaused] = await Promise.all([
    readContract(client, { ...at, functionName: 'authorization', args: [callHash] }),
    readContract(client, { ...at, functionName: 'policyEpoch' }),
    readContract(client, { ...at, functionName: 'isCallPaid', args: [callHash] }),
    readContract(client, { ...at, functionName: 'paused' }),
  ])
  const [isActive, [, stop]] = await Promise.all([
    readContract(client, { ...at, functionName: 'isSolverActive', args: [solver] }),
    readContract(client, { ...at, functionName: 'solverWindow', args: [solver] }),
  ])
  const states: [CallState, boolean][] = [
    ['paid', isPaid],
    ['deadlinePassed', laterTime(timestamp) >= payment.deadline],
    ['paused', isPaused],
    ['unauthorized', isAddressEqual(solver, zeroAddress)],
    ['stale', epoch < policyEpoch],
    ['solverInactive', !isActive || (stop !== 0 && stop <= payment.deadline)],
  ]
  const [state] = states.find(([, isInTheWay]) => isInTheWay) ?? []
  return { callHash, state }
}
