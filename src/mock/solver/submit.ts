import type { Hash } from 'viem'
import type { KnownFailReason } from '../ledger.js'
import { type Revert, readRevert } from './readRevert.js'
import type { Send, Wallet, WalletTransaction } from './wallet.js'

/** A fill or a refund failed. */
export class SubmitError extends Error {
  readonly failReason: KnownFailReason
  readonly revert: Revert | undefined

  constructor(failReason: KnownFailReason, revert?: Revert) {
    super(revert?.message ?? failReason)
    this.name = 'SubmitError'
    this.failReason = failReason
    this.revert = revert
  }
}

export type SubmitParameters = {
  wallet: Wallet
  send: Send
  transaction: WalletTransaction
  /** The reason to report if the transaction reverts. */
  failReason: KnownFailReason
  onSent?: ((hash: Hash) => void) | undefined
  /** Whether to skip the simulation. */
  isBlind?: boolean
}

/** A fixed gas limit: the gas of a transaction that reverts can't be estimated. */
const blindGas = 5_000_000n

/** Simulates a transaction, sends it, and waits for its receipt. @throws {@link SubmitError} */
export async function submit(parameters: SubmitParameters): Promise<Hash> {
  const { wallet, send, transaction, failReason, onSent, isBlind } = parameters
  if (!isBlind) await simulate(wallet, transaction, failReason)
  const hash = await send(isBlind ? { gas: blindGas, ...transaction } : transaction).catch(
    (error: unknown) => {
      throw new SubmitError('TRANSACTION_SUBMISSION_FAILED', readRevert(error))
    },
  )
  onSent?.(hash)
  if ((await wallet.waitFor(hash)) !== 'success') throw new SubmitError(failReason)
  return hash
}

/** Simulates a transaction. @throws {@link SubmitError} if it would revert. */
export async function simulate(
  wallet: Wallet,
  transaction: WalletTransaction,
  failReason: KnownFailReason,
): Promise<void> {
  try {
    await wallet.chain.client.call({ ...transaction, account: wallet.address, blockTag: 'pending' })
  } catch (error) {
    throw new SubmitError(failReason, readRevert(error))
  }
}
