import type { Hash } from 'viem'
import type { RequestRecord } from './ledger.js'

export function describeDepositAddress({ terms, depositAddressPayment }: RequestRecord) {
  if (!terms.depositAddress) return null
  return {
    address: terms.depositAddress.toLowerCase(),
    depositAddressType: terms.isStrict ? 'strict' : 'open',
    depositor: depositAddressPayment?.depositor.toLowerCase() ?? null,
    depositTxHash: depositAddressPayment?.txHash ?? null,
  }
}

export function referrerOf({ request }: RequestRecord): string | null {
  return typeof request.referrer === 'string' ? request.referrer : null
}

export function refundHashesOf({ details }: RequestRecord): Hash[] {
  return [
    details?.refundTxHash,
    details?.excess?.refundTxHash,
    ...(details?.doubleSpends ?? []).map(({ refundTxHash }) => refundTxHash),
  ].filter((hash) => hash !== undefined)
}
