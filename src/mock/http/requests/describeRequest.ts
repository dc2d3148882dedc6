import type { MockContext } from '../../context.js'
import type { RequestRecord } from '../../ledger.js'
import { describeDepositAddress, referrerOf, refundHashesOf } from '../../record.js'
import type { RequestTransactions } from './createTransactionReader.js'
import { describeFees, describeSponsorship, listAppFees } from './describeFees.js'
import type { Listed } from './listed.js'

/** A record of GET /requests/v3. */
export function describeRequest(
  { record, type: requestType, features }: Listed,
  { inTxs, outTxs }: RequestTransactions,
  context: MockContext,
  { isForOwner }: { isForOwner: boolean },
) {
  const { terms, quote, request, status } = record
  const details = quote?.details
  const appFees = listAppFees(record)
  const isFilled = status === 'success'
  const route = details?.route ?? null
  const depositAddress = describeDepositAddress(record)
  const failed = [...outTxs].reverse().find((transaction) => transaction.status === 'failure')
  return {
    id: record.id,
    status,
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
      slippageTolerance: details?.slippageTolerance?.total ?? null,
      timeEstimate: details?.timeEstimate ?? null,
      usesExternalLiquidity: request.useExternalLiquidity === true,
      triggeredByFastFill: features.includes('fast_fill'),
      failReason: unlessNone(record.failReason),
      refundFailReason: unlessNone(record.refundFailReason),
      failedTxHash: failed?.txHash ?? null,
      failedTxBlockNumber: failed?.block ?? null,
      failedCallData: failed?.data ?? null,
      inTxs,
      outTxs,
      fees: describeFees(record),
      appFees: {
        quoted: appFees.map(({ amountUsd, ...fee }) => fee),
        ...(isFilled && { actual: appFees }),
        currency: details?.currencyIn.currency,
      },
      feeSponsorship: describeSponsorship(record),
      route: route && {
        includedSwapSources: textsOf(request.includedSwapSources),
        includedOriginSwapSources: textsOf(request.includedOriginSwapSources),
        includedDestinationSwapSources: textsOf(request.includedDestinationSwapSources),
        quoted: route,
        ...(isFilled && { actual: { ...route, rate: details?.rate } }),
      },
      refundCurrencyData: status === 'refund' ? (details?.refundCurrency ?? null) : null,
      quoteOraclePrice: null,
      externalMetadata: null,
      ...(isForOwner && {
        platformFee: details?.expandedPriceImpact?.relay ?? null,
        referrer: referrerOf(record),
        apiKeyName: 'mock',
      }),
    },
  }
}

function toDepositAddressV3({
  depositAddressType: type,
  ...address
}: NonNullable<ReturnType<typeof describeDepositAddress>>) {
  return { ...address, type, recoveryAddress: null }
}

function describeProtocol(record: RequestRecord, { chains, solver, venue }: MockContext) {
  const { orderId, terms, inTxHashes, txHashes } = record
  const origin = chains.find(({ id }) => id === terms.originChainId)
  const originName = terms.orderData.inputs[0]?.payment.chainId ?? null
  const destinationName = terms.orderData.output.chainId
  const transactionsOn = (chainId: string | null, hashes: readonly string[]) =>
    hashes.map((transactionId) => ({ chainId, transactionId }))
  return {
    orderId,
    hubType: 'onchain',
    isWithdrawable: false,
    solver: {
      address: solver.address.toLowerCase(),
      protocolChainId: terms.orderData.solverChainId,
      chainId: terms.originChainId,
    },
    deposit: {
      origin: inTxHashes[0]
        ? {
            amount: terms.inputAmount.toString(),
            chainId: originName,
            currency: terms.originCurrency.toLowerCase(),
            depositor: terms.user.toLowerCase(),
            depository: (origin?.contracts.depository ?? venue.depository).toLowerCase(),
            onchainId: orderId,
            transactionId: inTxHashes[0],
          }
        : null,
    },
    settlement: {
      destination: {
        fills: transactionsOn(destinationName, txHashes),
        refunds: transactionsOn(originName, refundHashesOf(record)),
      },
    },
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function unlessNone(reason: string): string | null {
  return reason === 'N/A' ? null : reason
}
