import type { NetworkConnection } from 'hardhat/types/network'
import type { Address, Hash, Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { InboxClaim, PayReceiverReturnType, ServiceClient, StatusRecord } from '../client/index.js'
import type { InboxTerms, OrderData } from '../index.js'
import type { MockChain, MockService, StartMockServiceOptions } from '../mock/index.js'

export type FillproofOptions = Omit<StartMockServiceOptions, 'chains' | 'idForm' | 'unref'> & {
  /** The kind of evidence for the receiver. Defaults to `signedOrder`, as in the public service. */
  evidence?: 'signedOrder' | 'attestedOrder' | 'registeredTerms' | 'inbox'
  /** Your own ERC-20 tokens on the destination, which the service trades in addition to its own. */
  tokens?: readonly string[]
  /** A simulated network of your config for the origin. Defaults to the destination's network, with the next chain id. */
  originNetwork?: string
}

export type FillproofService = {
  mock: MockService
  /** A client of the service. Its profile trusts the service's solver on both chains. */
  client: ServiceClient
  /** The chain on which the user pays. */
  originConnection: NetworkConnection<string>
  origin: MockChain
  destination: MockChain
  /** The receiver, which checks the evidence and pays your contract. */
  receiver: Address
  /** Your own tokens, in the order of `tokens` in the options. */
  tokens: readonly Address[]
  /** The account that pays on the origin. Funded on both chains. */
  user: PrivateKeyAccount
  /** The receiver's admin. */
  admin: PrivateKeyAccount
}

export type FillproofParameters = {
  /** Your contract, or an account. List it first with `allowRecipient`. */
  recipient: string
  /** The exact amount that arrives, in the smallest unit. */
  amount: bigint
  /** The token on the destination. Defaults to the zero address, the native currency. */
  token?: string
  /**
   * The currency on the origin. If `token` is a token, defaults to the origin token with the same symbol, or to the first
   * origin token. Otherwise defaults to the native currency.
   */
  originCurrency?: string
  /** Passed to your contract as `ReceivedFill.data`. */
  data?: string
  /** Unix seconds. Defaults to an hour from now. */
  deadline?: number
  /** The address to which the receiver returns unauthorized payments. Defaults to the user. */
  refundTo?: string
  /** A receiver to use instead of the service's. */
  receiver?: string
}

export type FillproofInboxParameters = Omit<FillproofParameters, 'deadline' | 'refundTo'> & {
  /** The deadline of the terms, in Unix seconds. Defaults to none, 2^48 - 1. */
  deadline?: number
  /** The owner of what is not claimed. Defaults to the user. */
  refundTo?: string
  /** The only account that may claim. Defaults to zero: anyone. */
  claimer?: string
  /** The least amount of a claim, in the smallest unit. Defaults to 0: the minimum of the receiver's list. */
  minimum?: bigint
  /** Makes two otherwise equal inboxes different. Defaults to zero. */
  salt?: string
}

/** A filled inbox, with the evidence that `claim` of `fillproof/contract` takes. Money waits there: it is not paid yet. */
export type FilledInbox = {
  receiver: Address
  /** The address that was paid. */
  inbox: Address
  inboxHash: Hex
  inboxTerms: InboxTerms
  orderData: OrderData
  orderSignature: Hex
  /** The hashes of the deposit and of the transactions before it. */
  txHashes: Hash[]
  /** The service's last status. */
  outcome: StatusRecord
  /** The transaction of the fill, on the destination. */
  txHash: Hash
}

export type FillproofResult = PayReceiverReturnType & {
  /** The transaction of the fill, on the destination. */
  txHash: Hash
}

/** A named function; the name identifies its snapshot. The function gets the running service. */
export type FillproofFixture<data> = (service: FillproofService) => Promise<data>

export type FillproofFixtureSettings = {
  /** The options of `start`. */
  options?: Omit<FillproofOptions, 'tokens'>
  /** Your own ERC-20 tokens on the destination, or the function that deploys them before the service starts. */
  tokens?: readonly string[] | (() => Promise<readonly string[]>)
}

export type FillproofAssertions = {
  /** Asserts that a fill, or a claim, succeeds, and returns its result. */
  fill<result>(fill: Promise<result>): Promise<result>
  /**
   * Asserts that a fill is refused, for any reason. Here and in `refuseWith` and `refuseWithArgs`, a refusal is a
   * `FillFailedError` with `isRefusal`, or the revert of a contract. Any other error is rethrown.
   */
  refuse(fill: Promise<unknown>): Promise<void>
  /**
   * Asserts that a fill is refused with an error of exactly this name, with exactly this reason string, or with a
   * reason that matches a RegExp. The error may come from the receiver, from your contract's `onFill`, or from a check
   * before the fill was sent.
   */
  refuseWith(fill: Promise<unknown>, reason: string | RegExp): Promise<void>
  /**
   * Asserts that a fill is refused with a custom error and its arguments. The error may come from your contract's
   * `onFill`. Addresses and bytes compare by value.
   */
  refuseWithArgs(fill: Promise<unknown>, errorName: string, args: readonly unknown[]): Promise<void>
}

export type Fillproof = {
  /**
   * Starts the service. If you do not call `start`, the other methods start the service without options. One connection
   * has one service.
   */
  start(options?: FillproofOptions): Promise<FillproofService>
  /** Runs the fixture once. Later calls restore both chains and the service to the state after it. */
  loadFixture<data>(fixture: FillproofFixture<data>): Promise<data>
  /** Starts the service with these options and tokens, then loads the fixture like the overload without settings. */
  loadFixture<data>(settings: FillproofFixtureSettings, fixture: FillproofFixture<data>): Promise<data>
  /**
   * Pays `recipient` through the receiver, with all steps of the service: quote, authorization, deposit, fill.
   *
   * @throws {@link FillFailedError} with the reason, and the stack trace into your contract.
   */
  fill(parameters: FillproofParameters): Promise<FillproofResult>
  /**
   * Fills an inbox of an `InboxReceiver`, with all steps of the service: quote, deposit, fill. The money waits in the inbox for
   * a claim.
   *
   * @throws {@link FillFailedError} with the reason.
   */
  fillInbox(parameters: FillproofInboxParameters): Promise<FilledInbox>
  /**
   * Claims a filled inbox for its recipient. If the terms name a claimer, one of the mock's accounts, it sends the claim.
   *
   * @throws {@link FillFailedError} with the receiver's reason, and the stack trace into your contract.
   */
  claimInbox(filled: FilledInbox): Promise<InboxClaim>
  /**
   * Lists a recipient on the receiver. If you pass your own `receiver`, `admin` needs the policy role there. The
   * receiver calls `onFill` of a recipient that is a contract, unless `hook` is false.
   */
  allowRecipient(recipient: string, options?: { hook?: boolean; receiver?: string }): Promise<void>
  /**
   * Lists a token on the receiver, or changes the range of a listed token. `receiver` defaults to the service's receiver.
   * The range is in the smallest unit and inclusive, and defaults to any amount. `max: 0n` removes the token.
   */
  allowToken(token: string, options?: { min?: bigint; max?: bigint; receiver?: string }): Promise<void>
  /** Adds to an account's balance, in the smallest unit. Defaults to the native currency, and to the destination. */
  fund(funds: {
    to: string
    amount: bigint
    currency?: string
    chain?: 'origin' | 'destination'
  }): Promise<void>
  /** Moves the time of both chains, by seconds. */
  increaseTime(seconds: number): Promise<void>
  assertions: FillproofAssertions
  /** Stops the service and its origin. Closing the connection has the same effect. */
  close(): Promise<void>
}
