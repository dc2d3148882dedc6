import { cleanText } from '../../base/cleanText.js'
import { isOver } from '../../service/resources/requestStatus.js'
import type { ServiceAnswer, Status } from '../service.js'
import type { FillEvent } from '../types.js'
import type { RuleResult } from './rules.js'

export type CheckStatusParameters = {
  fill: Pick<FillEvent, 'transactionHash'>
  answer: ServiceAnswer<Status>
  /** Then an unfinished request is not waited for. */
  isContradicted: boolean
  isGraceOver: boolean
}

/** Checks the status of a fill's request. `wait` says that the request may still succeed. */
export function checkStatus(parameters: CheckStatusParameters): RuleResult[] | 'wait' {
  const { fill, answer, isContradicted, isGraceOver } = parameters
  if ('problem' in answer) return [{ reason: `the status: ${answer.problem}` }]
  const status = cleanText(answer.value?.status ?? 'unknown to the service')
  if (status === 'success') return checkTransactions(fill, answer.value?.transactions ?? [])
  const isFinal = isOver(status)
  if (!isFinal && isContradicted) {
    return [{ reason: 'the status: it was not waited for, as the fill contradicts already' }]
  }
  if (!isFinal && !isGraceOver) return 'wait'
  const message = `The service says that the request is ${status}.`
  return [{ kind: 'notSuccessful', expected: 'success', actual: status, message }]
}

function checkTransactions(
  { transactionHash }: Pick<FillEvent, 'transactionHash'>,
  transactions: readonly string[],
): RuleResult[] {
  if (transactions.length === 0) return [{ reason: 'the status: it names no transaction' }]
  if (transactions.includes(transactionHash)) return []
  const actual = cleanText(transactions.join(', '))
  const message = 'The service names another transaction for the request.'
  return [{ kind: 'otherTransaction', expected: transactionHash, actual, message }]
}
