import { sleep } from '../../base/sleep.js'
import { StepPromptError } from '../../service/steps/errors.js'
import { ServiceAbortedError } from '../errors.js'

/**
 * Waits for a wallet's answer, up to a time limit.
 *
 * @throws {@link StepPromptError}, {@link ServiceAbortedError}, or the wallet's error.
 */
export async function answerInTime<answer>(
  asked: Promise<answer>,
  {
    step,
    timeoutMs,
    isKept = false,
    signal,
  }: { step: string; timeoutMs: number; isKept?: boolean; signal?: AbortSignal | undefined },
): Promise<answer> {
  const over = new AbortController()
  const ends = signal ? AbortSignal.any([over.signal, signal]) : over.signal
  const late = sleep(timeoutMs, ends).then(
    () => {
      throw new StepPromptError({ step, timeoutMs, isKept })
    },
    () => {
      throw new ServiceAbortedError({ operation: step })
    },
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    over.abort()
  }
}
