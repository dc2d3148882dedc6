import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  type Hash,
  type Hex,
  type LocalAccount,
  type SignedAuthorization,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Chain } from '../chains/chain.js'

export type Transaction = {
  to: Address
  data?: Hex
  value?: bigint
  gas?: bigint
  authorizationList?: readonly SignedAuthorization[]
}

export type Send = (transaction: Transaction) => Promise<Hash>

/** The solver's account on one chain. */
export type Wallet = {
  chain: Chain
  address: Address
  /**
   * Runs `work` while nobody else sends from this account on this chain: nonces stay in order, and what one
   * transaction of a fill leaves for the next one is not touched by another fill.
   */
  exclusive<result>(work: (send: Send) => Promise<result>): Promise<result>
  /** Waits until a transaction is mined, however long that takes. */
  waitFor(hash: Hash): Promise<'success' | 'reverted'>
  /** Waits until so many blocks and seconds lie between a mined transaction and the chain's head. */
  waitForFinality(hash: Hash, finality: { blocks: number; seconds: number }): Promise<void>
}

const receiptIntervalMs = 20

export function createWallet(chain: Chain, account: LocalAccount, signal: AbortSignal): Wallet {
  let last: Promise<unknown> = Promise.resolve()
  const send: Send = ({ authorizationList, ...transaction }) =>
    chain.client.sendTransaction({
      ...transaction,
      account,
      ...(authorizationList && { authorizationList: [...authorizationList] }),
    })
  return {
    chain,
    address: account.address,
    exclusive(work) {
      const run = last.then(() => {
        signal.throwIfAborted()
        return work(send)
      })
      last = run.catch(() => undefined)
      return run
    },
    async waitFor(hash) {
      for (;;) {
        const receipt = await chain.client.getTransactionReceipt({ hash }).catch((error: unknown) => {
          if (error instanceof TransactionReceiptNotFoundError) return undefined
          throw error
        })
        if (receipt) return receipt.status
        await sleep(receiptIntervalMs, undefined, { signal })
      }
    },
    async waitForFinality(hash, { blocks, seconds }) {
      if (blocks === 0 && seconds === 0) return
      const { blockNumber } = await chain.client.getTransactionReceipt({ hash })
      const block = await chain.client.getBlock({ blockNumber })
      for (;;) {
        const head = await chain.client.getBlock()
        const isFinal =
          head.number - block.number >= BigInt(blocks) && head.timestamp - block.timestamp >= BigInt(seconds)
        if (isFinal) return
        await sleep(receiptIntervalMs, undefined, { signal })
      }
    },
  }
}
