import type { Address, Hex } from 'viem'
import { isSame } from './isSame.js'
import { readFillContract } from './readFillContract.js'
import type { SettlementRow } from './types.js'
import type { FillSettlementRule } from './verifyFillSettlement.js'

type DescribeAssumptionParameters = {
  extraData: Hex
  /** The routers of the output's chain. */
  routers: readonly { address: Address; assumed?: true }[] | undefined
  receiver: Address
}

/**
 * Describes what a result assumes if it depends on the logs of an order's fill contract. Undefined if the profile knows the
 * contract and its capabilities, or if the contract is the receiver.
 */
function describeAssumption(parameters: DescribeAssumptionParameters): string | undefined {
  const { extraData, routers = [], receiver } = parameters
  const fillContract = readFillContract(extraData)
  if (!fillContract || isSame(fillContract, receiver)) return undefined
  const router = routers.find(({ address }) => isSame(address, fillContract))
  if (!router) return `Assumes that ${fillContract} is a router of the service: the profile does not list it.`
  return router.assumed
    ? `Assumes that ${fillContract} logs as the newest known router does: only the service's listing names it.`
    : undefined
}

const resting: readonly FillSettlementRule[] = ['nativeTransfers', 'calls', 'called']

type Row = SettlementRow<FillSettlementRule>

/** Adds the assumption to each row that depends on the logs of the order's fill contract. */
export function addAssumption(rows: readonly Row[], place: DescribeAssumptionParameters): Row[] {
  const assumption = describeAssumption(place)
  return rows.map((row) => {
    const rests = row.found !== undefined && resting.includes(row.name)
    return assumption !== undefined && rests ? { ...row, assumption } : row
  })
}

/** Lists the rows whose failure is final. `finality` may still be reached later, and `called` never decides. */
export function listDeciding(rows: readonly Row[] = []): Row[] {
  return rows.filter(({ name }) => name !== 'finality' && name !== 'called')
}
