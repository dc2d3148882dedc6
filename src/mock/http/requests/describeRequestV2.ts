import type { TransactionRecord } from '../../../service/resources/requestRecord.js'
import { olderWords } from '../../../service/resources/requestStatus.js'
import type { MockContext } from '../../context.js'
import { isPublic } from '../../forms.js'
import type { LedgerRequest, QuotedRecord } from '../../ledger.js'
import { describeDepositAddress, referrerOf } from '../../record.js'
import type { RequestTransactions } from './createTransactionReader.js'
import { listAppFees, readActualImpact } from './describeRequestFees.js'

/** Creates a record of the deprecated GET /requests/v2. */
export function describeRequestV2(
  record: LedgerRequest,
  transactions: RequestTransactions,
  { hasOrderData, idForm, pricing }: { hasOrderData: boolean } & Pick<MockContext, 'idForm' | 'pricing'>,
) {
  const { terms, quote, status } = record
  const details = quote?.details
  const currency = details?.currencyIn.currency
  const appFees = listAppFees(record).map(({ amountFormatted, ...fee }) => ({
    ...fee,
    amountUsdCurrent: fee.amountUsd,
  }))
  const impact = details?.expandedPriceImpact
  const actual = readActualImpact(record, transactions, pricing)
  const isFilled = status === 'success'
  return {
    id: record.id,
    status: olderWords(status)[0],
    user: terms.user.toLowerCase(),
    recipient: terms.recipient.toLowerCase(),
    referrer: referrerOf(record),
    moonpayId: null,
    ...(hasOrderData && { orderData: terms.orderData }),
    depositAddress: describeDepositAddress(record),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    data: {
      failReason: record.failReason,
      ...(record.refundFailReason !== 'N/A' && { refundFailReason: record.refundFailReason }),
      fees: quote && (isPublic(idForm, 'olderFees') ? describeListedFees(quote, 'amount') : quote.fees),
      feesUsd: quote && describeListedFees(quote, 'amountUsd'),
      ...(impact && { expandedPriceImpact: { quoted: impact, ...(actual && { actual }) } }),
      appFees,
      paidAppFees: isFilled ? appFees : [],
      subsidizedRequest: quote?.feeSponsorship !== undefined,
      ...(quote?.feeSponsorship && {
        feeSponsorship: { ...quote.feeSponsorship, ...(isFilled && { actual: quote.feeSponsorship.quoted }) },
      }),
      currency: currency?.symbol.toLowerCase(),
      currencyObject: currency,
      feeCurrency: currency?.symbol.toLowerCase(),
      feeCurrencyObject: currency,
      appFeeCurrencyObject: currency,
      metadata: details && {
        sender: details.sender,
        recipient: details.recipient,
        currencyIn: details.currencyIn,
        currencyOut: details.currencyOut,
        ...(details.currencyGasTopup && { currencyGasTopup: details.currencyGasTopup }),
        rate: details.rate,
        route: details.route,
      },
      price: terms.inputAmount.toString(),
      inTxs: transactions.inTxs.map(toTransactionV2),
      outTxs: transactions.outTxs.map(toTransactionV2),
    },
  }
}

function describeListedFees({ fees }: QuotedRecord, field: 'amount' | 'amountUsd') {
  return {
    gas: fees.relayerGas?.[field] ?? '0',
    fixed: fees.relayerService?.[field] ?? '0',
    price: fees.relayer?.[field] ?? '0',
    gateway: '0',
  }
}

function toTransactionV2({ txHash, feeUsd, ...transaction }: TransactionRecord) {
  return { hash: txHash, ...transaction }
}
