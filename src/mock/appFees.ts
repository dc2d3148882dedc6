import { type Address, getAddress, type Hash, type Hex, keccak256, stringToHex } from 'viem'
import { CallerError } from './callerError.js'
import type { Chain, ChainCurrency } from './chains/chain.js'
import type { Ledger } from './ledger.js'
import { type Prices, toMicroUsd } from './pricing.js'
import type { Random } from './random.js'

/** A payout of accrued fees that its wallet requested. */
export type FeeClaim = {
  /** Identifies the claim in answers that otherwise hold a request's id. */
  id: Hex
  wallet: Address
  recipient: Address
  currency: ChainCurrency
  /** Smallest unit. */
  amount: bigint
  /** The wallet signs these 32 bytes as a personal message. */
  hash: Hex
  status: 'pending' | 'success' | 'failure'
  txHash?: Hash
  /** Unix milliseconds. */
  createdAt: number
}

type NewClaim = Pick<FeeClaim, 'wallet' | 'recipient' | 'currency'> & { amount?: bigint }

/** Smallest unit. */
export type Payout = { chainId: number; currency: Address; to: Address; amount: bigint }

export type AppFees = ReturnType<typeof createAppFees>

/** The maximum number of unsigned claims to keep, and the maximum number of signed claims. Older claims are dropped. */
const maxClaims = 1_000

type CreateAppFeesParameters = {
  chains: readonly Chain[]
  ledger: Ledger
  random: Random
  /** Unix milliseconds. */
  now: () => number
  prices: Prices
}

/** Creates the accounts of integrators. Fees accrue in USD when a request is filled, and are paid out in a currency. */
export function createAppFees({ chains, ledger, random, now, prices }: CreateAppFeesParameters) {
  const { balanceOf, add } = trackBalances(ledger)
  const { open, signed } = keepClaims(ledger)

  const findOpen = (id: Hex) => {
    const claim = open.get(id.toLowerCase() as Hex)
    if (claim) return claim
    throw new CallerError('UNKNOWN_ERROR', `No open claim ${id}.`)
  }

  return {
    balanceOf,

    /** Opens a claim, by default for the whole balance. @throws {@link CallerError} */
    prepare({
      wallet,
      recipient,
      currency,
      amount = toAmount(balanceOf(wallet), currency, prices),
    }: NewClaim): FeeClaim {
      if (amount === 0n || costOf(amount, currency, prices) > balanceOf(wallet)) {
        throw new CallerError('INSUFFICIENT_FUNDS', `amount: the balance of ${wallet} does not cover it.`)
      }
      const id = random.bytes32('claim')
      const hash = keccak256(
        stringToHex([id, wallet, recipient, currency.chainId, currency.address, amount].join(' ')),
      )
      const claim: FeeClaim = {
        id,
        wallet,
        recipient,
        currency,
        amount,
        hash,
        status: 'pending',
        createdAt: now(),
      }
      open.set(id, claim)
      if (open.size > maxClaims) open.delete(open.keys().next().value!)
      return claim
    },

    /**
     * Pays out a claim that its wallet signed.
     *
     * @throws {@link CallerError} on an unknown or settled claim, another signer, or too low a balance.
     */
    async claim(requestId: Hex, signature: Hex, pay: (payout: Payout) => Promise<Hash>): Promise<void> {
      await requireSignature(findOpen(requestId), signature, chains)
      // The claim may have been settled in the meantime. Await nothing from here to its removal, so that it is paid once.
      const claim = findOpen(requestId)
      const { wallet, recipient, currency, amount } = claim
      const cost = costOf(amount, currency, prices)
      if (cost > balanceOf(wallet)) {
        throw new CallerError('INSUFFICIENT_FUNDS', `The balance of ${wallet} does not cover the claim.`)
      }
      open.delete(claim.id)
      signed.unshift(claim)
      if (signed.length > maxClaims) signed.pop()
      add(wallet, -cost)
      try {
        const { chainId, address } = currency
        claim.txHash = await pay({ chainId, currency: address, to: recipient, amount })
        claim.status = 'success'
      } catch (error) {
        claim.status = 'failure'
        add(wallet, cost)
        throw error
      }
    },

    /** Returns a wallet's signed claims, the newest first. */
    claimsOf: (wallet: Address): readonly FeeClaim[] => signed.filter((claim) => claim.wallet === wallet),
  }
}

function keepClaims({ savepoints }: Ledger) {
  const open = new Map<Hex, FeeClaim>()
  const signed: FeeClaim[] = []
  savepoints.keep(open, signed)
  return { open, signed }
}

/** Tracks the fees that have accrued and are not claimed, in USD with 6 decimals. */
function trackBalances(ledger: Ledger) {
  const balances = new Map<Address, bigint>()
  ledger.savepoints.keep(balances)
  const balanceOf = (wallet: Address) => balances.get(wallet) ?? 0n
  const add = (wallet: Address, amountUsd: bigint) => balances.set(wallet, balanceOf(wallet) + amountUsd)
  ledger.onMove(({ status, terms }) => {
    if (status !== 'success') return
    for (const { recipient, amountUsd } of terms.appFees ?? []) add(getAddress(recipient), amountUsd)
  })
  return { balanceOf, add }
}

async function requireSignature(
  { wallet: address, hash, currency }: FeeClaim,
  signature: Hex,
  chains: readonly Chain[],
): Promise<void> {
  const { client } = chains.find(({ id }) => id === currency.chainId)!
  const signed = { address, message: { raw: hash }, signature }
  if (await client.verifyMessage(signed).catch(() => false)) return
  throw new CallerError('UNKNOWN_ERROR', `The signature is not one of ${address} over the claim.`)
}

/** Converts USD with 6 decimals to an amount of currency, rounded down. */
function toAmount(amountUsd: bigint, currency: ChainCurrency, prices: Prices): bigint {
  const unit = 10n ** BigInt(currency.decimals)
  return (amountUsd * unit) / toMicroUsd(unit, currency, prices)
}

/** Returns the cost of an amount in USD with 6 decimals, rounded up. */
function costOf(amount: bigint, currency: ChainCurrency, prices: Prices): bigint {
  const unit = 10n ** BigInt(currency.decimals)
  return (amount * toMicroUsd(unit, currency, prices) + unit - 1n) / unit
}
