import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A quote does something other than you requested. `path` is the place in the quote, `found` and `required` are
 * the two values. The check runs before the first signature: nothing was signed or sent. Do not execute this
 * quote.
 */
export class StepMismatchError extends FillproofError<'StepMismatchError'> {
  /** Where in the quote, such as `steps[1].items[0].data.to`. */
  readonly path: string
  readonly found: unknown
  /** What the caller's request or the profile asks for. */
  readonly required: unknown

  constructor({ path, found, required }: { path: string; found: unknown; required: unknown }) {
    super(
      'StepMismatchError',
      `${path} of the quote must be ${typeof required === 'string' ? required : describeValue(required)}, found ${describeValue(found)}.`,
      { metaMessages: ['The quote does not do what was asked for. Nothing was signed or sent.'] },
    )
    this.path = path
    this.found = found
    this.required = required
  }
}

/**
 * The client cannot determine a step's effect from what it signs. If you trust the service with it, pass the value
 * of `needs` in `allowUnverified`. Nothing was signed or sent.
 */
export class UnverifiedStepError extends FillproofError<'UnverifiedStepError'> {
  readonly path: string
  /** What `allowUnverified` must contain. */
  readonly needs: string

  constructor({ path, needs, reason }: { path: string; needs: string; reason: string }) {
    super('UnverifiedStepError', `${path} of the quote can't be verified: ${reason}.`, {
      metaMessages: [`If you trust the service with it, pass allowUnverified: ['${needs}'].`],
    })
    this.path = path
    this.needs = needs
  }
}

/**
 * A parameter of `executeSteps` is missing, or the request or the profile has too little to check the quote
 * against. `option` names it. Nothing was signed or sent.
 */
export class StepOptionError extends FillproofError<'StepOptionError'> {
  readonly option: string

  constructor({ option, requirement }: { option: string; requirement: string }) {
    super('StepOptionError', `${option} must be ${requirement}.`)
    this.option = option
  }
}

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
 * Why a call of `payAuthorized` can't be paid: no evidence was presented, the evidence was checked under an older policy,
 * the call was paid already, the receiver is paused, its solver's window does not reach to the deadline, the deadline
 * is past, or the receiver refuses the evidence.
 */
export type CallState = keyof typeof remedies

/** A check that fails, and the error that the receiver reverts with. */
export type CallFailure = { check: string; name: string; args: readonly unknown[]; message: string }

/**
 * A call of `payAuthorized` cannot be paid now, so a deposit for it would only cost its fees. Nothing was
 * deposited. `state` is the reason:
 *
 * | `state` | reason |
 * | --- | --- |
 * | `unauthorized` | no evidence was presented |
 * | `stale` | the policy was narrowed after the authorization |
 * | `paid` | the call was already paid |
 * | `paused` | the receiver is paused |
 * | `solverInactive` | the solver is not active, or not until the call's deadline |
 * | `deadlinePassed` | the deadline has passed on the destination chain |
 * | `refused` | the receiver rejects the evidence or, simulated, the payment; `failures` lists why |
 */
export class CallNotPayableError extends FillproofError<'CallNotPayableError'> {
  readonly state: CallState
  readonly receiver: string
  readonly callHash: string
  /** Of `refused`: the checks that fail, each with the error that the receiver reverts with, as `inspectFill` reports them. */
  readonly failures: readonly CallFailure[]

  constructor({
    state,
    receiver,
    callHash,
    failures = [],
  }: {
    state: CallState
    receiver: string
    callHash: string
    failures?: readonly CallFailure[]
  }) {
    const reasons = failures.map(({ check, name }) => `${check} (${name})`)
    const shown = [state, reasons.join(', ')].filter(Boolean).join(': ')
    super('CallNotPayableError', `The call ${callHash} of receiver ${receiver} can't be paid: ${shown}.`, {
      metaMessages: [remedies[state], 'Nothing was sent: a deposit now would cost its fees for nothing.'],
    })
    this.state = state
    this.receiver = receiver
    this.callHash = callHash
    this.failures = failures
  }
}

/** The wallet is on chain `found`, the step needs chain `required`, and the wallet did not switch. */
export class WalletChainError extends FillproofError<'WalletChainError'> {
  readonly found: number
  readonly required: number

  constructor({ found, required, cause }: { found: number; required: number; cause?: unknown }) {
    super('WalletChainError', `The wallet is on chain ${found}, and the step needs chain ${required}.`, {
      cause,
      metaMessages: ['Switch the wallet, or pass a client of that chain, and run the steps again.'],
    })
    this.found = found
    this.required = required
  }
}

/**
 * `executeSteps` ran the steps, and the service then reports a success between other chains than the request's.
 * Check on the destination chain what arrived.
 */
export class StatusMismatchError extends FillproofError<'StatusMismatchError'> {
  readonly requestId: string
  readonly field: 'originChainId' | 'destinationChainId'
  readonly found: number
  readonly required: number

  constructor({
    requestId,
    field,
    found,
    required,
  }: {
    requestId: string
    field: StatusMismatchError['field']
    found: number
    required: number
  }) {
    super(
      'StatusMismatchError',
      `The success of request ${requestId} names ${field} ${found}, and the request's is ${required}.`,
      { metaMessages: ['The steps were run. Check on the destination chain what arrived.'] },
    )
    this.requestId = requestId
    this.field = field
    this.found = found
    this.required = required
  }
}

/**
 * The transaction of a step was `reverted`, `replaced` or `cancelled`. Execute the steps again to resend it.
 */
export class StepTransactionError extends FillproofError<'StepTransactionError'> {
  readonly step: string
  readonly txHash: string
  readonly reason: 'reverted' | 'replaced' | 'cancelled'

  constructor({
    step,
    txHash,
    reason,
  }: {
    step: string
    txHash: string
    reason: StepTransactionError['reason']
  }) {
    super('StepTransactionError', `The transaction of step ${step} was ${reason}: ${txHash}.`, {
      metaMessages: ['Run the steps again to send it once more; steps that are complete are left out.'],
    })
    this.step = step
    this.txHash = txHash
    this.reason = reason
  }
}
