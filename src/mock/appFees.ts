import {
  type Address,
  encodeAbiParameters,
  getAddress,
  type Hash,
  type Hex,
  keccak256,
  verifyMessage,
} from 'viem'
import type { Chain, Currency } from './chains/chain.js'
import { ServiceError } from './http/serviceError.js'
import type { Ledger } from './ledger.js'
import { type Prices, toMicroUsd } from './pricing.js'
import type { Random } from './random.js'

/** A payment of accrued fees that its wallet asked for. */
export type Claim = {
  /** Names the claim where the service wants a request's id. */
  id: Hex
  wallet: Address
  recipient: Address
  currency: Currency
  /** Smallest unit. */
  amount: bigint
  /** What the wallet signs, as a personal message over its 32 bytes. */
  hash: Hex
  status: 'pending' | 'success' | 'failure'
  txHash?: Hash
  /** Unix milliseconds. */
  createdAt: number
}

/** What a claim pays out. Smallest unit. */
export type Payout = { chainId: number; currency: Address; to: Address; amount: bigint }

export type AppFees = {
  /** What has accrued for a wallet and is not claimed, in USD with 6 decimals. */
  balanceOf(wallet: Address): bigint
  /** Opens a claim, of everything where no amount is given. @throws {@link ServiceError} */
  prepare(claim: { wallet: Address; recipient: Address; currency: Currency; amount?: bigint }): Claim
  /**
   * Settles a claim that its wallet has signed: `pay` sends what is claimed.
   *
   * @throws {@link ServiceError} on an unknown or settled claim, a foreign signature, or too low a balance.
   */
  claim(settlement: {
    requestId: Hex
    signature: Hex
    pay: (payout: Payout) => Promise<Hash>
  }): Promise<Claim>
  /** A wallet's claims that were signed, the newest first. */
  claimsOf(wallet: Address): readonly Claim[]
}

/** Claims nobody signs are forgotten, the oldest first. */
const maxOpenClaims = 1_000

/** Creates the books of what integrators earn: it accrues in USD when a request is filled, and is paid out in currency. */
export function createAppFees({
  chains,
  ledger,
  random,
  now,
  prices,
}: {
  chains: readonly Chain[]
  ledger: Ledger
  random: Random
  /** Unix milliseconds. */
  now: () => number
  prices: Prices
}): AppFees {
  const balances = new Map<Address, bigint>()
  const open = new Map<Hex, Claim>()
  const signed: Claim[] = []

  const balanceOf = (wallet: Address) => balances.get(wallet) ?? 0n
  const add = (wallet: Address, amountUsd: bigint) => balances.set(wallet, balanceOf(wallet) + amountUsd)

  ledger.onMove(({ status, terms }) => {
    if (status !== 'success') return
    for (const { recipient, amountUsd } of terms.appFees ?? []) add(getAddress(recipient), amountUsd)
  })

  return {
    balanceOf: (wallet) => balanceOf(getAddress(wallet)),

    prepare({ wallet, recipient, currency, amount = toAmount(balanceOf(wallet), currency, prices) }) {
      if (amount === 0n || costOf(amount, currency, prices) > balanceOf(wallet)) {
        throw new ServiceError('INVALID_REQUEST', `amount: the balance of ${wallet} does not cover it.`)
      }
      const id = random.bytes32('claim')
      const claim: Claim = {
        id,
        wallet,
        recipient,
        currency,
        amount,
        hash: hashClaim({ id, wallet, recipient, currency, amount }),
        status: 'pending',
        createdAt: now(),
      }
      open.set(id, claim)
      if (open.size > maxOpenClaims) open.delete(open.keys().next().value!)
      return claim
    },

    async claim({ requestId, signature, pay }) {
      const claim = open.get(requestId.toLowerCase() as Hex)
      if (!claim) throw new ServiceError('REQUEST_NOT_FOUND', `No open claim ${requestId}.`)
      const { wallet, hash, currency, amount } = claim
      const { client } = chains.find(({ id }) => id === currency.chainId)!
      if (!(await isSignedBy(client, wallet, hash, signature))) {
        throw new ServiceError('INVALID_REQUEST', `The signature is not one of ${wallet} over the claim.`)
      }
      // Nothing is awaited between the two looks and the two changes, so that a claim is settled once.
      if (!open.has(claim.id)) throw new ServiceError('REQUEST_NOT_FOUND', `No open claim ${requestId}.`)
      const cost = costOf(amount, currency, prices)
      if (cost > balanceOf(wallet)) {
        throw new ServiceError('INVALID_REQUEST', `The balance of ${wallet} does not cover the claim.`)
      }
      open.delete(claim.id)
      signed.unshift(claim)
      add(wallet, -cost)
      try {
        claim.txHash = await pay({
          chainId: currency.chainId,
          currency: currency.address,
          to: claim.recipient,
          amount,
        })
        claim.status = 'success'
      } catch (error) {
        claim.status = 'failure'
        add(wallet, cost)
        throw error
      }
      return claim
    },

    claimsOf: (wallet) => signed.filter((claim) => claim.wallet === wallet),
  }
}

type Client = Chain['client']

/** An account with a key, or a contract that answers for its signatures (ERC-1271). */
async function isSignedBy(client: Client, address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  const signed = { address, message: { raw: hash }, signature }
  const isOfKey = await verifyMessage(signed).catch(() => false)
  if (isOfKey || !(await client.getCode({ address }))) return isOfKey
  return client.verifyMessage(signed).catch(() => false)
}

function hashClaim({
  id,
  wallet,
  recipient,
  currency,
  amount,
}: Omit<Claim, 'hash' | 'status' | 'createdAt'>): Hex {
  return keccak256(
    encodeAbiParameters(
      ['bytes32', 'address', 'address', 'uint256', 'address', 'uint256'].map((type) => ({ type })),
      [id, wallet, recipient, BigInt(currency.chainId), currency.address, amount],
    ),
  )
}

/** What USD with 6 decimals buy, rounded down. */
function toAmount(amountUsd: bigint, currency: Currency, prices: Prices): bigint {
  const unit = 10n ** BigInt(currency.decimals)
  return (amountUsd * unit) / toMicroUsd(unit, currency, prices)
}

/** What an amount takes from a balance of USD with 6 decimals, rounded up. */
function costOf(amount: bigint, currency: Currency, prices: Prices): bigint {
  const unit = 10n ** BigInt(currency.decimals)
  return (amount * toMicroUsd(unit, currency, prices) + unit - 1n) / unit
}
