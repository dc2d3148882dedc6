import type { Hex } from 'viem'
import { describeValue } from '../base/describeValue.js'
import { FillproofError } from '../base/FillproofError.js'

/** The user is a contract on one of the chains, so that nobody can tell who gets what is returned to its address. */
export class RefundToNeededError extends FillproofError<'RefundToNeededError'> {
  readonly user: string
  /** Where the user has code. */
  readonly chainId: number

  constructor({ user, chainId }: { user: string; chainId: number }) {
    super('RefundToNeededError', `The user ${user} is a contract on chain ${chainId}.`, {
      metaMessages: ['Name a refundTo: an account of the destination chain that belongs to the user.'],
    })
    this.user = user
    this.chainId = chainId
  }
}

/** Evidence of none of the three kinds that receivers take, or of two that were mixed. */
export class FillEvidenceError extends FillproofError<'FillEvidenceError'> {
  /** The fields that there were, separated by commas. */
  readonly found: string

  constructor({ found }: { found: string }) {
    const kinds =
      'attestation and orderData, orderData and orderSignature, or attestation, terms and termsSignature'
    super('FillEvidenceError', `Evidence must have ${kinds}, found ${found || 'none of them'}.`, {
      metaMessages: ['Pass what the receiver takes, and nothing of another kind of evidence.'],
    })
    this.found = found
  }
}

/**
 * A receiver, or a contract that it called, refused.
 *
 * - Warning: it has no cause, since the errors of a chain's client hold the URL of its node, which may hold a key.
 */
export class FillRevertedError extends FillproofError<'FillRevertedError'> {
  /** What was called. */
  readonly functionName: string
  /** Null when nobody knows the error. */
  readonly errorName: string | null
  /** In the order of the ABI; empty when nobody knows the error. */
  readonly args: readonly unknown[]
  /** Null when nobody knows the error. */
  readonly remedy: string | null
  /** What the call returned, `0x` when the node or the contract says nothing. */
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
