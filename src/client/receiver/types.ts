import type { Address, Client, Hash, Hex } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import type { PrepareAuthorizedCallParameters } from '../../contract/prepareAuthorizedCall.js'
import type { PaymentInput } from '../../protocol/payment/payment.js'
import type { Quote } from '../../service/resources/quote.js'
import type { QuoteRequest } from '../../service/resources/quoteRequest.js'
import type { StepProgress } from '../../service/steps/types.js'
import type { FinalStatusRecord } from '../follow/waitForRequest.js'
import type { ExecuteStepsParameters } from '../steps/executeSteps.js'
import type { ReceiverCall } from './receiverCall.js'

/** What is reported while a call is on its way. */
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
} & Pick<ExecuteStepsParameters, 'timeoutMs' | 'pollingIntervalMs' | 'signal'>

/** What is to be paid: of a new call. */
export type NewReceiverCall = {
  receiver: Address
  /**
   * What the service is asked for. User, recipient and calls are added; `txsGasLimit` is 500,000 and `refundTo`, where the
   * origin is refunded, the user by default.
   */
  request: Omit<QuoteRequest, 'user' | 'recipient' | 'txs' | 'includeProtocolData'>
  /**
   * The terms that the receiver is to know. The origin is the request's, the amount the request's or the price's.
   * `deadline` is an hour from now by default, `refundTo` the user where {@link chooseRefundTo} allows it, and `maximum`,
   * of an amount that varies, twice what the service expects, as far as the receiver takes it.
   */
  payment: Pick<PaymentInput, 'recipient' | 'salt' | 'data'> &
    Partial<Pick<PaymentInput, 'refundTo' | 'deadline' | 'maximum'>>
  /**
   * The evidence of a quote, where the caller makes it: a registrar's terms. Without it the receiver's kind decides: the
   * order with its signature, or with its attestation.
   */
  evidence?: ((quote: Quote) => Promise<FillEvidence>) | undefined
  /** Of a receiver whose list is a Merkle tree. */
  recipientProof?: readonly Hex[] | undefined
  /** How many quotes are asked for at most until the amounts fit; 3 by default. */
  maximumQuotes?: number | undefined
} & Pick<PrepareAuthorizedCallParameters, 'router' | 'sweepTo'> &
  Pick<
    ExecuteStepsParameters,
    'maximumAmountIn' | 'minimumAmountOut' | 'maximumDifference' | 'allowUnverified'
  >

/** A call that was kept. */
export type KeptReceiverCall = {
  call: ReceiverCall
  /**
   * The caller's word that a deposit which the wallet was asked for before was dropped, or never sent. The wallet is asked
   * again unless the deposit is on the chain. Where the word is wrong, and the wallet chooses its nonces by itself, there
   * are two deposits.
   */
  resend?: boolean | undefined
}

export type PayReceiverParameters = PayReceiverClients & (NewReceiverCall | KeptReceiverCall)

export type PayReceiverReturnType = {
  callHash: Hex
  orderId: Hex
  /** Of the deposit and what went before it. */
  txHashes: Hash[]
  /** The service's last word. */
  outcome: FinalStatusRecord
}
