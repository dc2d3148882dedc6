import { permit2Of } from './permit2.js'
import type { ServiceProfileChain } from './types.js'

/**
 * Lists the service's contracts on a chain, and Permit2, in the chain's own address form with small letters. Never pay or refund
 * to one of them: the money would be lost, the service's, or anyone's.
 */
export function contractsOf(chain: ServiceProfileChain | undefined): (string | undefined)[] {
  const { depository, depositories = [], routers = [] } = chain ?? {}
  const ofRouters = routers.flatMap(({ address, approvalProxy }) => [address, approvalProxy])
  const known = [permit2Of(chain), depository, ...depositories, ...ofRouters]
  return known.map((address) => address?.toLowerCase())
}

/** Whether a list has an address. Letters may be in any case. */
export function hasAddress(addresses: readonly (string | undefined)[], address: string): boolean {
  return addresses.some((one) => one?.toLowerCase() === address.toLowerCase())
}
