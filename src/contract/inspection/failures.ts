import { encodeErrorResult } from 'viem'
import type { FillCheck, PaymentCheck } from '../checks.js'
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

/** Collects failing checks, each as the revert that it leads to. */
export function createFailures<check extends string>() {
  const failures: (Failure & { check: check })[] = []
  return {
    failures,
    fail(check: check, errorName: string, ...args: unknown[]): void {
      failures.push({ check, ...explainError(errorName, args) })
    },
    /** Fails where more is known than the error says. */
    failBecause(
      check: check,
      words: Pick<Failure, 'message' | 'remedy'>,
      errorName: string,
      ...args: unknown[]
    ): void {
      failures.push({ check, ...explainError(errorName, args), ...words })
    },
  }
}

/** Explains an error of this package's contracts. */
export function explainError(errorName: string, args: readonly unknown[]): Failure {
  return explainRevert(encodeErrorResult({ abi: ownErrors, errorName, args }))!
}
