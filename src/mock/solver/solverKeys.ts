import type { Address, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Savepoints } from '../savepoints.js'

export type SolverKeys = ReturnType<typeof createSolverKeys>

/** Creates the solver's account, which can be replaced. A request stays with the account that its order names. */
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
    /** Signs swaps, as the exchanges know no other. */
    first: current,
    /** Signs the attestation and the order of each new request, and pays its fill and refund. */
    get current(): PrivateKeyAccount {
      return current
    },
    /** @param solver - As in an order. */
    of: (solver: string): PrivateKeyAccount => accounts.get(solver.toLowerCase())!,
    has: (address: Address): boolean => accounts.has(address.toLowerCase()),
    add,
    use(account: PrivateKeyAccount): void {
      current = account
    },
  }
}
