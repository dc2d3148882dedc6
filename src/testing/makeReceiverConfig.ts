import { type Address, type Hex, maxUint128 } from 'viem'
import { padAddress } from '../protocol/address/padAddress.js'
import { readWholeRequest } from './readRequest.js'
import type { FillRequest } from './types.js'

/** The argument of `initialize`, as viem types it. */
export type ReceiverConfig = {
  admin: Address
  guardian: Address
  rescuer: Address
  chainName: string
  solvers: { solver: Address; start: number; stop: number }[]
  tokens: { token: Address; min: bigint; max: bigint }[]
  routes: { chainId: bigint; currency: Hex; min: bigint; max: bigint }[]
  recipients: { recipient: Address; hook: boolean }[]
  routers: Address[]
  reserved: Address[]
}

/**
 * Creates a policy that accepts only `request`, with any amount above zero.
 *
 * @param request - {@link FillRequest}
 * @param admin - The account that holds every role.
 *
 * @example
 * import { makeFillRequest, makeReceiverConfig } from 'fillproof/testing'
 *
 * const request = makeFillRequest({
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * })
 *
 * makeReceiverConfig(request, '0x1234567890123456789012345678901234567890').recipients
 * // [{ recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e', hook: false }]
 */
export function makeReceiverConfig(request: FillRequest, admin: Address): ReceiverConfig {
  readWholeRequest(request)
  return {
    admin,
    guardian: admin,
    rescuer: admin,
    chainName: request.destinationChain,
    solvers: [{ solver: request.solver.address, start: 0, stop: 0 }],
    tokens: [{ token: request.token, min: 1n, max: maxUint128 }],
    routes: [
      {
        chainId: BigInt(request.originChainId),
        currency: padAddress(request.originCurrency),
        min: 1n,
        max: maxUint128,
      },
    ],
    recipients: [{ recipient: request.recipient, hook: false }],
    routers: request.router ? [request.router] : [],
    reserved: [],
  }
}
