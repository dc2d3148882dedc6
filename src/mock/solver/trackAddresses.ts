import type { Address, Hex } from 'viem'
import type { Ledger, RequestRecord } from '../ledger.js'
import type { Random } from '../random.js'
import { dropDepositAccount } from './depositAddress.js'

/** Tracks which request a deposit address belongs to, and what sweeps left there. Addresses in any case. */
export function trackAddresses(ledger: Ledger, random: Random) {
  /** The first request of each address, by the address in lower case. */
  const requests = new Map<string, Hex>()
  /** Gas money, by address and chain. */
  const gasLeft = new Map<string, Map<number, bigint>>()

  ledger.savepoints.keep(requests, gasLeft)

  ledger.onMove(({ id, terms: { depositAddress } }) => {
    const key = depositAddress?.toLowerCase()
    if (key !== undefined && !requests.has(key)) requests.set(key, id)
  })

  // The address goes to its next request.
  ledger.onDrop(({ id, terms: { depositAddress } }) => {
    const key = depositAddress?.toLowerCase()
    if (key === undefined || requests.get(key) !== id) return
    requests.delete(key)
    const next = ledger.list().find(({ terms }) => terms.depositAddress?.toLowerCase() === key)
    if (next) requests.set(key, next.id)
    else {
      gasLeft.delete(key)
      dropDepositAccount(random, key as Address)
    }
  })

  return {
    list: (): ReadonlySet<string> => new Set(requests.keys()),
    findRequest(address: Address): RequestRecord | undefined {
      const id = requests.get(address.toLowerCase())
      return id && ledger.find(id)
    },
    setGasLeft(address: Address, chainId: number, amount: bigint): void {
      const key = address.toLowerCase()
      if (requests.has(key)) gasLeft.set(key, (gasLeft.get(key) ?? new Map()).set(chainId, amount))
    },
    gasLeft: (address: Address, chainId: number): bigint =>
      gasLeft.get(address.toLowerCase())?.get(chainId) ?? 0n,
  }
}
