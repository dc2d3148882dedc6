import type { Address, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Savepoints } from '../savepoints.js'

export type SolverKeys = ReturnType<typeof createSolverKeys>

/** Holds the solver's accounts. The current one can be replaced; a request stays with the account in its order. */
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
    /** @param solver - The address in an order's form. */
    of: (solver: string): PrivateKeyAccount => accounts.get(solver.toLowerCase())!,
    has: (address: Address): boolean => accounts.has(address.toLowerCase()),
    add,
    use(account: PrivateKeyAccount): void {
      current = account
    },
  }
}
