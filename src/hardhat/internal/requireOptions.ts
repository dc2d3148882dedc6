import { MockOptionError } from '../../mock/errors.js'
import { requireKnown } from '../../mock/requireOption.js'
import type { FillproofOptions, FillproofParameters } from '../types.js'

const evidences: readonly FillproofOptions['evidence'][] = ['signedOrder', 'attestedOrder', 'registeredTerms']

/** Options of the mock that the connection and the evidence decide. */
const decided = ['chains', 'idForm', 'unref']

/** The mock refuses all others that it does not know. @throws {@link MockOptionError} */
export function requireOptions(options: FillproofOptions): void {
  const { evidence } = options
  const option = decided.find((name) => name in options)
  if (option) {
    throw new MockOptionError({ option, value: 'one', requirement: 'left out: the connection decides it' })
  }
  if (evidence === undefined || evidences.includes(evidence)) return
  throw new MockOptionError({ option: 'evidence', value: evidence, requirement: evidences.join(' or ') })
}

/** @throws {@link MockOptionError} */
export function requireParameters(parameters: FillproofParameters): void {
  requireKnown('fill.', parameters, [
    'recipient',
    'amount',
    'token',
    'originCurrency',
    'data',
    'deadline',
    'refundTo',
    'receiver',
  ])
}
