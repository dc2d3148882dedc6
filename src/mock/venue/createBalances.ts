import type { Address } from 'viem'

/** The balances of accounts. Addresses in any case; amounts in the smallest unit. */
export function createBalances() {
  const accounts = new Map<string, Map<string, bigint>>()

  const balanceOf = (user: Address, currency: Address): bigint =>
    accounts.get(user.toLowerCase())?.get(currency.toLowerCase()) ?? 0n

  return {
    accounts,
    balanceOf,
    hasAccount: (user: Address): boolean => accounts.has(user.toLowerCase()),
    totalOf(currency: Address): bigint {
      return [...accounts.keys()].reduce((sum, user) => sum + balanceOf(user as Address, currency), 0n)
    },
    /** Opens the account if there is none. */
    add(user: Address, currency: Address, amount: bigint): void {
      const key = user.toLowerCase()
      const account = accounts.get(key) ?? new Map<string, bigint>()
      accounts.set(key, account)
      account.set(currency.toLowerCase(), balanceOf(user, currency) + amount)
    },
  }
}
