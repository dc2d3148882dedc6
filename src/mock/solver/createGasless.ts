import type { Address, Hash, Hex, SignedAuthorization } from 'viem'
import type { Ledger, LedgerRequest } from '../ledger.js'
import { submit } from './submit.js'
import type { Wallet } from './wallet.js'

export type GaslessCall = {
  chainId: number
  to: Address
  data: Hex
  value: bigint
  authorizationList?: readonly SignedAuthorization[]
}

/** Sends calls from the relayer's account. A call may be the payment of a request. */
export function createGasless(parameters: {
  ledger: Ledger
  relayers: ReadonlyMap<number, Wallet>
  /** Whether the solver has read this block. */
  isRead(chainId: number, block: bigint): boolean
}) {
  const { ledger, relayers, isRead } = parameters
  /** Mined transactions, by the request that each should pay. */
  const mined = new Map<Hex, { chainId: number; txHash: Hash; block: bigint }>()
  const submitting = new Set<Hex>()

  /**
   * Sets a waiting request to `depositing`, because its transaction was mined. Called twice, for the receipt and for
   * the payment. Only the first call has an effect.
   */
  function markMined(id: Hex, txHash: Hash): void {
    if (ledger.find(id)?.status === 'waiting') ledger.move(id, 'depositing', { inTxHashes: [txHash] })
  }

  ledger.savepoints.keep(mined)

  ledger.onDrop(({ id }) => mined.delete(id))

  return {
    /**
     * Simulates a call and sends it.
     *
     * @throws {@link SubmitError} if it would revert. Nothing is sent then.
     */
    async execute({ chainId, ...transaction }: GaslessCall, requestId?: Hex): Promise<Hash> {
      const wallet = relayers.get(chainId)!
      if (requestId) submitting.add(requestId)
      try {
        const txHash = await wallet.exclusive((send) =>
          submit({ wallet, send, transaction, failReason: 'EXECUTION_REVERTED' }),
        )
        if (requestId) {
          const { blockNumber } = await wallet.chain.client.getTransactionReceipt({ hash: txHash })
          if (ledger.find(requestId)) mined.set(requestId, { chainId, txHash, block: blockNumber })
          markMined(requestId, txHash)
        }
        return txHash
      } finally {
        if (requestId) submitting.delete(requestId)
      }
    },

    onPayment({ id }: LedgerRequest, txHash: Hash): void {
      if (submitting.has(id) || mined.get(id)?.txHash === txHash) markMined(id, txHash)
    },

    /** Fails the requests whose transaction was mined without making a payment. */
    settle(isQueued: (id: Hex) => boolean): void {
      for (const [id, { chainId, block }] of mined) {
        if (!isRead(chainId, block) || isQueued(id)) continue
        mined.delete(id)
        if (ledger.get(id).status === 'depositing') ledger.move(id, 'failure', { failReason: 'UNKNOWN' })
      }
    },
  }
}
