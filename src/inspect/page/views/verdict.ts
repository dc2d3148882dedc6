import { outcomeRows } from '../../rows/outcomeRows.js'
import { nextSteps } from '../../state/nextSteps.js'
import { isGood, type Verification } from '../../verification.js'
import { element } from '../dom.js'
import { countdown } from './countdown.js'

/** Who signed it, what happened to it, and what to do. */
export function verdict(verification: Verification, now: number): HTMLElement {
  const { order, termsDeadline, onchain } = verification
  const deadline = order?.deadline ?? termsDeadline
  const settled = onchain?.settlement?.settled
  const [genuine, outcome] = outcomeRows(verification)
  const source = outcome.source === undefined ? '' : ` (${outcome.source})`
  return element(
    'section',
    { class: `verdict ${isGood(verification) ? 'passed' : 'failed'}`, 'aria-label': 'Verdict' },
    element('h2', {}, genuine.text),
    element(
      'ul',
      { class: 'state' },
      fact('outcome', `${outcome.text}${source}`),
      fact('settlement', settled === undefined ? "can't tell" : answer(settled)),
      fact('deadline', deadline === undefined ? "can't tell" : countdown(deadline)),
    ),
    element('h3', {}, 'What to do next'),
    element('ul', {}, ...nextSteps(verification, now).map((step) => element('li', {}, step))),
  )
}

/** Deposits are on the origin chain, so a fill is seldom settled beyond doubt. */
function answer(settled: boolean | null): string {
  return settled === null ? 'no rule fails' : settled ? 'yes' : 'no'
}

function fact(name: string, value: string | HTMLElement): HTMLElement {
  return element('li', {}, element('span', { class: 'name' }, name), value)
}
