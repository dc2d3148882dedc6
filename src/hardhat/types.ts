import type { NetworkConnection } from 'hardhat/types/network'
import type { Address, Hash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { PayReceiverReturnType, ServiceClient } from '../client/index.js'
import type { MockChain, MockService, StartMockServiceOptions } from '../mock/index.js'

export type FillproofOptions = Omit<StartMockServiceOptions, 'chains' | 'idForm' | 'unref'> & {
  /** The evidence that the receiver takes; `signedOrder` by default, as with the public service. */
  evidence?: 'signedOrder' | 'attestedOrder' | 'registeredTerms'
  /** Your own ERC-20 tokens on the destination, which the service then trades. */
  tokens?: readonly string[]
  /** A simulated network of your config for the origin. By default it is the destination's, with the next chain id. */
  originNetwork?: string
}

export type FillproofService = {
  mock: MockService
  /** A client of the service, whose profile trusts its solver on both chains. */
  client: ServiceClient
  /** The chain on which the user pays. */
  originConnection: NetworkConnection<string>
  origin: MockChain
  destination: MockChain
  /** Checks the evidence, and pays your contract. */
  receiver: Address
  /** Your own tokens, in the order in which you named them. */
  tokens: readonly Address[]
  /** Pays on the origin; funded on both chains. */
  user: PrivateKeyAccount
  /** The receiver's admin. */
  admin: PrivateKeyAccount
}

export type FillproofParameters = {
  /** Your contract, or an account. List it first: `allowRecipient`. */
  recipient: string
  /** Exactly what arrives, in the smallest unit. */
  amount: bigint
  /** On the destination; the zero address (default) is the native currency. */
  token?: string
  /** On the origin; by default the native currency, or the token with the symbol of `token`. */
  originCurrency?: string
  /** Passed to your contract as `ReceivedFill.data`. */
  data?: string
  /** Unix seconds; an hour from now by default. */
  deadline?: number
  /** Where the receiver returns what is not authorized; the user by default. */
  refundTo?: string
  /** Another receiver than the service's. */
  receiver?: string
}

export type FillproofResult = PayReceiverReturnType & {
  /** The fill, on the destination. */
  txHash: Hash
}

/** A named function, by which its snapshot is found. It gets the service that runs after it. */
export type FillproofFixture<data> = (service: FillproofService) => Promise<data>

export type FillproofFixtureSettings = {
  /** Those of `start`. */
  options?: Omit<FillproofOptions, 'tokens'>
  /** Your own ERC-20 tokens on the destination, or the function that deploys them before the service starts. */
  tokens?: readonly string[] | (() => Promise<readonly string[]>)
}

export type FillproofAssertions = {
  /** Asserts that a fill succeeds, and returns its result. */
  fill(fill: Promise<FillproofResult>): Promise<FillproofResult>
  /**
   * Asserts that a fill is refused, for any reason. As with the other two, only a failed fill (`FillFailedError` with
   * `isRefusal`) or the revert of a contract is a refusal. Any other error is thrown on.
   */
  refuse(fill: Promise<unknown>): Promise<void>
  /**
   * Asserts that a fill is refused with an error of exactly this name (of the receiver, of your contract's `onFill`, or a
   * check before the fill), or with exactly this reason string, or with a reason that matches a RegExp.
   */
  refuseWith(fill: Promise<unknown>, reason: string | RegExp): Promise<void>
  /**
   * Asserts that a fill is refused with a custom error, also of your contract's `onFill`, and its arguments. Addresses
   * and bytes compare by value.
   */
  refuseWithArgs(fill: Promise<unknown>, errorName: string, args: readonly unknown[]): Promise<void>
}

export type Fillproof = {
  /** Starts the service. The other methods call it without options if you don't. One connection has one service. */
  start(options?: FillproofOptions): Promise<FillproofService>
  /** Runs the fixture once, and restores both chains and the service to its end each time after that. */
  loadFixture<data>(fixture: FillproofFixture<data>): Promise<data>
  /** Starts the service with these options and tokens first. */
  loadFixture<data>(settings: FillproofFixtureSettings, fixture: FillproofFixture<data>): Promise<data>
  /**
   * Has the solver pay `recipient` through the receiver: quote, authorization, deposit, fill.
   *
   * @throws {@link FillFailedError} with the reason, and the stack trace into your contract.
   */
  fill(parameters: FillproofParameters): Promise<FillproofResult>
  /**
   * Lists a recipient on the receiver, or on your own `receiver`, where `admin` needs the policy role. A contract is called
   * with `onFill` unless `hook` is false.
   */
  allowRecipient(recipient: string, options?: { hook?: boolean; receiver?: string }): Promise<void>
  /**
   * Lists a token on the receiver, or on your own `receiver`, or changes its range: smallest unit, inclusive; any amount by
   * default. `max: 0n` removes it.
   */
  allowToken(token: string, options?: { min?: bigint; max?: bigint; receiver?: string }): Promise<void>
  /** Adds to an account's balance, in the smallest unit; native currency of the destination by default. */
  fund(funds: {
    to: string
    amount: bigint
    currency?: string
    chain?: 'origin' | 'destination'
  }): Promise<void>
  /** Moves the time of both chains by seconds. */
  increaseTime(seconds: number): Promise<void>
  assertions: FillproofAssertions
  /** Stops the service and its origin. Closing the connection does it too. */
  close(): Promise<void>
}
