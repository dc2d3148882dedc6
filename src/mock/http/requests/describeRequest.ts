import type { MockContext } from '../../context.js'
import type { LedgerRequest } from '../../ledger.js'
import { describeDepositAddress, referrerOf, refundHashesOf, statusOf, unlessNone } from '../../record.js'
import type { SentDetails } from '../../records.js'
import type { RequestTransactions } from './createTransactionReader.js'
import {
  describeRequestFees,
  describeRequestSponsorship,
  listAppFees,
  readActualImpact,
} from './describeRequestFees.js'
import type { Listed } from './listed.js'

/** Creates a record of GET /requests/v3. */
export function describeRequest(
  { record, type: requestType, features }: Listed,
  transactions: RequestTransactions,
  context: MockContext,
  { isForOwner }: { isForOwner: boolean },
) {
  const { inTxs, outTxs } = transactions
  const { terms, quote, request, status } = record
  const details = quote?.details
  const appFees = listAppFees(record)
  const isFilled = status === 'success'
  const route = details?.route ? toListedRoute(details.route) : null
  const depositAddress = describeDepositAddress(record)
  const failed = [...outTxs].reverse().find((transaction) => transaction.status === 'failure')
  return {
    id: record.id,
    status: statusOf(record),
    user: terms.user.toLowerCase(),
    sender: terms.user.toLowerCase(),
    recipient: terms.recipient.toLowerCase(),
    refundTo: terms.refundTo?.toLowerCase() ?? null,
    supersededByRequestId: null,
    depositAddress: depositAddress && toDepositAddressV3(depositAddress),
    requestType,
    features,
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    protocol: describeProtocol(record, context),
    data: {
      ...(details?.slippageTolerance && { slippageTolerance: details.slippageTolerance.total }),
      timeEstimate: details?.timeEstimate ?? null,
      usesExternalLiquidity: request.useExternalLiquidity === true,
      triggeredByFastFill: features.includes('fast_fill'),
      failReason: unlessNone(record.failReason) ?? null,
      refundFailReason: unlessNone(record.refundFailReason) ?? null,
      ...(failed && {
        failedTxHash: failed.txHash,
        failedTxBlockNumber: failed.block,
        failedCallData: failed.data,
      }),
      inTxs,
      outTxs,
      fees: describeRequestFees(record, readActualImpact(record, transactions, context.pricing)),
      appFees: {
        quoted: appFees.map(({ amountUsd, ...fee }) => fee),
        ...(isFilled && { actual: appFees }),
        currency: details?.currencyIn.currency,
      },
      feeSponsorship: describeRequestSponsorship(record),
      route: route && {
        includedSwapSources: textsOf(request.includedSwapSources),
        includedOriginSwapSources: textsOf(request.includedOriginSwapSources),
        includedDestinationSwapSources: textsOf(request.includedDestinationSwapSources),
        quoted: route,
        ...(isFilled && { actual: { ...route, rate: details?.rate } }),
      },
      refundCurrencyData: status === 'refund' ? (details?.refundCurrency ?? null) : null,
      quoteOraclePrice: null,
      ...(isForOwner && {
        platformFee: details?.expandedPriceImpact?.relay ?? null,
        referrer: referrerOf(record),
        apiKeyName: 'mock',
      }),
    },
  }
}

/** Omits the sources of swaps, which have their own lists in a record. */
function toListedRoute({ origin, destination }: NonNullable<SentDetails['route']>) {
  const toSide = ({ includedSwapSources, ...side }: NonNullable<typeof origin> = {}) => side
  return { origin: toSide(origin ?? {}), destination: toSide(destination ?? {}) }
}

function toDepositAddressV3({
  depositAddressType: type,
  ...address
}: NonNullable<ReturnType<typeof describeDepositAddress>>) {
  return { ...address, type, recoveryAddress: null }
}

function describeProtocol(record: LedgerRequest, { chains, venue }: MockContext) {
  const { orderId, terms, inTxHashes, txHashes } = record
  const { originChainId, destinationChainId } = terms
  const origin = chains.find(({ id }) => id === originChainId)
  const transactionsOn = (chainId: number, hashes: readonly string[]) =>
    hashes.map((transactionId) => ({ chainId, transactionId }))
  return {
    orderId,
    hubType: 'onchain',
    isWithdrawable: false,
    solver: {
      address: terms.orderData.solver,
      protocolChainId: terms.orderData.solverChainId,
      chainId: originChainId,
    },
    deposit: {
      ...(inTxHashes[0] && {
        origin: {
          amount: terms.inputAmount.toString(),
          chainId: originChainId,
          currency: terms.originCurrency.toLowerCase(),
          depositor: terms.user.toLowerCase(),
          depository: (origin?.contracts.depository ?? venue.depository).toLowerCase(),
          onchainId: orderId,
          transactionId: inTxHashes[0],
        },
      }),
    },
    settlement: {
      destination: {
        fills: transactionsOn(destinationChainId, txHashes),
        refunds: transactionsOn(originChainId, refundHashesOf(record)),
      },
    },
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
