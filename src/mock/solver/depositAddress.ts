import type { Address, PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Random } from '../random.js'

/** The accounts that each service made, by their addresses in lower case. */
const accountsOf = new WeakMap<Random, Map<string, PrivateKeyAccount>>()

/** Makes the deposit address of an order. The service keeps its key. */
export function createDepositAddress(random: Random): Address {
  const account = privateKeyToAccount(random.bytes32('deposit address'))
  const accounts = accountsOf.get(random) ?? new Map<string, PrivateKeyAccount>()
  accountsOf.set(random, accounts)
  accounts.set(account.address.toLowerCase(), account)
  return account.address
}

export function dropDepositAccount(random: Random, address: Address): void {
  accountsOf.get(random)?.delete(address.toLowerCase())
}

export function findDepositAccount(random: Random, address: Address): PrivateKeyAccount | undefined {
  return accountsOf.get(random)?.get(address.toLowerCase())
}
