import { formatCount } from '../../base/formatCount.js'
import { summarizeTally, type Tally } from '../../batch/tally.js'
import type { BatchBackend } from '../../batch/types.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import type { Shard } from '../input/openInput.js'
import { printable } from '../output.js'

export type DescribeCheckOptions = {
  /** The verifier of the lines. Absent for merged results. */
  verifier?: { backend: BatchBackend; threads: number }
  shard?: Shard | undefined
  invalidPath: string | undefined
}

/** Describes a check: the first broken lines, the counts, the reasons, and the outcome. */
export function describeCheck(tally: Tally, { verifier, shard, invalidPath }: DescribeCheckOptions): string {
  const { total, valid, invalid, malformed, reasons, seconds, perSecond } = summarizeTally(tally)
  const unshown = invalid + malformed - tally.first.length
  return [
    ...(tally.first.length === 0 ? [] : [describeLines(tally, shard)]),
    ...(unshown === 0 ? [] : [`and ${formatCount(unshown)} more: ${whereAll(invalidPath)}`]),
    formatTable(
      ['records', formatCount(total)],
      [
        ['valid', formatCount(valid)],
        ['invalid', formatCount(invalid)],
        ['malformed', formatCount(malformed)],
        ['seconds', String(seconds)],
        ['per second', formatCount(perSecond)],
        ...(verifier ? [['backend', `${verifier.backend}, ${verifier.threads} threads`]] : []),
      ],
    ),
    ...(reasons.length === 0
      ? []
      : [
          formatTable(
            ['lines', 'status', 'reason'],
            reasons.map(({ status, reason, count }) => [formatCount(count), status, printable(reason)]),
          ),
        ]),
    describeResult(total, valid),
    ...(shard
      ? [`shard ${shard.index} of ${shard.count}: once all are complete, run fillproof check merge.`]
      : []),
  ].join('\n')
}

function whereAll(invalidPath: string | undefined): string {
  return invalidPath === undefined ? '--invalid FILE writes all of them.' : `see ${printable(invalidPath)}.`
}

function describeResult(total: number, valid: number): string {
  const broken = total - valid
  if (broken > 0) return `${colors.red('not all valid')}: ${formatCount(broken)} of ${formatCount(total)}.`
  if (total === 0) return 'nothing was checked.'
  return `${colors.green('all valid')}: each was attested, which proves the terms, not that anyone paid.`
}

function describeLines({ first }: Tally, shard: Shard | undefined): string {
  const rows = first.map(({ line, status, reason }) => [formatCount(line), status, printable(reason)])
  return formatTable([shard ? 'line of the shard' : 'line', 'status', 'reason'], rows)
}
