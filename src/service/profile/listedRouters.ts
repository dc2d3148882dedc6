import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { toBytes, toRecord } from '../../base/values.js'
import type { ChainRecord } from '../resources/chain.js'
import { newestCapabilities } from './relayRouters.js'
import type { ServiceProfileRouter } from './types.js'

/**
 * Reads the routers that the service lists for a chain: first the one in use, then each router that the listing has under its own
 * key, such as `v3`.
 *
 * - Trust: the listing names only addresses, so the routers' capabilities are assumed.
 */
export function listedRouters({ contracts }: ChainRecord): ServiceProfileRouter[] {
  const keyed = Object.entries(toRecord(contracts) ?? {})
    .flatMap(([key, value]) => readRouter(key, value))
    .sort((one, other) => other.label.localeCompare(one.label, 'en', { numeric: true }))
  const [inUse] = readRouter('listed', contracts)
  if (!inUse) return keyed
  const same = keyed.find(({ address }) => isAddressEqual(address, inUse.address))
  return [{ ...inUse, label: same?.label ?? inUse.label }, ...keyed.filter((router) => router !== same)]
}

function readRouter(label: string, value: unknown): ServiceProfileRouter[] {
  const { erc20Router, approvalProxy } = toRecord(value) ?? {}
  const address = toAddress(erc20Router)
  if (!address) return []
  const proxy = toAddress(approvalProxy)
  return [{ address, ...newestCapabilities, label, assumed: true, ...(proxy && { approvalProxy: proxy }) }]
}

function toAddress(value: unknown): Address | undefined {
  const address = toBytes(value, [20])
  return address === zeroAddress ? undefined : address
}
