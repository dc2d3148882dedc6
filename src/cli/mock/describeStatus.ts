import { formatUnits, isAddressEqual, zeroAddress } from 'viem'
import type { MockChain } from '../../mock/index.js'
import type { LedgerPayment, LedgerRequest } from '../../mock/ledger.js'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { printable } from '../output.js'

/**
 * Describes a request's status for people: the event and its amount, then the id, the transactions and the reason, each
 * on its own line. Returns undefined for an intermediate status.
 */
export function describeStatus(record: LedgerRequest, chains: readonly MockChain[]): string | undefined {
  const { id, status, deposit, inTxHashes, txHashes, details, failReason, refundFailReason } = record
  const describe = (payment: LedgerPayment) => describePayment(payment, record, chains)
  const paid = deposit ? ` ${describe(deposit)}` : ''
  const refundFailed = refundFailReason === 'N/A' ? undefined : `refund failed: ${refundFailReason}`
  const { wanted, delivered } = readDelivery(record)
  const lines: Record<typeof status, [string?, ...(string | undefined)[]]> = {
    waiting: [`request ${describe(wanted)} for ${describe(delivered)}`],
    depositing: [],
    pending: [`deposit${paid}`, ...inTxHashes],
    submitted: [],
    success: [`fill ${describe(delivered)}`, ...txHashes],
    refund: [`refund${paid}`, details?.refundTxHash],
    failure: ['failure', ...txHashes, failReason, refundFailed],
  }
  const [what, ...facts] = lines[status]
  if (!what) return undefined
  return [what, ...[id, ...facts].filter(Boolean).map((fact) => `  ${fact}`)].join('\n')
}

/**
 * Reads the payment that the request needs, and the payment that reached the recipient. A transfer on a single chain
 * reaches the recipient directly, in any amount.
 */
function readDelivery({ terms, deposit }: LedgerRequest): {
  wanted: LedgerPayment
  delivered: LedgerPayment
} {
  const wanted = { chainId: terms.originChainId, currency: terms.originCurrency, amount: terms.inputAmount }
  if (terms.payment === 'send' && deposit) return { wanted, delivered: deposit }
  const { destinationChainId: chainId, destinationCurrency: currency, expectedAmount: amount } = terms
  return { wanted, delivered: { chainId, currency, amount } }
}

function describePayment(
  { chainId, currency, amount }: LedgerPayment,
  { quote }: LedgerRequest,
  chains: readonly MockChain[],
): string {
  const { venue } = mockProfile
  const chain = chains.find(({ id }) => id === chainId)
  const place = chain?.name ?? (chainId === venue.chainId ? 'the venue' : `chain ${chainId}`)
  const isOfChain = (token: { address: string }) => token.address.toLowerCase() === currency.toLowerCase()
  const known =
    [quote?.details.currencyIn, quote?.details.currencyOut]
      .flatMap((side) => side?.currency ?? [])
      .find((token) => token.chainId === chainId && isOfChain(token)) ?? chain?.tokens.find(isOfChain)
  if (known) return `${formatUnits(amount, known.decimals)} ${printable(known.symbol)} on ${printable(place)}`
  const isNative = chain !== undefined && isAddressEqual(currency, zeroAddress)
  if (isNative) return `${formatUnits(amount, 18)} of the native currency on ${printable(place)}`
  return `${amount} of the smallest unit of ${currency} on ${printable(place)}`
}
