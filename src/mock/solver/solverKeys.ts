import type { Address, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Savepoints } from '../savepoints.js'

export type SolverKeys = ReturnType<typeof createSolverKeys>

/** Holds the solver's accounts. The current account can be replaced. A request keeps the account that its order names. */
export function createSolverKeys(first: Hex, savepoints: Savepoints) {
  const accounts = new Map<string, PrivateKeyAccount>()
  let current = add(first)
  savepoints.add(() => {
    const saved = current
    return () => {
      current = saved
    }
  })

  function add(key: Hex): PrivateKeyAccount {
    const account = privateKeyToAccount(key)
    accounts.set(account.address.toLowerCase(), account)
    return account
  }

  return {
    /** Signs swaps: the exchanges know only this account. */
    first: current,
    /** Signs the attestation and the order of each new request, and pays its fill and refund. */
    get current(): PrivateKeyAccount {
      return current
    },
    /** Returns the account of the solver that an order names. */
    of: (solver: string): PrivateKeyAccount => accounts.get(solver.toLowerCase())!,
    has: (address: Address): boolean => accounts.has(address.toLowerCase()),
    add,
    use(account: PrivateKeyAccount): void {
      current = account
    },
  }
}
