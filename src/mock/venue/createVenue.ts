import { type Address, type Hash, type Hex, parseUnits } from 'viem'
import { isSame } from '../../rules/settled/isSame.js'
import { venueActivationFeeUsd } from '../../service/fees/schedule.js'
import { type AccountMode, accountModes } from '../../service/venue/accountModes.js'
import { perpsAddress } from '../../service/venue/parseVenueCurrency.js'
import type { MockClock } from '../clock.js'
import { MockOptionError } from '../errors.js'
import type { Ledger, LedgerRequest } from '../ledger.js'
import type { Random } from '../random.js'
import { SubmitError } from '../solver/submit.js'
import { spotTokens, type VenueAsset, venueAssets, venueDepository } from './venueCurrencies.js'

/** A transfer to the venue's depository whose nonce is bound to an order. */
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
  asset: VenueAsset
  /** The credited currency: the same token, possibly on another dex. */
  receivedAsset: VenueAsset
  /** Smallest unit. */
  amount: bigint
  nonce: number
}

/** The venue rejects a transfer. The caller receives the message. */
export class VenueTransferError extends Error {}

export type Venue = ReturnType<typeof createVenue>

// Source: the venue's documentation, "Nonces and API wallets".

/** The number of nonces to remember for each wallet. A nonce below all of them is rejected. */
const maxUsedNonces = 100
const dayMs = 24 * 60 * 60 * 1000
/** The maximum age of a nonce, and its maximum time ahead of the clock. */
const nonceWindowMs = { past: 2 * dayMs, future: dayMs }

/** In whole units. */
const accountFunds = { perps: '1000000', spot: '100000' }
const solverFunds = { perps: '1000000000', spot: '1000000000' }

const spotUsdc = spotTokens[0]!.tokenId

type Balances = ReturnType<typeof createBalances>

type Refund = { currency: Address; to: Address; amount: bigint }

/**
 * Creates the perps venue: accounts with balances, transfers that their owners sign, and nonces that are bound to
 * orders.
 *
 * - Each payment debits one account and credits another, so it does not change the total. A first credit opens an
 *   account.
 * - Units: smallest unit of the currency.
 */
export function createVenue(parameters: {
  clock: MockClock
  ledger: Ledger
  random: Random
  solver: Address
  accounts: readonly Address[]
}) {
  const { clock, ledger, random, solver, accounts } = parameters
  const balances = createFundedBalances(accounts)
  const fundSolver = (address: Address) => addFunds(balances, address, solverFunds)
  fundSolver(solver)
  const nonces = createNonces(clock)
  ledger.savepoints.keep(balances.accounts, balances.modes, nonces.used, nonces.orders)
  ledger.onDrop(({ orderId, terms }) => {
    if (terms.payment === 'venue') nonces.unbind(orderId)
  })
  const listeners = new Set<(deposit: VenueDeposit) => void>()

  function pay(from: Address, to: Address, currency: Address, amount: bigint): Hash {
    if (balances.balanceOf(from, currency) < amount) throw new SubmitError('TRANSACTION_SUBMISSION_FAILED')
    balances.add(from, currency, -amount)
    balances.add(to, currency, amount)
    return random.bytes32('venue transfer')
  }

  return {
    currencies: venueAssets,
    depository: venueDepository,
    balanceOf: balances.balanceOf,
    totalOf: balances.totalOf,
    hasAccount: balances.hasAccount,
    modeOf: balances.modeOf,
    setMode: balances.setMode,
    /** Returns the activation fee of a deposit to a new account, in micro-USD. */
    activationFeeOf: (account: Address): bigint =>
      balances.hasAccount(account) ? 0n : parseUnits(venueActivationFeeUsd, 6),
    fund: balances.add,
    /** For the control: gives a new solver the initial balances of the first solver. */
    fundSolver,
    nextNonce: nonces.next,
    bindNonce: nonces.bind,
    /** Makes a transfer that its sender signed. @throws {@link VenueTransferError} */
    transfer({ from, to, asset, receivedAsset, amount, nonce }: VenueTransferParameters): Hash {
      if (!balances.hasAccount(from))
        throw new VenueTransferError(`User or API Wallet ${from} does not exist.`)
      nonces.check(from, nonce)
      if (balances.balanceOf(from, asset.address) < amount) {
        throw new VenueTransferError(`Insufficient balance for token transfer: ${asset.symbol}.`)
      }
      const orderId = nonces.use(from, nonce)
      balances.add(from, asset.address, -amount)
      balances.add(to, receivedAsset.address, amount)
      const txHash = random.bytes32('venue transfer')
      if (orderId && isSame(to, venueDepository)) {
        const deposit = { orderId, user: from, currency: receivedAsset.address, amount, txHash }
        for (const listener of listeners) listener(deposit)
      }
      return txHash
    },
    /** Calls `listener` with each deposit for an order. */
    onDeposit(listener: (deposit: VenueDeposit) => void): void {
      listeners.add(listener)
    },
    /** Delivers an order's output on the venue, from the solver's account. @throws {@link SubmitError} */
    credit: async ({ terms }: LedgerRequest): Promise<Hash> => {
      const { orderData, recipient, destinationCurrency, expectedAmount } = terms
      return pay(orderData.solver as Address, recipient, destinationCurrency, expectedAmount)
    },
    /** Sends a deposit, or its excess, back on the venue. @throws {@link SubmitError} */
    refund: async ({ currency, to, amount }: Refund): Promise<Hash> =>
      pay(venueDepository, to, currency, amount),
  }
}

function createFundedBalances(accounts: readonly Address[]): Balances {
  const balances = createBalances()
  for (const account of accounts) addFunds(balances, account, accountFunds)
  return balances
}

function addFunds(balances: Balances, owner: Address, funds: typeof accountFunds): void {
  for (const { address, decimals, dex } of venueAssets) {
    balances.add(owner, address, parseUnits(funds[dex === 'spot' ? 'spot' : 'perps'], decimals))
  }
}

/** Tracks the nonces of wallets: their orders, and which are used. */
function createNonces(clock: MockClock) {
  /** The highest used nonces of each wallet, in ascending order. */
  const used = new Map<string, number[]>()
  const orders = new Map<string, Hex>()
  let last = 0
  const toKey = (user: Address, nonce: number) => `${user.toLowerCase()} ${nonce}`
  return {
    used,
    orders,
    /** Returns a new nonce in Unix milliseconds, never the same twice. */
    next(): number {
      last = Math.max(last + 1, clock.now())
      return last
    },
    /** Binds a wallet's nonce to an order. Returns false if it is bound to another order. */
    bind(user: Address, nonce: number, orderId: Hex): boolean {
      const key = toKey(user, nonce)
      const bound = orders.get(key)
      if (bound === undefined) orders.set(key, orderId.toLowerCase() as Hex)
      return bound === undefined || bound === orderId.toLowerCase()
    },
    unbind(orderId: Hex): void {
      for (const [key, bound] of orders) if (bound === orderId) orders.delete(key)
    },
    check(user: Address, nonce: number): void {
      const ageMs = clock.now() - nonce
      if (ageMs > nonceWindowMs.past || -ageMs > nonceWindowMs.future) {
        throw new VenueTransferError(`Invalid nonce: ${nonce} is not near the time of the venue.`)
      }
      const known = used.get(user.toLowerCase()) ?? []
      if (known.includes(nonce)) throw new VenueTransferError(`Invalid nonce: duplicate nonce ${nonce}.`)
      if (known.length === maxUsedNonces && nonce < known[0]!) {
        throw new VenueTransferError(`Invalid nonce: ${nonce} is below the last ${maxUsedNonces}.`)
      }
    },
    /** Marks a nonce as used. Returns the order that it is bound to. */
    use(user: Address, nonce: number): Hex | undefined {
      const known = [...(used.get(user.toLowerCase()) ?? []), nonce].sort((one, other) => one - other)
      used.set(user.toLowerCase(), known.slice(-maxUsedNonces))
      return orders.get(toKey(user, nonce))
    },
  }
}

/** Creates the accounts' balances. Addresses may be in any case; amounts are in the smallest unit. */
function createBalances() {
  const accounts = new Map<string, Map<string, bigint>>()
  const modes = new Map<string, AccountMode>()

  const modeOf = (user: Address): AccountMode => modes.get(user.toLowerCase()) ?? 'default'
  const read = (user: string, currency: string): bigint => accounts.get(user)?.get(currency) ?? 0n
  /** Returns the currency that holds the balance: an account with a joined balance has its USDC in spot. */
  const placeOf = (user: Address, currency: Address): string => {
    const isJoined = currency === perpsAddress && accountModes[modeOf(user)] !== 'perps'
    return isJoined ? spotUsdc : currency.toLowerCase()
  }
  const balanceOf = (user: Address, currency: Address): bigint =>
    read(user.toLowerCase(), placeOf(user, currency))

  /** Adds to a balance. Opens the account if it does not exist. */
  function add(user: Address, currency: Address, amount: bigint): void {
    const key = user.toLowerCase()
    const account = accounts.get(key) ?? new Map<string, bigint>()
    accounts.set(key, account)
    account.set(placeOf(user, currency), balanceOf(user, currency) + amount)
  }

  return {
    accounts,
    modes,
    balanceOf,
    add,
    modeOf,
    /**
     * Sets an account's mode. A mode with a joined balance moves the USDC from perps to spot. A later mode does not move it
     * back.
     */
    setMode(user: Address, mode: AccountMode): void {
      const known = Object.keys(accountModes)
      if (!known.includes(mode)) throw new MockOptionError({ option: 'mode', value: mode, known })
      const perps = read(user.toLowerCase(), perpsAddress)
      accounts.get(user.toLowerCase())?.delete(perpsAddress)
      modes.set(user.toLowerCase(), mode)
      if (perps > 0n) add(user, perpsAddress, perps)
    },
    hasAccount: (user: Address): boolean => accounts.has(user.toLowerCase()),
    totalOf: (currency: Address): bigint =>
      [...accounts.keys()].reduce((sum, user) => sum + read(user, currency.toLowerCase()), 0n),
  }
}
