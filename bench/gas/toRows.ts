import type { FlowResult } from './measureFlows.js'
import type { GasReport } from './measureGas.js'

export const head = ['gas', 'fillproof', 'OpenZeppelin', 'Solady', 'unverified', 'calldata, bytes']

/** The report as the cells of a table, a row for each measurement. */
export function toRows(report: GasReport): string[][] {
  const verification = report.verification.map(({ signature, gas }) => [
    `verification alone, signature of ${signature} bytes`,
    ...[gas.fillproof, gas.OpenZeppelin, gas.Solady].map(format),
    '',
    '',
  ])
  const { order } = report
  const signer = [
    'id and signer of an order, `OrderSigner`',
    format(order.gas),
    '',
    '',
    '',
    format(order.calldata),
  ]
  const flows = report.flows.map((flow) => [
    [`\`${flow.flow}\``, flow.asset, ...(flow.detail ? [flow.detail] : []), ...describeBatch(flow)].join(
      ', ',
    ),
    format(flow.gas),
    '',
    '',
    flow.baseline ? format(baselineOf(report, flow)) : '',
    format(flow.calldata),
  ])
  const sums = report.flows
    .filter(({ flow, detail }) => flow === 'payAuthorized' && detail === 'signed order')
    .map((paid) => {
      const authorized = report.flows.find(
        ({ flow, detail, count, asset }) =>
          flow === 'authorizeFill' && count === undefined && detail === paid.detail && asset === paid.asset,
      )
      const sum = (authorized?.gas ?? Number.NaN) + paid.gas
      const name = `\`authorizeFill\` and \`payAuthorized\`, ${paid.asset}, ${paid.detail}`
      return [name, format(sum), '', '', format(baselineOf(report, paid)), '']
    })
  const event = [
    '`SolverNativeTransfer`, its part of `fill`, native',
    format(report.solverNativeTransfer),
    '',
    '',
    '',
    '',
  ]
  const transfers = report.transfers.map(({ asset, paid, marked, gas, calldata }) => [
    `unverified ${paid === 'recipient' ? 'transfer' : 'deposit'}, ${asset}${marked ? ', and one stored mark' : ''}`,
    '',
    '',
    '',
    format(gas),
    format(calldata),
  ])
  return [...verification, signer, ...flows, ...sums, event, ...transfers]
}

function describeBatch({ count, gas }: FlowResult): string[] {
  return count ? [`${count} through Multicall3, ${format(Math.round(gas / count))} each`] : []
}

/** The gas of the payment alone, without verification. */
export function baselineOf(
  { transfers }: Pick<GasReport, 'transfers'>,
  { asset, baseline }: Pick<FlowResult, 'asset' | 'baseline'>,
): number {
  const found = transfers.find(
    (transfer) =>
      transfer.asset === asset && transfer.paid === baseline?.paid && transfer.marked === baseline.marked,
  )
  if (!found) throw new Error(`no such transfer of ${asset} was measured: ${JSON.stringify(baseline)}`)
  return found.gas
}

function format(value: number): string {
  // Not by locale, whose data takes most of a second to load.
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
