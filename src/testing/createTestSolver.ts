import { keccak256, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/**
 * Derives a solver from a name. The same name gives the same solver, here and in `FillproofTest.sol`.
 *
 * - Warning: anyone can derive the private key. Use it in tests only.
 *
 * @param name - Defaults to `solver`.
 * @returns A viem account.
 *
 * @example
 * import { createTestSolver } from 'fillproof/testing'
 *
 * createTestSolver().address
 * // '0xEa22232EeE6365D797FeC0F804dA81F3e3F18c2D'
 */
export function createTestSolver(name = 'solver'): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(name)))
}
