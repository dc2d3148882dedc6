import type { FlowResult } from './measureFlows.js'
import type { GasReport } from './measureGas.js'

/** What the payment alone uses: an unverified transfer with one stored mark. */
export function baselineOf({ transfers }: Pick<GasReport, 'transfers'>, { asset, paid }: FlowResult): number {
  const found = transfers.find(
    (transfer) => transfer.asset === asset && transfer.paid === paid && transfer.marked,
  )
  if (!found) throw new Error(`no transfer of ${asset} to the ${paid} was measured`)
  return found.gas
}

/** By which part the gas above the baseline is below that of the OpenZeppelin version; negative when above. */
export function savingOf(report: Pick<GasReport, 'transfers'>, flow: FlowResult): number {
  const baseline = baselineOf(report, flow)
  return 1 - (flow.gas.fillproof - baseline) / (flow.gas.OpenZeppelin - baseline)
}
