import type { Address, Hex } from 'viem'
import { defineError } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A quote differs from your request. `path` is the place in the quote, `found` and `required` are the two values. Do not execute
 * this quote. The check runs before the first signature, so nothing was signed or sent. Only the time is checked again, right
 * before the payment: then `isUnderWay` is set, and an approval may have been sent.
 */
export class StepMismatchError extends /* @__PURE__ */ defineError(
  'StepMismatchError',
  (error: {
    /** The place in the quote, such as `steps[1].items[0].data.to`. Empty for the whole quote. */
    path: string
    found: unknown
    /** The value that the caller's request or the profile requires. */
    required: unknown
    isUnderWay?: boolean | undefined
  }) =>
    `${error.path ? `${error.path} of the quote` : 'The quote'} must be ${typeof error.required === 'string' ? error.required : describeValue(error.required)}, found ${describeValue(error.found)}.`,
  ({ isUnderWay }) => [
    'The quote does not do what was asked for.',
    isUnderWay ? 'The wallet was not asked for the payment.' : 'Nothing was signed or sent.',
  ],
) {}

/**
 * A quote names a router that the profile does not list for the chain. The order's fill contract decides what the service counts
 * as a fill. With a dishonest fill contract, an order can be settled without a payment. The check comes first: this run signed
 * and sent nothing.
 */
export class UnknownRouterError extends /* @__PURE__ */ defineError(
  'UnknownRouterError',
  (error: {
    /** The place in the quote. */
    path: string
    router: Address
    /** The chain's name in orders. */
    chain: string
    /** Whether the service itself lists the router. Undefined if no listing was read. */
    isListed?: boolean | undefined
  }) =>
    `${error.path} of the quote names the router ${error.router} on ${error.chain}, which the profile does not list.`,
  ({ isListed }) => [
    isListed === undefined
      ? "Whether the service's own listing has it was not read: see getChains."
      : `The service's own listing ${isListed ? 'has it' : 'does not have it either'}.`,
    'This run signed and sent nothing.',
    'Use a newer profile, or, if you trust the service for its routers, add its listing with extendProfile.',
  ],
) {}

/**
 * A call of the request sweeps the wrong router: the order names another one to make the calls. The leftover tokens of the fill
 * would stay in the order's router, where anyone can take them. Nothing was signed or sent.
 */
export class SweepRouterError extends /* @__PURE__ */ defineError(
  'SweepRouterError',
  (error: {
    /** The place in the quote. */
    path: string
    /** The fill contract that the order names, encoded as in the order's `extraData`. */
    found: Hex
    /** The place of the sweeping call in the request. */
    sweep: string
    /** The router that the call sweeps. */
    router: Address
  }) =>
    `${error.path} of the quote names ${error.found}, and ${error.sweep} sweeps another router, ${error.router}.`,
  'Prepare the calls again with the router that the order names (`router`), and ask for another quote.',
) {}

/**
 * The client can't determine a step's effect from the signed data. If you trust the service with this step, pass the value of
 * `needs` in `allowUnverified`. Nothing was signed or sent.
 */
export class UnverifiedStepError extends /* @__PURE__ */ defineError(
  'UnverifiedStepError',
  (error: {
    path: string
    /** The entry that `allowUnverified` must contain. */
    needs: string
    reason: string
  }) => `${error.path} of the quote can't be verified: ${error.reason}.`,
  ({ needs }) => [`If you trust the service with it, pass allowUnverified: ['${needs}'].`],
) {}

/**
 * A parameter of `executeSteps` is missing, or the request or the profile lacks a value that the quote must be checked against.
 * `option` names the missing value. Nothing was signed or sent.
 */
export class StepOptionError extends /* @__PURE__ */ defineError(
  'StepOptionError',
  ({ option, requirement }: { option: string; requirement: string }) => `${option} must be ${requirement}.`,
) {}

const remedies = {
  unauthorized: 'Send authorizeFill to the receiver, and run the steps when it is confirmed.',
  stale: 'The policy was narrowed since: send authorizeFill again.',
  paid: 'Nothing is left to pay: ask for a quote of a call with another salt.',
  paused: 'Wait until the receiver is unpaused.',
  solverInactive: 'Ask for a quote of a solver that the receiver trusts until the deadline.',
  deadlinePassed: 'Ask for a quote of a call with a later deadline.',
  refused:
    'The receiver refuses the call, see failures: ask for another quote, or have the recipient take it.',
}

/**
 * The reason why a call of `payAuthorized` can't be paid. {@link CallNotPayableError} explains each.
 */
export type CallState = keyof typeof remedies

/** A check that fails, and the error that the receiver reverts with. */
export type CallFailure = { check: string; name: string; args: readonly unknown[]; message: string }

/**
 * A call of `payAuthorized` can't be paid now, so a deposit for it would only cost its fees. This run deposited nothing.
 * `state` is the reason:
 *
 * | `state` | reason |
 * | --- | --- |
 * | `unauthorized` | no evidence was presented |
 * | `stale` | the policy was narrowed after the authorization |
 * | `paid` | the call was already paid |
 * | `paused` | the receiver is paused |
 * | `solverInactive` | the solver is not active, or not until the call's deadline |
 * | `deadlinePassed` | the deadline has passed on the destination chain |
 * | `refused` | the receiver rejects the evidence, or the payment in a simulation; `failures` lists why |
 */
export class CallNotPayableError extends FillproofError<'CallNotPayableError'> {
  readonly state: CallState
  readonly receiver: string
  readonly callHash: string
  /**
   * With `refused`: the failing checks, each with the error that the receiver reverts with, as `inspectFill` reports them.
   */
  readonly failures: readonly CallFailure[]

  constructor(parameters: {
    state: CallState
    receiver: string
    callHash: string
    failures?: readonly CallFailure[]
  }) {
    const { state, receiver, callHash, failures = [] } = parameters
    const reasons = failures.map(({ check, name }) => `${check} (${name})`)
    const shown = [state, reasons.join(', ')].filter(Boolean).join(': ')
    super('CallNotPayableError', `The call ${callHash} of receiver ${receiver} can't be paid: ${shown}.`, {
      metaMessages: [remedies[state], 'This run asked for no deposit: it would cost its fees for nothing.'],
    })
    this.state = state
    this.receiver = receiver
    this.callHash = callHash
    this.failures = failures
  }
}

/**
 * The wallet has less than the steps take, so it was not asked to sign or send them. `found` and `required` are amounts of
 * `token`: a balance or, if `spender` is set, that spender's allowance. A zero `token` is the native currency. `required` does
 * not include gas.
 */
export class StepFundsError extends /* @__PURE__ */ defineError(
  'StepFundsError',
  (error: {
    owner: Address
    /** Zero for the native currency. */
    token: Address
    chainId: number
    /** Smallest unit. */
    found: bigint
    /** Smallest unit, without gas. */
    required: bigint
    /** The account whose allowance is too low. Absent if the balance is too low. */
    spender?: Address | undefined
  }) => {
    const { owner, token, chainId, found, required, spender } = error
    const has = spender ? `allows ${spender} to take ${found}` : `has ${found}`
    return `${owner} ${has} of token ${token} on chain ${chainId}, and the steps take ${required}.`
  },
  ({ found, required, spender }) => [
    spender
      ? `Approve ${required}, or request a new quote, which includes the approval.`
      : `${required - found} are missing. Add them, and what the gas costs, and run the same steps again.`,
    'The wallet was not asked for the payment. If an earlier run asked for it, look into the wallet first.',
  ],
) {}

/** The wallet is on chain `found`, the step needs chain `required`, and the wallet did not switch. */
export class WalletChainError extends /* @__PURE__ */ defineError(
  'WalletChainError',
  ({ found, required }: { found: number; required: number; cause?: unknown }) =>
    `The wallet is on chain ${found}, and the step needs chain ${required}.`,
  'Switch the wallet, or pass a client of that chain, and run the steps again.',
) {}

/**
 * `executeSteps` ran the steps, and the service reported success, but with an origin or a destination chain that is not the
 * request's. Check on the destination chain what arrived.
 */
export class StatusMismatchError extends /* @__PURE__ */ defineError(
  'StatusMismatchError',
  (error: {
    requestId: string
    field: 'originChainId' | 'destinationChainId'
    found: number
    required: number
  }) =>
    `The success of request ${error.requestId} names ${error.field} ${error.found}, and the request's is ${error.required}.`,
  'The steps were run. Check on the destination chain what arrived.',
) {}

/**
 * The transaction of a step was `reverted`, `replaced` or `cancelled`. Execute the steps again to resend it.
 */
export class StepTransactionError extends /* @__PURE__ */ defineError(
  'StepTransactionError',
  (error: { step: string; txHash: string; reason: 'reverted' | 'replaced' | 'cancelled' }) =>
    `The transaction of step ${error.step} was ${error.reason}: ${error.txHash}.`,
  'Run the steps again to send it once more; steps that are complete are left out.',
) {}

/**
 * The wallet took the transaction of a step. Within `timeoutMs`, the chain did not show this transaction, and the service did not
 * report that the request ended. The transaction may still be mined, so nothing is sent again. To keep waiting, run the same
 * quote again with its `run`. `txHash` is the wallet's answer, which may be an id of the wallet instead of a hash.
 */
export class StepPendingError extends /* @__PURE__ */ defineError(
  'StepPendingError',
  (error: {
    step: string
    /** The wallet's answer, or `0x` if the wallet returned nothing. */
    txHash: string
    /** The id for the status. Null if the step has none. */
    requestId: string | null
    timeoutMs: number
    cause?: unknown
  }) => {
    const request = error.requestId === null ? '' : ` of request ${error.requestId}`
    return `The transaction ${error.txHash} of step ${error.step}${request} was not seen within ${error.timeoutMs} ms.`
  },
  [
    'It may still be mined: run the steps again with the same quote and `run`, which waits for it and sends nothing twice.',
    'If the wallet shows another hash, write that into the entry of `run`; if it sent nothing, delete the entry.',
  ],
) {}

/** The wallet did not answer the prompt for a step within `timeoutMs`. The wallet may still answer, and send the transaction. */
export class StepPromptError extends /* @__PURE__ */ defineError(
  'StepPromptError',
  (error: {
    step: string
    timeoutMs: number
    /** Whether a late answer is still recorded, which holds for a step's transaction. */
    isKept: boolean
  }) => `The wallet did not answer for step ${error.step} within ${error.timeoutMs} ms.`,
  ({ isKept }) =>
    isKept
      ? [
          'Answer in the wallet, and run the steps again with the same quote and `run`, which ask it nothing again.',
          'If it did not send it, and will not, delete the entry of `run`.',
        ]
      : 'A late answer pays nothing, and nobody waits for it. Run the same again, and answer in time.',
) {}
