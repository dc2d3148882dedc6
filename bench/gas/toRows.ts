import type { GasReport } from './measureGas.js'
import { baselineOf, savingOf } from './savings.js'

export const head = [
  'gas',
  'fillproof',
  'OpenZeppelin',
  'Solady',
  'unverified',
  'above that, to OpenZeppelin',
  'calldata, bytes',
]

/** The report as the cells of a table, a row for each measurement. */
export function toRows(report: GasReport): string[][] {
  const verification = report.verification.map(({ signature, gas }) => [
    `verification alone, signature of ${signature} bytes`,
    ...[gas.fillproof, gas.OpenZeppelin, gas.Solady].map(format),
    '',
    '',
    '',
  ])
  const flows = report.flows.map((flow) => {
    const { gas, calldata, asset, calls } = flow
    return [
      [`\`${flow.flow}\``, asset, ...(calls === null ? [] : [countCalls(calls)])].join(', '),
      ...[gas.fillproof, gas.OpenZeppelin, gas.Solady, baselineOf(report, flow)].map(format),
      formatChange(-savingOf(report, flow)),
      `${format(calldata.fillproof)} to ${format(calldata.OpenZeppelin)}`,
    ]
  })
  const transfers = report.transfers.map(({ asset, paid, marked, gas, calldata }) => [
    `unverified ${paid === 'recipient' ? 'transfer' : 'deposit'}, ${asset}${marked ? ', and one stored mark' : ''}`,
    '',
    '',
    '',
    format(gas),
    '',
    format(calldata),
  ])
  return [...verification, ...flows, ...transfers]
}

function countCalls(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`
}

function format(value: number): string {
  // Not by locale, whose data takes most of a second to load.
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

function formatChange(part: number): string {
  return `${part > 0 ? '+' : ''}${(part * 100).toFixed(1)} %`
}
