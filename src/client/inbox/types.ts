import type { Address, Client, Hash, Hex } from 'viem'
import type { InboxTerms } from '../../protocol/inbox/inboxTerms.js'
import type { QuoteRequest } from '../../service/resources/quoteRequest.js'
import type { StatusRecord } from '../../service/resources/status.js'
import type { StepProgress } from '../../service/steps/types.js'
import type { ExecuteStepsParameters } from '../steps/executeSteps.js'
import type { InboxCall } from './inboxCall.js'

/** A report of an inbox payment in progress. */
export type PayInboxProgress =
  | { type: 'opened' | 'quoted' | 'filled'; inboxHash: Hex }
  /** The address to pay: exactly `amount` of `currency`, on chain `chainId`. The call was stored before. */
  | {
      type: 'depositAddress'
      inboxHash: Hex
      depositAddress: string
      chainId: number
      currency: string
      /** In the smallest unit. */
      amount: bigint
    }
  | { type: 'claimSent'; inboxHash: Hex; txHash: Hash }
  | StepProgress

/** Wallets, nodes and callbacks. Pass them again to resume a call. */
export type PayInboxClients = {
  /** Pays on the origin chain; a viem client with an account. Leave it out if a deposit address is paid by someone else. */
  walletClient?: Client | undefined
  /** Required with `walletClient`. */
  originClient?: Client | undefined
  destinationClient: Client
  /** Claims the inbox on the destination chain; a viem client with an account. Without it, someone else must claim. */
  claimer?: Client | undefined
  /** Leave it out: only payments to other kinds of receivers have an authorizer. Without one, `payReceiver` pays an inbox. */
  authorizer?: undefined
  /**
   * Stores the call, so that another process can continue it. Awaited first before the quote is requested: without the terms in
   * the call, no one can claim or refund. An error stops the call. Must reject a `revision` other than the stored one plus one.
   */
  keep: (call: InboxCall) => unknown
  onProgress?: ((progress: PayInboxProgress) => unknown) | undefined
} & Pick<ExecuteStepsParameters, 'batch' | 'timeoutMs' | 'pollingIntervalMs' | 'signal'>

/** A new payment of an inbox. */
export type NewInboxCall = {
  receiver: Address
  /**
   * The quote request. `payReceiver` adds user and recipient. With `useDepositAddress`, anyone can pay the address that the
   * service returns. Then `refundTo`, the account for refunds on the origin chain, is required. Otherwise `refundTo` defaults to
   * the user.
   */
  request: Omit<QuoteRequest, 'user' | 'recipient' | 'txs' | 'includeProtocolData'>
  /**
   * The terms of the inbox. `hook` defaults to the recipient's current flag on the list, `minimum` to the token's current least
   * amount, `deadline` to none (2^48 - 1), and `salt` to zero. With the same salt, equal terms always have the same inbox.
   *
   * - Pass `hook: true` for a recipient of the tree whose leaf has a hook. A flag that a claim would refuse now is rejected.
   * - `refundTo` owns the money that is not claimed. It defaults to the user if {@link chooseRefundTo} allows that, and is
   *   required without a `walletClient`. Never name an address of an exchange.
   * - `claimer` defaults to the account of the `claimer` client if the recipient has a hook, otherwise to zero: anyone may claim.
   */
  payment: Pick<InboxTerms, 'recipient'> & Partial<Omit<InboxTerms, 'token'>>
  /** The recipient's proof, for a receiver whose list is a Merkle tree. */
  recipientProof?: readonly Hex[] | undefined
} & Pick<ExecuteStepsParameters, 'maximumAmountIn' | 'minimumAmountOut' | 'allowUnverified'>

/** A stored call to resume. */
export type KeptInboxCall = {
  call: InboxCall
  /** See {@link KeptReceiverCall}. */
  resend?: boolean | undefined
}

export type PayInboxParameters = PayInboxClients & (NewInboxCall | KeptInboxCall)

/** One claim of an inbox. */
export type InboxClaim = {
  /** The id in the hook, in `FillAccepted` and in `InboxClaimed`. */
  id: Hex
  /** The amount credited to the recipient, in the smallest unit. It may include earlier money, and the money of others. */
  credited: bigint
  transaction: Hash
}

export type PayInboxReturnType = {
  inbox: Address
  inboxHash: Hex
  /** The order of the quote. Another order brought the money if an open deposit address got another amount. */
  orderId: Hex
  /** The hashes of the deposit and of the transactions before it. Empty for a deposit address. */
  txHashes: Hash[]
  /**
   * The claims after the fill. Together they took all of the money that was in the inbox after the fill. If a deposit address got
   * another amount, the claims after the quote, without those of earlier money only.
   */
  claims: InboxClaim[]
  /**
   * The service's last status. Absent if the fill was seen in an earlier run, or if the money was only measured, since a deposit
   * address got another amount than the quoted one.
   */
  outcome?: StatusRecord
}

/** {@link PayInboxClients} with the defaults filled in. Requests to the nodes have a time limit. */
export type RunningInboxClients = PayInboxClients &
  Required<Pick<PayInboxClients, 'timeoutMs' | 'pollingIntervalMs'>>
