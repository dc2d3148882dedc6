import type { Hex } from 'viem'
import type { SettlementTransaction } from './types.js'

/**
 * Reads a transaction's calldata in lower case. Undefined where it shows none.
 *
 * - On Tempo a transaction may have calls and no input of its own. Then the first call's counts, and no other's.
 */
export function readCalldata({ input, calls }: SettlementTransaction, chainName: string): Hex | undefined {
  const [first] = chainName === 'tempo' ? (calls ?? []) : []
  return (input || first?.input || first?.data)?.toLowerCase() as Hex | undefined
}
