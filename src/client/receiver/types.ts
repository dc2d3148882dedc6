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

/** Wallets, nodes and callbacks. Pass them again to resume a call. */
export type PayReceiverClients = {
  /** Pays on the origin chain; a viem client with an account. */
  walletClient: Client
  /** Sends `authorizeFill` on the destination chain; a viem client with an account. */
  authorizer: Client
  originClient: Client
  destinationClient: Client
  /**
   * The number of confirmations of the authorization before the deposit. Defaults to the profile's finality for the chain
   * (`relay`: 10 on ethereum, 50 on polygon), otherwise 1.
   */
  confirmations?: number | undefined
  /**
   * Stores the call, so that another process can continue it. Awaited before anything that can't be undone, and an error stops
   * the call. Must reject a `revision` other than the stored one plus one: another process then has the call.
   */
  keep?: ((call: ReceiverCall) => unknown) | undefined
  onProgress?: ((progress: PayReceiverProgress) => unknown) | undefined
} & Pick<ExecuteStepsParameters, 'batch' | 'timeoutMs' | 'pollingIntervalMs' | 'signal'>

/** {@link PayReceiverClients} with the defaults filled in. Requests to the nodes have a time limit. */
export type RunningClients = PayReceiverClients & Waits

/** The part of {@link RunningClients} that a deposit needs, for any kind of receiver. */
export type DepositClients = Pick<
  RunningClients,
  'walletClient' | 'originClient' | 'destinationClient' | 'batch' | 'signal' | keyof Waits
> & { onProgress?: ((progress: StepProgress) => unknown) | undefined }

type Waits = Required<Pick<PayReceiverClients, 'timeoutMs' | 'pollingIntervalMs'>>

/** A new call to pay. */
export type NewReceiverCall = {
  receiver: Address
  /**
   * The quote request. `payReceiver` adds user, recipient and calls. `txsGasLimit` defaults to 500,000. `refundTo`, which
   * receives refunds on the origin chain, defaults to the user.
   */
  request: Omit<QuoteRequest, 'user' | 'recipient' | 'txs' | 'includeProtocolData'>
  /**
   * The terms for the receiver. The origin comes from the request, the amount from the request or the price. `deadline` defaults
   * to an hour from now. `refundTo` defaults to the user if {@link chooseRefundTo} allows it. If the amount varies, `maximum`
   * defaults to twice the amount that the service expects, but at most to the receiver's limit.
   */
  payment: Pick<PaymentInput, 'recipient' | 'salt' | 'data'> &
    Partial<Pick<PaymentInput, 'refundTo' | 'deadline' | 'maximum'>>
  /**
   * Returns the evidence for a quote if the caller provides it, such as a registrar's terms. By default the receiver's kind
   * decides: the order with its signature, or with its attestation.
   */
  evidence?: ((quote: Quote) => Promise<FillEvidence>) | undefined
  /** The recipient's proof, for a receiver whose list is a Merkle tree. */
  recipientProof?: readonly Hex[] | undefined
  /** The most quotes to request until the amounts fit. Defaults to 3. */
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
   * True if the wallet dropped the earlier deposit or never sent it. The wallet is then asked again unless the deposit is on the
   * chain. Warning: if this is wrong there are two deposits, unless the account signs here and the stored nonce is still its next
   * one.
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
   * The service's last status, usually a final one. The status is not final, such as `waiting` or `unknown`, if the receiver
   * reports the call as paid but the service reported no end during the wait.
   *
   * If someone else paid, and neither the chain nor the service shows a deposit of the wallet, `txHashes` is empty. If the wallet
   * still deposits later, follow the request until that deposit is refunded.
   */
  outcome: StatusRecord
}
