import type { RequestFeature, RequestType } from '../../../service/resources/requestRecord.js'
import { isNative } from '../../chains/chain.js'
import type { MockContext } from '../../context.js'
import type { LedgerRequest } from '../../ledger.js'

export type Listed = {
  record: LedgerRequest
  /** The number of the request, in the order of opening. */
  index: number
  type: RequestType
  features: RequestFeature[]
  /** The input in USD. 0 without a quote. */
  amountUsd: number
  appFeesUsd: number
  /** Seconds from the deposit to the fill. */
  fillSeconds: number | undefined
}

/** Times in Unix milliseconds. */
type History = { index: number; paidAt?: number; filledAt?: number; isGasless?: boolean }

/** Tracks the times of status changes, which records do not have. The returned function lists all requests, oldest first. */
export function trackRequests({ ledger, filler }: MockContext): () => Listed[] {
  const histories = new Map<string, History>()
  ledger.savepoints.keep(histories)
  let opened = 0
  ledger.onMove(({ id, status, updatedAt }) => {
    const history = histories.get(id) ?? { index: opened++ }
    if (status !== 'waiting') history.paidAt ??= updatedAt
    if (status === 'depositing') history.isGasless = true
    if (status === 'success') history.filledAt = updatedAt
    histories.set(id, history)
  })
  ledger.onDrop(({ id }) => histories.delete(id))
  return () =>
    ledger.list().map((record) => {
      const history = histories.get(record.id)!
      return describe(record, { ...history, isFast: filler.isAccelerated(record.id) })
    })
}

function describe(record: LedgerRequest, history: History & { isFast: boolean }): Listed {
  const { index, paidAt, filledAt } = history
  const { quote, terms } = record
  const appFees = terms.appFees ?? []
  return {
    record,
    index,
    type: typeOf(record),
    features: featuresOf(record, history),
    amountUsd: Number(quote?.details.currencyIn.amountUsd ?? 0),
    appFeesUsd: appFees.reduce((sum, { amountUsd }) => sum + Number(amountUsd), 0) / 1e6,
    fillSeconds: paidAt === undefined || filledAt === undefined ? undefined : (filledAt - paidAt) / 1000,
  }
}

function typeOf({ quote, terms }: LedgerRequest): RequestType {
  if (terms.payment === 'send') return 'Send'
  if (terms.payment === 'wrap') return isNative(terms.originCurrency) ? 'Wrap' : 'Unwrap'
  if (terms.calls.length > 0) return 'Call'
  if (terms.originChainId === terms.destinationChainId) return 'Same-chain Swap'
  const { currencyIn, currencyOut } = quote?.details ?? {}
  return currencyIn?.currency.symbol === currencyOut?.currency.symbol ? 'Bridge' : 'Crosschain Swap'
}

function featuresOf(
  { terms, request, inTxHashes }: LedgerRequest,
  { isGasless = false, isFast }: History & { isFast: boolean },
): RequestFeature[] {
  const isUsed: Record<string, boolean> = {
    gasless_execution: isGasless,
    gasless_swap: terms.payment === 'permit' && inTxHashes.length > 0,
    fast_fill: isFast,
    gas_top_up: (terms.topupAmount ?? 0n) > 0n,
    fixed_rate: request.fixedRate !== undefined,
    app_fees: (terms.appFees ?? []).length > 0,
    deposit_address: terms.depositAddress !== undefined,
  }
  return Object.keys(isUsed).filter((name) => isUsed[name])
}
