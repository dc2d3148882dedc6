import type { Abi, Hex } from 'viem'
import { InboxNotFilledError } from '../../client/inbox/errors.js'
import { CallNotPaidError, PaymentReturnedError } from '../../client/receiver/errors.js'
import { FillRevertedError } from '../../contract/errors.js'
import { explainReason, explainRevert, ownErrors } from '../../contract/revert/explainRevert.js'
import { readRevert } from '../../mock/solver/readRevert.js'
import { explainedErrors } from '../../rules/explainedErrors.js'
import type { CallNotPayableError } from '../../service/steps/errors.js'
import { FillFailedError } from '../errors.js'
import { framesOf } from './recordReverts.js'
import { type HookCall, replayHook } from './replayHook.js'
import type { Started } from './startService.js'

type Refusal = Error & {
  errorName?: string | null
  args?: readonly unknown[]
  failures?: CallNotPayableError['failures']
  state?: string
  /** The service's error code. */
  code?: string
}

/**
 * Explains why a fill failed, with the project's own errors.
 *
 * @param call - The call, if it was already quoted.
 */
export async function toFailure(
  { reverts, projectErrors, destinationClient }: Started,
  cause: unknown,
  call: HookCall | undefined,
  subject: 'fill' | 'claim' = 'fill',
): Promise<FillFailedError> {
  const revert = reverts.last()
  const abi = await projectErrors()
  const found = readCause(cause as Refusal, revert, abi)
  const isHook = found.errorName === 'HookFailed'
  const inner = isHook && call ? await replayHook(destinationClient, call) : undefined
  const hookError = isHook ? explainReason(found.args[1] as Hex, { abi }) : null
  // The hook's own error may have the name of a known error, whose remedy would be wrong.
  const remedy = hookError ? undefined : explainedErrors[found.errorName ?? '']?.remedy
  return new FillFailedError({
    ...found,
    subject,
    isRefusal: found.errorName !== null || revert !== undefined || isRefusal(cause),
    reason: inner ? readReason(inner) : found.reason,
    hookError: hookError && { errorName: hookError.name, args: hookError.args },
    knownErrors: [...ownErrors, ...abi].map((error) => (error as { name: string }).name),
    solidityFrames: [...framesOf(inner), ...framesOf(revert)],
    cause,
    metaMessages: (cause as Refusal).code === 'UNSUPPORTED_CURRENCY' ? [ownToken] : remedy ? [remedy] : [],
  })
}

/** Whether an error without a contract error is a refusal: a revert without data, or a request that ended unpaid. */
function isRefusal(cause: unknown): boolean {
  const refused = [FillRevertedError, CallNotPaidError, PaymentReturnedError, InboxNotFilledError].some(
    (one) => cause instanceof one,
  )
  return refused || (cause as Refusal).code === 'DESTINATION_TX_FAILED'
}

const ownToken =
  'Pass your own tokens when the service starts: fillproof.start({ tokens: [address] }), or the setting tokens of loadFixture.'

function readCause(cause: Refusal, revert: Error | undefined, abi: Abi) {
  const { message, errorName, args = [], failures: [failure] = [], state } = cause
  if (errorName || !revert) {
    const [line = ''] = message.split('\n')
    return {
      reason: failure?.message ?? line,
      errorName: errorName ?? failure?.name ?? state ?? null,
      args: failure?.args ?? args,
    }
  }
  const { data, message: reason } = readRevert(revert)
  const explained = explainRevert(data, { abi })
  return {
    reason: explained?.message ?? reason,
    errorName: explained?.name ?? null,
    args: explained?.args ?? [],
  }
}

/** Returns Hardhat's message, which contains the errors of the project's contracts. */
function readReason(error: Error): string {
  let reason = error.message
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (framesOf(current).length > 0) reason = current.message
  }
  return reason.replace(/^VM Exception while processing transaction: /, '')
}
