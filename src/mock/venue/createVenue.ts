import type { Address, Hash, Hex } from 'viem'
import { parseUnits } from 'viem'
import { venueActivationFeeUsd } from '../../service/fees/schedule.js'
import type { Clock } from '../clock.js'
import type { RequestRecord } from '../ledger.js'
import type { Random } from '../random.js'
import { SubmitError } from '../solver/submit.js'
import { createBooks } from './createBooks.js'
import { type VenueAsset, venueAssets } from './venueCurrencies.js'
import { venueDepository } from './venueDepository.js'

/** A transfer to the venue's depository whose nonce names an order. */
export type VenueDeposit = {
  orderId: Hex
  user: Address
  currency: Address
  /** Smallest unit. */
  amount: bigint
  txHash: Hash
}

type VenueTransferParameters = {
  from: Address
  to: Address
  /** What leaves the sender. */
  asset: VenueAsset
  /** What arrives: the same token, maybe on the other dex. */
  receivedAsset: VenueAsset
  /** Smallest unit. */
  amount: bigint
  nonce: number
}

/** Why the venue takes no transfer; its word to the caller. */
export class VenueRefusal extends Error {}

export type Venue = ReturnType<typeof createVenue>

const dayMs = 24 * 60 * 60 * 1000
/** How old a nonce may be, and how far ahead of the clock. */
const nonceWindowMs = { past: 2 * dayMs, future: dayMs }

const accountFunds = { perps: 1_000_000n, spot: 100_000n }
const solverFunds = { perps: 1_000_000_000n, spot: 1_000_000_000n }

/**
 * The perps venue: accounts with balances, transfers that their owners sign, and nonces that are bound to orders.
 *
 * - Rule: nothing is made up after the start: each payment has two sides, so that the books close. An account begins
 *   with its first payment in.
 * - Units: smallest unit of the currency.
 */
export function createVenue({
  clock,
  random,
  solver,
  accounts,
}: {
  clock: Clock
  random: Random
  solver: Address
  accounts: readonly Address[]
}) {
  const books = createBooks()
  const usedNonces = new Set<string>()
  const orders = new Map<string, Hex>()
  const listeners = new Set<(deposit: VenueDeposit) => void>()
  let lastNonce = 0

  for (const asset of venueAssets) {
    const kind = asset.dex === 'spot' ? 'spot' : 'perps'
    books.add(solver, asset.address, parseUnits(String(solverFunds[kind]), asset.decimals))
    for (const account of accounts) {
      books.add(account, asset.address, parseUnits(String(accountFunds[kind]), asset.decimals))
    }
  }

  function pay(from: Address, to: Address, currency: Address, amount: bigint): Hash {
    if (books.balanceOf(from, currency) < amount) throw new SubmitError('TRANSACTION_SUBMISSION_FAILED')
    books.add(from, currency, -amount)
    books.add(to, currency, amount)
    return random.bytes32('venue transfer')
  }

  return {
    currencies: venueAssets,
    depository: venueDepository,
    balanceOf: books.balanceOf,
    /** Of everybody together. */
    totalOf: books.totalOf,
    hasAccount: books.hasAccount,
    /** What a deposit to this account costs extra, in micro-USD: a new account is activated. */
    activationFeeOf(account: Address): bigint {
      return books.hasAccount(account) ? 0n : parseUnits(venueActivationFeeUsd, 6)
    },
    /** Control: makes a balance larger. */
    fund(user: Address, currency: Address, amount: bigint): void {
      books.add(user, currency, amount)
    },
    /** Unix milliseconds, and never the same twice. */
    nextNonce(): number {
      lastNonce = Math.max(lastNonce + 1, clock.now())
      return lastNonce
    },
    /** Binds a wallet's nonce to an order; false where it is bound to another one. */
    bindNonce(user: Address, nonce: number, orderId: Hex): boolean {
      const key = toKey(user, nonce)
      const bound = orders.get(key)
      if (bound === undefined) orders.set(key, orderId.toLowerCase() as Hex)
      return bound === undefined || bound === orderId.toLowerCase()
    },
    /** A transfer that its sender signed. @throws {@link VenueRefusal} */
    transfer({ from, to, asset, receivedAsset, amount, nonce }: VenueTransferParameters): Hash {
      if (!books.hasAccount(from)) throw new VenueRefusal(`User or API Wallet ${from} does not exist.`)
      const key = toKey(from, nonce)
      const ageMs = clock.now() - nonce
      if (ageMs > nonceWindowMs.past || -ageMs > nonceWindowMs.future) {
        throw new VenueRefusal(`Invalid nonce: ${nonce} is not near the time of the venue.`)
      }
      if (usedNonces.has(key)) throw new VenueRefusal(`Invalid nonce: duplicate nonce ${nonce}.`)
      if (books.balanceOf(from, asset.address) < amount) {
        throw new VenueRefusal(`Insufficient balance for token transfer: ${asset.symbol}.`)
      }
      usedNonces.add(key)
      books.add(from, asset.address, -amount)
      books.add(to, receivedAsset.address, amount)
      const txHash = random.bytes32('venue transfer')
      const orderId = orders.get(key)
      if (orderId && to.toLowerCase() === venueDepository.toLowerCase()) {
        const deposit = { orderId, user: from, currency: receivedAsset.address, amount, txHash }
        for (const listener of listeners) listener(deposit)
      }
      return txHash
    },
    /** Calls `listener` with each deposit for an order. Returns what ends that. */
    onDeposit(listener: (deposit: VenueDeposit) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Delivers what an order for the venue expects, out of the solver's account. @throws {@link SubmitError} */
    async credit({ terms }: RequestRecord): Promise<Hash> {
      return pay(solver, terms.recipient, terms.destinationCurrency, terms.expectedAmount)
    },
    /** Sends a deposit, or what of it was too much, back on the venue. @throws {@link SubmitError} */
    async refund({
      currency,
      to,
      amount,
    }: {
      currency: Address
      to: Address
      amount: bigint
    }): Promise<Hash> {
      return pay(venueDepository, to, currency, amount)
    },
  }
}

function toKey(user: Address, nonce: number): string {
  return `${user.toLowerCase()} ${nonce}`
}
