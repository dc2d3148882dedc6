import type { Finding } from '../../watch/types.js'
import { colors } from '../colors.js'
import { formatOk, printable } from '../output.js'

/** Describes a contradiction, for people. */
export function describeFinding(finding: Finding): string {
  const { id, kind, requestId, transactionHash, blockNumber, expected, actual, message, withdrawn } = finding
  const lines = {
    request: requestId ?? 'unknown',
    transaction: `${transactionHash}, block ${blockNumber}`,
    expected,
    found: actual,
    id,
  }
  return [
    `${formatOk(withdrawn === true)} ${colors.bold(kind)}${withdrawn ? ', no longer so' : ''}: ${printable(message)}`,
    ...Object.entries(lines).map(([name, text]) => `  ${name.padEnd(11)}  ${printable(text)}`),
  ].join('\n')
}
