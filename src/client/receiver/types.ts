import type { Address, Client, Hash, Hex } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import type { PrepareAuthorizedCallParameters } from '../../contract/prepareAuthorizedCall.js'
import type { PaymentInput } from '../../protocol/payment/payment.js'
import type { QuoteRequest } from '../../service/resources/quoteRequest.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import type { StatusRecord } from '../../service/resources/status.js'
import type { StepProgress } from '../../service/steps/types.js'
import type { ExecuteStepsParameters } from '../steps/executeSteps.js'
import type { ReceiverCall } from './receiverCall.js'

/** A report of a call in progress. */
export type PayReceiverProgress =
  | { type: 'priced'; minimum: bigint }
  | { type: 'quoted' | 'authorized'; callHash: Hex }
  | { type: 'authorizationSent'; callHash: Hex; txHash: Hash }
  | StepProgress

/** Wallets, nodes and callbacks: given again when a call is resumed. */
export type PayReceiverClients = {
  /** Pays on the origin chain; a viem client with an account. */
  walletClient: Client
  /** Sends `authorizeFill` on the destination chain; a viem client with an account. */
  authorizer: Client
  originClient: Client
  destinationClient: Client
  /**
   * How many blocks the authorization is in before the deposit; by default what the profile's finality names for the chain
   * (`relay`: 10 on ethereum, 50 on polygon), else 1.
   */
  confirmations?: number | undefined
  /**
   * Keeps the call, so that another process can go on with it. It is awaited before anything that can't be taken back, and
   * what it throws stops the call. It must refuse a `revision` that is not the stored one plus one: then another process has
   * the call.
   */
  keep?: ((call: ReceiverCall) => unknown) | undefined
  onProgress?: ((progress: PayReceiverProgress) => unknown) | undefined
} & Pick<ExecuteStepsParameters, 'batch' | 'timeoutMs' | 'pollingIntervalMs' | 'signal'>

/** The same with its defaults, and with nodes that answer in time. */
export type RunningClients = PayReceiverClients &
  Required<Pick<PayReceiverClients, 'timeoutMs' | 'pollingIntervalMs'>>

/** A new call to pay. */
export type NewReceiverCall = {
  receiver: Address
  /**
   * The quote request. `payReceiver` adds user, recipient and calls; `txsGasLimit` is 500,000 by default, and
   * `refundTo`, which receives refunds on the origin chain, is the user.
   */
  request: Omit<QuoteRequest, 'user' | 'recipient' | 'txs' | 'includeProtocolData'>
  /**
   * The terms for the receiver. The origin comes from the request, the amount from the request or the price. Defaults:
   * `deadline` is an hour from now, `refundTo` the user where {@link chooseRefundTo} allows it, and `maximum`, for an
   * amount that varies, twice what the service expects, within the receiver's limit.
   */
  payment: Pick<PaymentInput, 'recipient' | 'salt' | 'data'> &
    Partial<Pick<PaymentInput, 'refundTo' | 'deadline' | 'maximum'>>
  /**
   * Returns the evidence for a quote, where the caller provides it, such as a registrar's terms. By default the
   * receiver's kind decides: the order with its signature, or with its attestation.
   */
  evidence?: ((quote: Quote) => Promise<FillEvidence>) | undefined
  /** The recipient's proof, for a receiver whose list is a Merkle tree. */
  recipientProof?: readonly Hex[] | undefined
  /** The most quotes to request until the amounts fit; 3 by default. */
  maximumQuotes?: number | undefined
} & Pick<PrepareAuthorizedCallParameters, 'router' | 'sweepTo'> &
  Pick<
    ExecuteStepsParameters,
    'maximumAmountIn' | 'minimumAmountOut' | 'maximumDifference' | 'allowUnverified'
  >

/** A stored call to resume. */
export type KeptReceiverCall = {
  call: ReceiverCall
  /**
   * True if the wallet dropped the earlier deposit or never sent it. The wallet is asked again unless the deposit is on
   * the chain. Warning: if that is wrong there are two deposits, unless the account signs here and the kept nonce is still
   * its next one.
   */
  resend?: boolean | undefined
}

export type PayReceiverParameters = PayReceiverClients & (NewReceiverCall | KeptReceiverCall)

export type PayReceiverReturnType = {
  callHash: Hex
  orderId: Hex
  /** The hashes of the deposit and of the transactions before it. */
  txHashes: Hash[]
  /**
   * The service's last word. It need not be final, such as `waiting` or `unknown`, where the receiver says that the call was
   * paid, and the service was silent in all the time. `txHashes` is empty where somebody else paid, and neither the chain nor
   * the service shows a deposit of the wallet. If the wallet deposits later, follow the request for its refund.
   */
  outcome: StatusRecord
}
