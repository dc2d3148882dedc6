import type { WatchSummary } from '../../watch/types.js'
import { formatOk } from '../output.js'

/** What was found in all, for people. */
export function describeSummary(summary: WatchSummary, fromBlock: bigint): string {
  const { scannedTo, fills, checked, waiting, returned, unchecked, findings } = summary
  const found = Object.entries(findings)
  const total = found.reduce((sum, [, count]) => sum + count, 0)
  return [
    scannedTo < fromBlock
      ? 'No block was looked at.'
      : `Blocks ${fromBlock} to ${scannedTo}: ${count(fills, 'fill')}, ${checked} checked, ${waiting} to be checked.`,
    total === 0
      ? `${formatOk(true)} Nothing contradicts.`
      : `${formatOk(false)} ${count(total, 'contradiction')}: ${found.map(([kind, n]) => `${n} ${kind}`).join(', ')}.`,
    ...(returned > 0 ? [`${count(returned, 'payment')} returned.`] : []),
    ...Object.entries(unchecked).map(([reason, n]) => `Unchecked of ${count(n, 'fill')}: ${reason}.`),
  ].join('\n')
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`
}
