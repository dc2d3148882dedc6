import type { TransactionRecord } from '../../../service/resources/requestRecord.js'
import type { RequestRecord } from '../../ledger.js'
import { describeDepositAddress, referrerOf } from '../../record.js'
import type { RequestTransactions } from './createTransactionReader.js'
import { describeSponsorship, listAppFees } from './describeFees.js'

/** A record of the deprecated GET /requests/v2. */
export function describeRequestV2(
  record: RequestRecord,
  { inTxs, outTxs }: RequestTransactions,
  { hasOrderData }: { hasOrderData: boolean },
) {
  const { terms, quote, status } = record
  const details = quote?.details
  const currency = details?.currencyIn.currency
  const appFees = listAppFees(record).map(({ amountFormatted, ...fee }) => ({
    ...fee,
    amountUsdCurrent: fee.amountUsd,
  }))
  const impact = details?.expandedPriceImpact
  const isFilled = status === 'success'
  return {
    id: record.id,
    // This version does not know `submitted`.
    status: status === 'submitted' ? 'pending' : status,
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
      refundFailReason: record.refundFailReason,
      fees: quote && {
        ...quote.fees,
        fixed: quote.fees.relayerService?.amount ?? '0',
        price: quote.fees.relayer?.amount ?? '0',
        gateway: '0',
      },
      feesUsd: quote && {
        gas: quote.fees.relayerGas?.amountUsd,
        fixed: quote.fees.relayerService?.amountUsd,
        price: quote.fees.relayer?.amountUsd,
        gateway: '0',
      },
      ...(impact && { expandedPriceImpact: { quoted: impact, ...(isFilled && { actual: impact }) } }),
      appFees,
      paidAppFees: isFilled ? appFees : [],
      subsidizedRequest: quote?.feeSponsorship !== undefined,
      feeSponsorship: describeSponsorship(record),
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
      inTxs: inTxs.map(toTransactionV2),
      outTxs: outTxs.map(toTransactionV2),
    },
  }
}

function toTransactionV2({ txHash, ...transaction }: TransactionRecord) {
  return { hash: txHash, ...transaction }
}
