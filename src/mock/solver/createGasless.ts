import type { Address, Hash, Hex, SignedAuthorization } from 'viem'
import type { Ledger, RequestRecord } from '../ledger.js'
import { submit } from './submit.js'
import type { Wallet } from './wallet.js'

export type GaslessCall = {
  chainId: number
  to: Address
  data: Hex
  value: bigint
  authorizationList?: readonly SignedAuthorization[] | undefined
}

/** Sends calls from the relayer's account, for requests that are paid in them. */
export function createGasless({
  ledger,
  relayers,
  isSeen,
}: {
  ledger: Ledger
  relayers: ReadonlyMap<number, Wallet>
  /** Whether the solver has read a block. */
  isSeen(chainId: number, block: bigint): boolean
}) {
  /** Requests whose transaction is on its way, by their ids. */
  const sent = new Map<Hex, { chainId: number; txHash: Hash; block: bigint }>()
  const promised = new Set<Hex>()

  /** The transaction of a request is mined: it is depositing from then on, whoever sees it first. */
  function markMined(id: Hex, txHash: Hash): void {
    if (ledger.get(id).status === 'waiting') ledger.move(id, 'depositing', { inTxHashes: [txHash] })
  }

  return {
    /**
     * Sends a call, once it was seen to work.
     *
     * @throws {@link SubmitError} where it would revert; nothing is sent then.
     */
    async execute(call: GaslessCall, requestId?: Hex): Promise<Hash> {
      const { chainId, to, data, value, authorizationList } = call
      const transaction = { to, data, value, ...(authorizationList && { authorizationList }) }
      const wallet = relayers.get(chainId)!
      if (requestId) promised.add(requestId)
      try {
        const txHash = await wallet.exclusive((send) =>
          submit({ wallet, send, transaction, failReason: 'EXECUTION_REVERTED' }),
        )
        if (requestId) {
          const { blockNumber } = await wallet.chain.client.getTransactionReceipt({ hash: txHash })
          sent.set(requestId, { chainId, txHash, block: blockNumber })
          markMined(requestId, txHash)
        }
        return txHash
      } finally {
        if (requestId) promised.delete(requestId)
      }
    },

    /** A payment was seen for a request. */
    onSighting({ id }: RequestRecord, txHash: Hash): void {
      if (promised.has(id) || sent.get(id)?.txHash === txHash) markMined(id, txHash)
    },

    /** Ends the requests whose transaction brought no payment that is still to be answered. */
    settle(isQueued: (id: Hex) => boolean): void {
      for (const [id, { chainId, block }] of sent) {
        if (!isSeen(chainId, block) || isQueued(id)) continue
        sent.delete(id)
        if (ledger.get(id).status === 'depositing') ledger.move(id, 'failure', { failReason: 'UNKNOWN' })
      }
    },
  }
}
