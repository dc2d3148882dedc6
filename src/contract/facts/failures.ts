import { encodeErrorResult } from 'viem'
import type { FillproofError } from '../../base/FillproofError.js'
import { InvalidSignatureError } from '../../protocol/signature/errors.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { PaymentCheck } from '../../rules/paysFor/checks.js'
import type { Fault, Verdict } from '../../rules/verdict.js'
import { explainRevert, ownErrors } from '../revert/explainRevert.js'

/** A failing check of a receiver. */
export type FillFailure = Failure & { check: FillCheck }

/** A failing check of a guard. */
export type PaymentFailure = Failure & { check: PaymentCheck }

/** The report of a failing check: the error that the contract reverts with. */
type Failure = {
  /** The name of the Solidity error. If the evidence can't be encoded, the name of the library's error class. */
  name: string
  args: readonly unknown[]
  message: string
  remedy: string
}

/** Lists the failures, each with the revert that it leads to. */
export function listFailures<check extends string>(
  verdicts: readonly Verdict<check, unknown>[],
): (Failure & { check: check })[] {
  return verdicts.flatMap((verdict) =>
    verdict.ok === false
      ? verdict.faults.map((fault) => ({ check: verdict.check, ...explainFault(fault) }))
      : [],
  )
}

/** Explains a fault by the contract error that it leads to. */
function explainFault({ error: errorName, args, words }: Fault): Failure {
  const failure = explainRevert(encodeErrorResult({ abi: ownErrors, errorName, args }))!
  return words ? { ...failure, message: words.says, remedy: words.remedy ?? '' } : failure
}

/** Reports the failures in the order of the checks. */
export function report<check extends string>(
  order: readonly check[],
  found: readonly (Failure & { check: check })[],
) {
  const failures = order.flatMap((name) => found.filter(({ check }) => check === name))
  return { ok: failures.length === 0, checks: [...new Set(failures.map(({ check }) => check))], failures }
}

/**
 * Turns the error of evidence that can't be encoded into a failure. The failing check is `signature` if the signature is
 * malformed, otherwise `part`.
 */
export function describeError<check extends string>(
  error: FillproofError,
  part: check,
): Failure & { check: check | 'signature' } {
  const check = error instanceof InvalidSignatureError ? 'signature' : part
  const remedy = 'Pass the evidence as the service returned it.'
  return { check, name: error.name, args: [], message: error.shortMessage, remedy }
}
