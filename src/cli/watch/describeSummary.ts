import type { WatchSummary } from '../../watch/types.js'
import { formatOk } from '../output.js'

/** Formats the summary for people. */
export function describeSummary(summary: Omit<WatchSummary, 'fillsFrom'>, fromBlock: bigint): string {
  const { scannedTo, fills, checked, waiting, returned, unchecked, findings, withdrawn = {} } = summary
  const total = sum(findings)
  const isSeen = scannedTo >= fromBlock
  return [
    isSeen
      ? `Blocks ${fromBlock} to ${scannedTo}: ${count(fills, 'fill')}, ${checked} checked, ${waiting} to be checked.`
      : 'No block was read.',
    ...(isSeen && total === 0 ? [`${formatOk(true)} Nothing contradicts.`] : []),
    ...(total > 0 ? [`${formatOk(false)} ${count(total, 'contradiction')}: ${list(findings)}.`] : []),
    ...(sum(withdrawn) > 0 ? [`Reported earlier, and no longer valid: ${list(withdrawn)}.`] : []),
    ...(returned > 0 ? [`${count(returned, 'payment')} returned or refunded.`] : []),
    ...Object.entries(unchecked).map(([reason, n]) => `Not fully checked, ${count(n, 'fill')}: ${reason}.`),
  ].join('\n')
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function list(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, n]) => `${n} ${kind}`)
    .join(', ')
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}
