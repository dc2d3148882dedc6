import type { Address, Hex } from 'viem'
import type { ServiceProfileRouter } from '../profile/types.js'
import { isSame } from './isSame.js'
import { readFillContract } from './readFillContract.js'
import type { SettlementResult } from './rows.js'
import type { FillSettlementRule } from './verifyFillSettlement.js'

/**
 * Says what a result assumes that rests on the logs of an order's fill contract. Undefined where the profile lists the
 * contract with what it can do, or the contract is the receiver itself.
 */
export function describeAssumption({
  extraData,
  routers = [],
  receiver,
}: {
  extraData: Hex
  /** Those of the output's chain. */
  routers: readonly ServiceProfileRouter[] | undefined
  receiver: Address
}): string | undefined {
  const fillContract = readFillContract(extraData)
  if (!fillContract || isSame(fillContract, receiver)) return undefined
  const router = routers.find(({ address }) => isSame(address, fillContract))
  if (!router) return `Assumes that ${fillContract} is a router of the service: the profile does not list it.`
  return router.assumed
    ? `Assumes that ${fillContract} logs as the newest known router does: only the service's listing names it.`
    : undefined
}

const resting: readonly FillSettlementRule[] = ['nativeTransfers', 'calls', 'called']

/** Whether a rule's result rests on the logs of the fill contract. */
export function restsOnFillContract(name: FillSettlementRule, { found }: SettlementResult): boolean {
  return found !== undefined && resting.includes(name)
}
