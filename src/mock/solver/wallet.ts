import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  type Hash,
  type Hex,
  type LocalAccount,
  type SignedAuthorization,
  TransactionReceiptNotFoundError,
} from 'viem'
import { createTurns } from '../../base/createTurns.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import type { Chain } from '../chains/chain.js'

export type WalletTransaction = {
  to: Address
  data?: Hex
  value?: bigint
  gas?: bigint
  authorizationList?: readonly SignedAuthorization[]
}

export type Send = (transaction: WalletTransaction) => Promise<Hash>

/** An account of the mock on one chain. */
export type Wallet = {
  chain: Chain
  address: Address
  /**
   * Runs `work` while nothing else sends from this account on this chain. This keeps nonces in order, and keeps other
   * fills from spending the funds that `work` still needs.
   */
  exclusive<result>(work: (send: Send) => Promise<result>): Promise<result>
  /** Waits until a transaction is mined, however long that takes. */
  waitFor(hash: Hash): Promise<'success' | 'reverted'>
  /** Waits until the chain's head is this many blocks, and this many seconds, past a mined transaction. */
  waitForFinality(hash: Hash, finality: { blocks: number; seconds: number }): Promise<void>
}

export type Wallets = { get(chainId: number): Wallet | undefined }

/** The signal ends waits. */
export type Lifetime = { signal: AbortSignal }

const receiptIntervalMs = 20

export function createWallet(chain: Chain, account: LocalAccount, lifetime: Lifetime): Wallet {
  const takeTurn = createTurns()
  const send: Send = ({ authorizationList, ...transaction }) =>
    chain.client
      .sendTransaction({
        ...transaction,
        account,
        ...(authorizationList && { authorizationList: [...authorizationList] }),
      })
      .catch(readMined)
  return {
    chain,
    address: account.address,
    exclusive(work) {
      const { signal } = lifetime
      return takeTurn(async () => {
        signal.throwIfAborted()
        return work(send)
      })
    },
    async waitFor(hash) {
      const { signal } = lifetime
      for (;;) {
        const receipt = await chain.client
          .getTransactionReceipt({ hash })
          .catch(orUndefined(TransactionReceiptNotFoundError))
        if (receipt) return receipt.status
        await pause(signal)
      }
    },
    async waitForFinality(hash, { blocks, seconds }) {
      if (blocks === 0 && seconds === 0) return
      const { signal } = lifetime
      const { blockNumber } = await chain.client.getTransactionReceipt({ hash })
      const block = await chain.client.getBlock({ blockNumber })
      for (;;) {
        const head = await chain.client.getBlock()
        const isFinal =
          head.number - block.number >= BigInt(blocks) && head.timestamp - block.timestamp >= BigInt(seconds)
        if (isFinal) return
        await pause(signal)
      }
    },
  }
}

/** Waits between two polls for a receipt. @throws The reason of the signal. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(receiptIntervalMs, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted())
}

/** Returns the hash from an error. Hardhat's chains report a reverting transaction as an error, but still mine it. */
function readMined(error: unknown): Hash {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { transactionHash, data } = cause as { transactionHash?: Hash; data?: { transactionHash?: Hash } }
    const hash = transactionHash ?? data?.transactionHash
    if (hash) return hash
  }
  throw error
}
