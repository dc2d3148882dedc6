import { sleep } from '../../base/sleep.js'
import { StepPromptError } from '../../service/steps/errors.js'

/**
 * Waits for a wallet's answer, for so long.
 *
 * @throws {@link StepPromptError}, or what the wallet throws.
 */
export async function answerInTime<answer>(
  asked: Promise<answer>,
  { step, timeoutMs, isKept = false }: { step: string; timeoutMs: number; isKept?: boolean },
): Promise<answer> {
  const over = new AbortController()
  const late = sleep(timeoutMs, over.signal).then(() => {
    throw new StepPromptError({ step, timeoutMs, isKept })
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    over.abort()
  }
}
