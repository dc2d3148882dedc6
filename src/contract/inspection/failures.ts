import { encodeErrorResult } from 'viem'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { PaymentCheck } from '../../rules/paysFor/checks.js'
import type { Fault, Verdict } from '../../rules/verdict.js'
import { explainRevert, ownErrors } from '../revert/explainRevert.js'

/** A failing check of a receiver. */
export type FillFailure = Failure & { check: FillCheck }

/** A failing check of a guard. */
export type PaymentFailure = Failure & { check: PaymentCheck }

/** The error that the contract reverts with. */
type Failure = {
  /** The Solidity error, or the error class of evidence that can't be encoded. */
  name: string
  args: readonly unknown[]
  message: string
  remedy: string
}

/** Lists what fails, each as the revert that it leads to. */
export function listFailures<check extends string>(
  verdicts: readonly Verdict<check, unknown>[],
): (Failure & { check: check })[] {
  return verdicts.flatMap((verdict) =>
    verdict.ok === false
      ? verdict.faults.map((fault) => ({ check: verdict.check, ...explainFault(fault) }))
      : [],
  )
}

/** Explains a fault by an error of this package's contracts. */
export function explainFault({ error: errorName, args, words }: Fault): Failure {
  const failure = explainRevert(encodeErrorResult({ abi: ownErrors, errorName, args }))!
  return words ? { ...failure, message: words.says, remedy: words.remedy ?? '' } : failure
}
