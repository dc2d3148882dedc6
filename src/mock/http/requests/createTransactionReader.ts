import { erc20Abi, type Hash, parseEventLogs, type Transaction, type TransactionReceipt } from 'viem'
import type { TransactionRecord } from '../../../service/resources/requestRecord.js'
import type { Chain } from '../../chains/chain.js'
import type { MockContext } from '../../context.js'
import type { LedgerRequest } from '../../ledger.js'
import { toMicroUsd } from '../../pricing.js'
import { formatUsd } from '../../quote/toAmountRecord.js'
import { hashesOf, refundHashesOf } from '../../record.js'

/** Reads a transaction, first on the expected chain. A venue transaction is on no chain and has fewer fields. */
export type ReadTransaction = (hash: Hash, chainId: number) => Promise<TransactionRecord>

const maxCached = 10_000

export function createTransactionReader({
  chains,
  clock,
  ledger,
  pricing: { prices },
}: MockContext): ReadTransaction {
  const cached = new Map<Hash, TransactionRecord>()
  ledger.onDrop((record) => {
    for (const hash of hashesOf(record)) cached.delete(hash)
  })

  async function readOn(chain: Chain, hash: Hash): Promise<TransactionRecord | undefined> {
    const { client, id, currencies } = chain
    const [transaction, receipt] = await Promise.all([
      client.getTransaction({ hash }),
      client.getTransactionReceipt({ hash }),
    ]).catch(() => [undefined, undefined])
    if (!transaction || !receipt) return undefined
    const block = await client.getBlock({ blockNumber: receipt.blockNumber })
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    return {
      txHash: hash,
      fee: fee.toString(),
      feeUsd: formatUsd(toMicroUsd(fee, currencies[0]!, prices)),
      block: Number(receipt.blockNumber),
      type: 'onchain',
      chainId: id,
      timestamp: clock.ofBlock(block.timestamp),
      status: receipt.status === 'success' ? 'success' : 'failure',
      data: {
        from: transaction.from.toLowerCase(),
        to: transaction.to?.toLowerCase() ?? null,
        data: transaction.input,
        value: transaction.value.toString(),
      },
      stateChanges: describeChanges(transaction, receipt),
    }
  }

  return async (hash, chainId) => {
    const found = cached.get(hash)
    if (found) return found
    const ordered = [...chains].sort(
      (one, other) => Number(other.id === chainId) - Number(one.id === chainId),
    )
    for (const chain of ordered) {
      const record = await readOn(chain, hash)
      if (!record) continue
      cached.set(hash, record)
      if (cached.size > maxCached) cached.delete(cached.keys().next().value!)
      return record
    }
    return { txHash: hash, type: 'onchain', chainId, status: 'success' }
  }
}

function describeChanges({ from, to, value }: Transaction, { logs, status }: TransactionReceipt) {
  if (status !== 'success') return []
  const native = value > 0n && to ? [{ from, to, amount: value, token: undefined }] : []
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
  const moves = [
    ...native,
    ...transfers.map(({ address, args }) => ({
      from: args.from,
      to: args.to,
      amount: args.value,
      token: address,
    })),
  ]
  return moves.flatMap((move) => [
    describeChange(move.from, -move.amount, move.token),
    describeChange(move.to, move.amount, move.token),
  ])
}

function describeChange(address: string, balanceDiff: bigint, token: string | undefined) {
  return {
    address: address.toLowerCase(),
    change: {
      kind: token ? 'token' : 'native',
      balanceDiff: balanceDiff.toString(),
      data: token ? { tokenKind: 'ft', tokenAddress: token.toLowerCase() } : null,
    },
  }
}

export type RequestTransactions = { inTxs: TransactionRecord[]; outTxs: TransactionRecord[] }

/** Returns the incoming payments and the outgoing ones: fills first, then refunds, which are on the origin chain. */
export async function readTransactions(
  record: LedgerRequest,
  read: ReadTransaction,
): Promise<RequestTransactions> {
  const { originChainId, destinationChainId } = record.terms
  const [inTxs, fills, refunds] = await Promise.all([
    Promise.all(record.inTxHashes.map((hash) => read(hash, originChainId))),
    Promise.all(record.txHashes.map((hash) => read(hash, destinationChainId))),
    Promise.all(refundHashesOf(record).map((hash) => read(hash, originChainId))),
  ])
  return { inTxs, outTxs: [...fills, ...refunds] }
}
