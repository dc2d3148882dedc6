import type { Address } from 'viem'
import type { OrderCall } from '../../protocol/order/encodeOrderCall.js'
import type { TradeType } from '../../service/resources/quoteRequest.js'
import type { Chain, ChainCurrency } from '../chains/chain.js'
import type { PaymentKind } from '../ledger.js'
import type { SponsorshipRequest } from '../pricing.js'

/** A chain, or the venue. The venue has no `chain`. */
export type Place = {
  id: number
  name: string
  currencies: readonly ChainCurrency[]
  depository: Address
  chain?: Chain
}

/** A checked request for a quote. Amounts are in the smallest unit. */
export type CheckedQuoteRequest = {
  user: Address
  recipient: Address
  refundTo?: Address
  origin: Place
  destination: Place
  input: ChainCurrency
  output: ChainCurrency
  amount: bigint
  tradeType: TradeType
  payment: PaymentKind
  calls: OrderCall[]
  /** The gas limit of a fill with calls. */
  txsGasLimit?: bigint
  slippageBps?: bigint
  fillContract?: Address
  includeProtocolData: boolean
  /** For a deposit address: whether it has only one order. */
  isStrict: boolean
  appFees: { recipient: Address; fee: string }[]
  sponsorship: SponsorshipRequest
  /** Micro-USD of native currency in addition to the output. */
  topupUsd?: bigint
  /** Seconds from the quote. */
  ttl?: number
  /** Seconds from the quote to the end of a permit. */
  permitExpiry: number
  /** Whether the solver sends the origin transaction. */
  isGasless: boolean
  fixedRate?: { input: bigint; output: bigint }
}
