import type { Hash } from 'viem'
import type { CurrentStatus } from '../service/resources/requestStatus.js'
import type { LedgerRequest } from './ledger.js'

export function describeDepositAddress({ terms, depositAddressPayment }: LedgerRequest) {
  if (!terms.depositAddress) return null
  return {
    address: terms.depositAddress.toLowerCase(),
    depositAddressType: terms.isStrict ? 'strict' : 'open',
    depositor: depositAddressPayment?.depositor.toLowerCase() ?? null,
    depositTxHash: depositAddressPayment?.txHash ?? null,
  }
}

/** Returns the status as GET /intents/status/v3, the newest listing and events report it. */
export function statusOf({ status, isFallback }: LedgerRequest): CurrentStatus | 'fallback' {
  return isFallback && status === 'refund' ? 'fallback' : status
}

export function referrerOf({ request }: LedgerRequest): string | null {
  return typeof request.referrer === 'string' ? request.referrer : null
}

export function refundHashesOf({ details }: LedgerRequest): Hash[] {
  return [
    details?.refundTxHash,
    details?.excess?.refundTxHash,
    ...(details?.doubleSpends ?? []).map(({ refundTxHash }) => refundTxHash),
  ].filter((hash) => hash !== undefined)
}

/** Returns the hashes of all transactions: payments, fills and refunds. */
export function hashesOf(record: LedgerRequest): Hash[] {
  return [...record.inTxHashes, ...record.txHashes, ...refundHashesOf(record)]
}

export function unlessNone(reason: string): string | undefined {
  return reason === 'N/A' ? undefined : reason
}
