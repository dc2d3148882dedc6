import type { Address, Hex } from 'viem'
import { defineError, describeField } from '../base/defineError.js'
import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/** An option of an action is missing or has the wrong type. `field` names the option. Nothing was read or sent. */
export class ContractOptionError extends /* @__PURE__ */ defineError('ContractOptionError', describeField) {}

/**
 * `chooseRefundTo` can't choose the `user`. Either `receiver` can't return money to the user, or the user is a contract on chain
 * `chainId`. A contract's address may belong to someone else on the other chain. Name a `refundTo` of your own.
 */
export class RefundToNeededError extends FillproofError<'RefundToNeededError'> {
  readonly user: string
  /** The chain where the user has code. */
  readonly chainId: number | undefined
  /** The receiver that can't return money to the user. */
  readonly receiver: string | undefined

  constructor(parameters: { user: string } & ({ chainId: number } | { receiver: string })) {
    const { user, chainId, receiver } = { chainId: undefined, receiver: undefined, ...parameters }
    const reason =
      receiver === undefined
        ? `is a contract on chain ${chainId}`
        : `is an account to which the receiver ${receiver} can't return money`
    super('RefundToNeededError', `The user ${user} ${reason}.`, {
      metaMessages: ['Name a refundTo: an account of the destination chain that belongs to the user.'],
    })
    this.user = user
    this.chainId = chainId
    this.receiver = receiver
  }
}

/**
 * The evidence of a fill matches no known kind, mixes two kinds, or is not accepted by `functionName`. `found` lists the fields
 * of the evidence. Pass the fields of one kind only, since the evidence of two kinds may be about two requests:
 *
 * - An `AttestedOrderReceiver` takes `attestation` and `orderData`.
 * - A `SignedOrderReceiver` takes `orderData` and `orderSignature`, and has no `fill`.
 * - A `RegisteredTermsReceiver` takes `attestation`, `terms` and `termsSignature`.
 */
export class FillEvidenceError extends /* @__PURE__ */ defineError(
  'FillEvidenceError',
  ({
    found,
    functionName,
  }: {
    /** The fields found, separated by commas. */
    found: string
    functionName?: 'fill' | undefined
  }) => {
    const signedOrder = functionName === 'fill' ? '' : 'orderData and orderSignature, '
    const kinds = `attestation and orderData, ${signedOrder}or attestation, terms and termsSignature`
    return `Evidence must have ${kinds}, found ${found || 'none of them'}.`
  },
  ({ found, functionName }) => [
    functionName === 'fill' && found === 'orderData, orderSignature'
      ? 'A SignedOrderReceiver has no direct fill. Authorize the call with authorizeFill.'
      : 'Pass only the fields of the kind of evidence that the receiver takes.',
  ],
) {}

/**
 * The receiver reports an inbox address that does not follow from the inbox's terms. Do not pay either address: the node lies, or
 * the contract is not an `InboxReceiver` of this package.
 */
export class InboxMismatchError extends /* @__PURE__ */ defineError(
  'InboxMismatchError',
  (error: { receiver: Address; found: Address; required: Address }) =>
    `The receiver ${describeValue(error.receiver)} reports the inbox ${describeValue(error.found)}, but ${describeValue(error.required)} follows from the terms.`,
  'Do not pay. Check the receiver and the node.',
) {}

/**
 * No one authorized the call, so the receiver would give the payment to the call's `refundTo`. Nothing was sent.
 */
export class PaymentNotAuthorizedError extends /* @__PURE__ */ defineError(
  'PaymentNotAuthorizedError',
  (error: {
    receiver: Address
    /** Where the payment would go. */
    refundTo: Address
  }) =>
    `Nobody authorized the call at ${describeValue(error.receiver)}: the payment would go to its refundTo, ${describeValue(error.refundTo)}.`,
  'Present the evidence with authorizeFill first.',
) {}

/**
 * A call of a receiver or a guard reverted, in that contract or in a contract that it called. `functionName` is the called
 * function, `data` the revert data. `errorName`, `args` and `remedy` come from `explainRevert`, and are null or empty for an
 * unknown error. To decode an unknown error, pass `data` to `explainRevert` with your own `abi`. Network failures remain viem's
 * errors.
 *
 * - Warning: it has no `cause`, since viem's errors contain the URL of the node, which may contain a key.
 */
export class FillRevertedError extends FillproofError<'FillRevertedError'> {
  /** The function called. */
  readonly functionName: string
  /** Null for an unknown error. */
  readonly errorName: string | null
  /** The arguments in the order of the ABI; empty for an unknown error. */
  readonly args: readonly unknown[]
  /** Null for an unknown error. */
  readonly remedy: string | null
  /** The revert data, `0x` for a revert without data. */
  readonly data: Hex

  constructor({
    functionName,
    data,
    explanation,
  }: {
    functionName: string
    data: Hex
    explanation: { name: string; args: readonly unknown[]; message: string; remedy: string } | null
  }) {
    const unknown =
      data === '0x'
        ? `${functionName} reverted without a reason.`
        : `${functionName} reverted with ${describeValue(data)}.`
    super('FillRevertedError', explanation ? `${functionName} reverted: ${explanation.message}` : unknown, {
      metaMessages: [explanation?.remedy ?? 'Check that the address is a receiver, and simulate the call.'],
    })
    this.functionName = functionName
    this.errorName = explanation?.name ?? null
    this.args = explanation?.args ?? []
    this.remedy = explanation?.remedy ?? null
    this.data = data
  }
}
