import { nextSteps } from '../../state/nextSteps.js'
import { requestState } from '../../state/requestState.js'
import type { Verification } from '../../verification.js'
import { element } from '../dom.js'
import { countdown } from './countdown.js'

/** The result in one line, where the request stands, and what to do. */
export function verdict(verification: Verification, now: number): HTMLElement {
  const { valid, order, termsDeadline, onchain } = verification
  const deadline = order?.deadline ?? termsDeadline
  const settled = onchain?.settlement?.settled
  return element(
    'section',
    { class: `verdict ${valid ? 'passed' : 'failed'}`, 'aria-label': 'Verdict' },
    element('h2', {}, valid ? 'valid' : 'invalid'),
    element(
      'ul',
      { class: 'state' },
      fact('payment', stateNames[requestState(verification)]),
      fact('settlement', settled === undefined ? "can't tell" : answer(settled)),
      fact('deadline', deadline === undefined ? "can't tell" : countdown(deadline)),
    ),
    element('h3', {}, 'What to do next'),
    element('ul', {}, ...nextSteps(verification, now).map((step) => element('li', {}, step))),
  )
}

const stateNames = {
  paid: 'paid',
  returned: 'returned',
  authorized: 'authorized, not paid',
  'not paid': 'not paid',
  unknown: "can't tell",
}

/** Deposits are on the origin chain, so a fill is seldom settled beyond doubt. */
function answer(settled: boolean | null): string {
  return settled === null ? 'no rule fails' : settled ? 'yes' : 'no'
}

function fact(name: string, value: string | HTMLElement): HTMLElement {
  return element('li', {}, element('span', { class: 'name' }, name), value)
}
