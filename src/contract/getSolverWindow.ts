import type { Address } from 'viem'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { readFunction } from './readFunction.js'
import { readOptions } from './readOptions.js'

export type GetSolverWindowParameters = ReceiverParameters & { solver: Address }

export type GetSolverWindowReturnType = {
  /** Unix seconds. `start` and `stop` are zero for an account that was never a solver. */
  start: number
  /** Unix seconds; zero means no end. */
  stop: number
  /** Whether the receiver accepts the solver's signature now. */
  isActive: boolean
}

/**
 * Reads when a receiver accepts a solver's signature.
 *
 * - A solver is active while start <= now < stop; stop 0 means no end. Check `isActive`, since an active solver
 *   may have the window 0 to 0.
 *
 * @param client - A client of the destination chain.
 * @throws {@link FillRevertedError} if another contract answers at the address; viem's error if no contract answers.
 *
 * @example
 * import { getSolverWindow } from 'fillproof/contract'
 * import { createPublicClient, custom, zeroHash } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => `${zeroHash}${zeroHash.slice(2)}` }), // in place of http(rpcUrl)
 * })
 *
 * getSolverWindow(client, {
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   solver: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
 * })
 * // { start: 0, stop: 0, isActive: false }
 */
export async function getSolverWindow(
  client: ReceiverClient,
  parameters: GetSolverWindowParameters,
): Promise<GetSolverWindowReturnType> {
  const { receiver, solver } = readOptions(parameters, 'receiver', 'solver')
  const [[start, stop], isActive] = await Promise.all([
    readFunction(client, { receiver }, 'solverWindow', [solver]),
    readFunction(client, { receiver }, 'isSolverActive', [solver]),
  ])
  return { start, stop, isActive }
}
