import { chainVm } from '../../src/protocol/order/chainVm.js'
import type { ServiceProfile, ServiceProfileChain } from '../../src/service/profile/types.js'
import type { ChainRecord } from '../../src/service/resources/chain.js'

/** A difference between the profile and the service's list. */
export type ChainDifference = { chain: string; field: string; found: string; listed: string }

/**
 * Compares a profile's chains with those that the service lists: ids, names, virtual machines, depositories and routers.
 *
 * - Rule: what the answer leaves out of a chain says nothing. An `unsettled` chain need not be listed.
 * - Trust: the list is the service's word. It shows what to review.
 */
export function compareChains(
  { chains = [] }: ServiceProfile,
  listed: readonly ChainRecord[],
): ChainDifference[] {
  return [
    ...chains.flatMap((own) => {
      const record = listed.find(({ id }) => id === own.id)
      return record ? compareChain(own, record) : compareAbsent(own)
    }),
    ...listed
      .filter(({ id }) => !chains.some((own) => own.id === id))
      .map((record) => ({
        chain: String(record.id),
        field: 'the chain',
        found: 'absent',
        listed: `${record.protocol?.v2?.chainId ?? record.name} (${record.vmType})`,
      })),
  ]
}

function compareAbsent({ name, support }: ServiceProfileChain): ChainDifference[] {
  return support ? [] : [{ chain: name, field: 'the chain', found: 'present', listed: 'absent' }]
}

function compareChain(own: ServiceProfileChain, record: ChainRecord): ChainDifference[] {
  const { contracts, protocol, vmType } = record
  const depositories = [own.depository, ...(own.depositories ?? [])]
  const routers = own.routers ?? []
  const pairs: [field: string, found: readonly (string | undefined)[], listed: unknown][] = [
    ['the name', [own.name], protocol?.v2?.chainId],
    ['the virtual machine', [chainVm(own.name, [own.name])], vmType],
    ['the depository', depositories, protocol?.v2?.depository],
    ['the router', routers.map(({ address }) => address), contracts?.v3?.erc20Router],
    ['the approval proxy', routers.map(({ approvalProxy }) => approvalProxy), contracts?.v3?.approvalProxy],
    ['its support', [own.support ?? 'settled'], isOpen(record) || own.support ? undefined : 'disabled'],
  ]
  return pairs.flatMap(([field, found, listed]) => {
    if (typeof listed !== 'string' || listed === '') return []
    const known = found.filter((value) => value !== undefined)
    if (known.some((value) => isSame(value, listed))) return []
    return [{ chain: own.name, field, found: known.join(', ') || 'absent', listed }]
  })
}

function isOpen({ disabled, depositEnabled }: ChainRecord): boolean {
  return disabled !== true && depositEnabled !== false
}

/** Base58 and bech32 distinguish cases; hex does not. */
function isSame(one: string, other: string): boolean {
  return one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other
}
