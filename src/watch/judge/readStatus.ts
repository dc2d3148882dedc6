import { cleanText } from '../../base/cleanText.js'
import { isOver } from '../../service/resources/requestStatus.js'
import type { ServiceAnswer, Status } from '../service.js'
import type { KnownFacts } from './judgeFill.js'

/**
 * Reads the service's status of a fill's request. `wait` means that the request may still succeed.
 *
 * @param given.isKnown - Whether the fill is already contradicted. If true, an unfinished request is not awaited.
 */
export function readStatus(
  answer: ServiceAnswer<Status>,
  { isKnown, isGraceOver }: { isKnown: boolean; isGraceOver: boolean },
): KnownFacts | 'wait' {
  const unknown = (reason: string): KnownFacts => ({ facts: {}, why: { status: `the status: ${reason}` } })
  if ('problem' in answer) return unknown(answer.problem)
  const status = cleanText(answer.value?.status ?? 'unknown to the service')
  const statedFills = (answer.value?.transactions ?? []).map((hash) => cleanText(hash))
  if (status === 'success') {
    return statedFills.length > 0
      ? { facts: { status, statedFills } }
      : { facts: { status }, why: { statedFills: 'the status: it names no transaction' } }
  }
  if (isOver(status)) return { facts: { status } }
  if (isKnown) return unknown('it was not waited for, as the fill contradicts already')
  return isGraceOver ? { facts: { status } } : 'wait'
}
