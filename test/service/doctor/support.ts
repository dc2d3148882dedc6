import { relayProfile } from '../../../src/index.js'
import { chainVm } from '../../../src/protocol/order/chainVm.js'
import type { DoctorRow } from '../../../src/service/doctor/rows.js'
import type { ServiceProfile } from '../../../src/service/profile/types.js'
import type { ChainRecord } from '../../../src/service/resources/chain.js'

/** An honest service's list of a profile's chains: hex in any case, any of several depositories, the newest router in use. */
export function listHonestly({ chains = [], solvers }: ServiceProfile = relayProfile): ChainRecord[] {
  return chains.map(({ id, name, depository, depositories, routers: [router] = [] }) => {
    const vm = chainVm(name, [name])
    const solver = solvers?.[vm as keyof typeof solvers]
    const pair = router && { erc20Router: router.address, approvalProxy: router.approvalProxy }
    return {
      id,
      name,
      vmType: vm,
      disabled: false,
      depositEnabled: true,
      solverAddresses: solver ? [`0x${'99'.repeat(20)}`, solver] : [],
      protocol: {
        v2: {
          chainId: name,
          depository: depository ? `0x${depository.slice(2).toUpperCase()}` : depositories?.at(-1),
        },
      },
      contracts: { ...pair, ...(pair && { 'v3.2': pair }) },
    } as ChainRecord
  })
}

/** What differs, without what it means. */
export function differences(rows: readonly DoctorRow[]): Omit<DoctorRow, 'meaning'>[] {
  return rows
    .filter(({ status }) => status !== 'same')
    .map(({ meaning, ...row }) => {
      if (!meaning) throw new Error(`${row.subject} means nothing.`)
      return row
    })
}
