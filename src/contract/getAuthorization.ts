import { type Address, type Hex, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readOptions } from './readOptions.js'
import { throwRevert } from './throwRevert.js'

export type GetAuthorizationParameters = ReceiverParameters & {
  /** From `hashPayment` or `prepareAuthorizedCall`. */
  callHash: Hex
  /**
   * The call's deadline, Unix seconds: the solver must stay active until then. If omitted, the solver must be active only now.
   */
  deadline?: number | undefined
  /** The block to read. Defaults to the newest. */
  blockNumber?: bigint | undefined
}

export type GetAuthorizationReturnType = {
  /** The solver that attested the order with the call. */
  solver: Address
  /** The policy epoch in which the evidence was checked. */
  epoch: bigint
  /** Whether the policy was narrowed after that epoch. If so, the call can't be paid until `authorizeFill` is sent again. */
  isStale: boolean
  /**
   * Whether the authorization is not stale, and its solver is active now and until the deadline. If false, present another
   * solver's evidence, which replaces this authorization.
   */
  isUsable: boolean
} | null

/**
 * Reads which solver attested an authorized call.
 *
 * - Warning: an authorization remains after its call is paid, and after its deadline.
 *   Simulate `payAuthorized` to find out whether the call can be paid now.
 *
 * @param client - A client of the destination chain.
 * @returns {@link GetAuthorizationReturnType}, null if no evidence was presented.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { getAuthorization } from 'fillproof/contract'
 * import { createPublicClient, custom, zeroHash } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => `${zeroHash}${zeroHash.slice(2)}` }), // in place of http(rpcUrl)
 * })
 *
 * getAuthorization(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   callHash: '0x88fc58b98d0b912f314c9a2b06f35268929df20c87cc954f42ac0901c0a10afa',
 * })
 * // null
 */
export async function getAuthorization(
  client: ReceiverClient,
  parameters: GetAuthorizationParameters,
): Promise<GetAuthorizationReturnType> {
  const { receiver, callHash, deadline = 0, blockNumber } = readOptions(parameters, 'receiver', 'callHash')
  const contract = {
    abi: attestedOrderReceiverAbi,
    address: receiver,
    ...(blockNumber !== undefined && { blockNumber }),
  } as const
  const [[solver, epoch], current] = await throwRevert(
    'authorization',
    Promise.all([
      readContract(client, { ...contract, functionName: 'authorization', args: [callHash] }),
      readContract(client, { ...contract, functionName: 'policyEpoch' }),
    ]),
  )
  if (solver === zeroAddress) return null
  const [isActive, [, stop]] = await throwRevert(
    'solverWindow',
    Promise.all([
      readContract(client, { ...contract, functionName: 'isSolverActive', args: [solver] }),
      readContract(client, { ...contract, functionName: 'solverWindow', args: [solver] }),
    ]),
  )
  const isStale = epoch < current
  return { solver, epoch, isStale, isUsable: !isStale && isActive && (stop === 0 || stop > deadline) }
}
