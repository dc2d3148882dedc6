import { summarizeTally, type Tally } from '../../batch/tally.js'
import type { BatchBackend } from '../../batch/types.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { printable } from '../output.js'

/** The report for people: the first broken lines, then the counts. */
export function describeCheck(
  tally: Tally,
  verifier: { backend: BatchBackend; threads: number },
  invalidPath: string | undefined,
): string {
  const { total, valid, invalid, malformed, seconds, perSecond } = summarizeTally(tally)
  const unshown = invalid + malformed - tally.first.length
  const format = (value: number) => value.toLocaleString('en-US')
  return [
    ...(tally.first.length === 0 ? [] : [describeLines(tally)]),
    ...(unshown === 0 ? [] : [`and ${format(unshown)} more: ${whereAll(invalidPath)}`]),
    formatTable(
      ['records', format(total)],
      [
        ['valid', format(valid)],
        ['invalid', format(invalid)],
        ['malformed', format(malformed)],
        ['seconds', String(seconds)],
        ['per second', format(perSecond)],
        ['backend', `${verifier.backend}, ${verifier.threads} threads`],
      ],
    ),
    describeResult(total, valid),
  ].join('\n')
}

function whereAll(invalidPath: string | undefined): string {
  return invalidPath === undefined ? '--invalid FILE writes all of them.' : `see ${printable(invalidPath)}.`
}

function describeResult(total: number, valid: number): string {
  if (valid < total) return `${colors.red('not all valid')}: ${total - valid} of ${total}.`
  if (total === 0) return 'nothing was checked.'
  return `${colors.green('all valid')}: each was attested, which proves the terms, not that anyone paid.`
}

function describeLines({ first }: Tally): string {
  const rows = first.map(({ line, status, reason }) => [String(line), status, printable(reason)])
  return formatTable(['line', 'status', 'reason'], rows)
}
