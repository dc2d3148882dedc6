import type { Hex } from 'viem'
import type { SettlementTransaction } from './types.js'

/**
 * Reads a transaction's calldata in lower case. Undefined if it shows none.
 *
 * - On Tempo, a transaction may have calls and no input of its own. Then only the first call's input counts.
 */
export function readCalldata({ input, calls }: SettlementTransaction, chainName: string): Hex | undefined {
  const [first] = chainName === 'tempo' ? (calls ?? []) : []
  return (input || first?.input || first?.data)?.toLowerCase() as Hex | undefined
}
