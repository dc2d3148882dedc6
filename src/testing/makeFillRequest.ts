import { bytesToHex, zeroAddress } from 'viem'
import { createTestSolver } from './createTestSolver.js'
import { readRequest } from './readRequest.js'
import type { FillRequest } from './types.js'

export type MakeFillRequestParameters = Pick<FillRequest, 'receiver' | 'recipient'> & Partial<FillRequest>

/** The latest possible deadline of an order, in 2106. */
const noDeadline = 2 ** 32 - 1

/**
 * Creates a request for `recipient`: one native coin on the chain `origin` for one on the chain `destination`.
 *
 * @param parameters - {@link MakeFillRequestParameters}. The other fields have defaults, and the salt is random.
 *
 * @example
 * import { makeFillRequest } from 'fillproof/testing'
 *
 * const request = makeFillRequest({
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 *
 * request.minimum
 * // 1000000000000000000n
 */
export function makeFillRequest(parameters: MakeFillRequestParameters): FillRequest {
  readRequest(parameters, 'receiver', 'recipient')
  return {
    solver: createTestSolver(),
    originChainId: 1,
    originChain: 'origin',
    originUser: createTestSolver('user').address,
    originCurrency: zeroAddress,
    originAmount: 10n ** 18n,
    destinationChainId: 31337,
    destinationChain: 'destination',
    token: zeroAddress,
    minimum: 10n ** 18n,
    deadline: noDeadline,
    refundTo: zeroAddress,
    salt: bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32))),
    ...parameters,
  }
}
