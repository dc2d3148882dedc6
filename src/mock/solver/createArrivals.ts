import type { Address, Hash, Hex } from 'viem'
import { isNative } from '../chains/chain.js'
import type { RequestRecord } from '../ledger.js'
import type { SolverContext } from './context.js'
import { findDepositAccount } from './depositAddress.js'
import { type Deposit, isSame } from './deposits.js'
import { sweep } from './sweep.js'
import { readTokenBalance } from './transfer.js'
import type { Wallet } from './wallet.js'

/** A new request with the terms of another one, for another amount. @throws where there is no quote for it. */
export type Requote = (record: RequestRecord, amount: bigint) => Promise<RequestRecord>

/** Its transaction is not known where the payment was found by looking at the balance. */
type Arrival = Omit<Deposit, 'orderId' | 'txHash'> & { txHash?: Hash | undefined }

export type Arrivals = ReturnType<typeof createArrivals>

/**
 * What the solver does about payments to deposit addresses: it moves them on into the depository, where they are
 * deposits like others.
 *
 * - Rule: a strict address is of one order. An open one makes a new request for each payment that is not the quoted one.
 */
export function createArrivals({
  ledger,
  random,
  requote,
}: Pick<SolverContext, 'ledger' | 'random'> & { requote?: Requote | undefined }) {
  /** The first request of each address, by the address in lower case. */
  const owners = new Map<string, Hex>()
  /** Sweeps that the chain will show as deposits of the address itself. */
  const origins = new Map<Hash, Address>()
  const claimed = new Set<Hex>()
  /** Addresses from which something is on its way. */
  const moving = new Set<string>()
  /** What of an address's native balance is left of gas money. */
  const left = new Map<string, bigint>()

  ledger.onMove(({ id, terms: { depositAddress } }) => {
    const key = depositAddress?.toLowerCase()
    if (key !== undefined && !owners.has(key)) owners.set(key, id)
  })

  async function chooseRequest(owner: RequestRecord, arrival: Arrival): Promise<RequestRecord> {
    const { isStrict, originChainId, originCurrency, inputAmount } = owner.terms
    const isQuoted =
      !claimed.has(owner.id) &&
      owner.status === 'waiting' &&
      arrival.amount === inputAmount &&
      isSame(arrival.currency, originCurrency)
    const canRequote = arrival.chainId === originChainId && isSame(arrival.currency, originCurrency)
    if (isStrict || isQuoted || !requote || !canRequote) {
      claimed.add(owner.id)
      return owner
    }
    return requote(owner, arrival.amount).catch(() => owner)
  }

  return {
    addresses: (): ReadonlySet<string> => new Set(owners.keys()),

    ownerOf(address: Address): RequestRecord | undefined {
      const id = owners.get(address.toLowerCase())
      return id && ledger.find(id)
    },

    /** Sweeps a payment. What the depository then shows is answered like every deposit. */
    async moveOn(owner: RequestRecord, arrival: Arrival, wallet: Wallet): Promise<void> {
      const address = owner.terms.depositAddress!.toLowerCase() as Address
      moving.add(address)
      try {
        const { id, orderId } = await chooseRequest(owner, arrival)
        if (arrival.txHash && !ledger.get(id).depositAddressPayment) {
          ledger.note(id, { depositAddressPayment: { depositor: arrival.from, txHash: arrival.txHash } })
        }
        const { from, currency, amount } = arrival
        const account = findDepositAccount(random, address)!
        const onSigned = (hash: Hash) => origins.set(hash, from)
        await sweep({ wallet, account, orderId, from, currency, amount, onSigned })
        left.set(`${wallet.chain.id} ${address}`, await wallet.chain.client.getBalance({ address }))
      } finally {
        moving.delete(address)
      }
    },

    isMoving: (address: Address): boolean => moving.has(address.toLowerCase()),

    /** Refunds go to whoever paid, and not to the address through which the payment went. */
    creditPayer(deposit: Deposit): Deposit {
      return { ...deposit, from: origins.get(deposit.txHash) ?? deposit.from }
    },

    /** What lies at an address and is not gas money. Units: smallest unit. */
    async readBalance(wallet: Wallet, address: Address, currency: Address): Promise<bigint> {
      if (!isNative(currency)) return readTokenBalance(wallet, currency, address)
      const balance = await wallet.chain.client.getBalance({ address })
      return balance - (left.get(`${wallet.chain.id} ${address.toLowerCase()}`) ?? 0n)
    },
  }
}
