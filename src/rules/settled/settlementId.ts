import { type Hex, sha256, stringToHex } from 'viem'

/**
 * Derives an id of the service's settlement, such as the `onchainId` of a deposit.
 *
 * - Computes sha256 of the values as lower-case text, joined by colons. For a deposit, the values are the chain's name, the
 *   transaction's hash and the index of the log.
 *
 * @param values - The values, in order.
 * @returns The id.
 *
 * @example
 * import { settlementId } from 'fillproof'
 *
 * settlementId('base', '0x1111111111111111111111111111111111111111111111111111111111111111', 5)
 * // '0xadde3fc75b085a93d343997e560dd80d5bf9d46321e57f64bf3673f086e7af64'
 */
export function settlementId(...values: readonly (string | number)[]): Hex {
  return sha256(stringToHex(values.join(':').toLowerCase()))
}
