import { zeroAddress } from 'viem'
import { element } from '../dom.js'
import { amount, richText, type Unit } from './values.js'

/** Good news, bad news, money that came back, something to wait or look for, or nothing known. */
export type Tone = 'good' | 'bad' | 'back' | 'open' | 'unknown'

/** `yes` is signed or measured; `reported` is the service's word alone, and has no color. */
export type CardMark = 'yes' | 'no' | 'back' | 'wait' | 'reported' | 'unknown'

/** Who says it: the solver by a signature, the chain, or the service. */
export type Source = 'signed' | 'measured' | 'reported'

export type CardLine = {
  mark: CardMark
  label: string
  text: (Node | string)[]
  source?: Source | undefined
}

export const line = (
  mark: CardMark,
  label: string,
  source: CardLine['source'],
  ...text: CardLine['text']
): CardLine => ({ mark, label, source, text })

type Moved = Unit & { amount: bigint; token: string; block: bigint; transactionHash: string }

/** Makes the line of money that a chain measured. */
export function movedLine(
  mark: CardMark,
  label: string,
  { amount: value, token, block, transactionHash, ...unit }: Moved,
  to: string,
  at: (kind: 'address' | 'tx', value: string) => HTMLElement,
): CardLine {
  const of =
    token === zeroAddress ? (unit.symbol ? [] : [' of native currency']) : [' of ', at('address', token)]
  const where = [' to ', at('address', to), ` in block ${block}, `, at('tx', transactionHash)]
  return line(mark, label, 'measured', amount(value, unit), ...of, ...where)
}

export type CardParameters = {
  tone: Tone
  headline: string
  /** Who says it. */
  says?: string | undefined
  transfer?: HTMLElement | undefined
  why?: string | undefined
  lines?: readonly CardLine[]
  notes?: readonly string[]
  steps: readonly string[]
}

const marks: Record<CardMark, string> = {
  yes: '✔',
  no: '✘',
  back: '↩',
  wait: '…',
  reported: '❝',
  unknown: '?',
}

/** Makes the first screen: what happened and who says so, the transfer, who vouches for what, and what to do next. */
export function card({ tone, headline, says, transfer, why, lines = [], notes = [], steps }: CardParameters) {
  const [next, ...others] = steps
  return element(
    'section',
    { class: `card ${tone}`, 'aria-label': 'Verdict', tabindex: '-1' },
    element('div', { class: 'headline' }, element('h2', {}, headline), says && element('span', {}, says)),
    transfer,
    why !== undefined && element('p', { class: 'why' }, 'Why: ', richText(why)),
    lines.length > 0 && element('ul', { class: 'lines' }, ...lines.map(describeLine)),
    ...notes.map((note) => element('p', { class: 'note' }, richText(note))),
    next !== undefined && element('p', { class: 'next' }, element('strong', {}, 'Next: '), richText(next)),
    others.length > 0 &&
      element('ul', { class: 'others' }, ...others.map((step) => element('li', {}, richText(step)))),
  )
}

function describeLine({ mark, label, text, source }: CardLine): HTMLElement {
  return element(
    'li',
    { class: mark },
    element('span', { class: 'mark', 'aria-hidden': 'true' }, marks[mark]),
    element('b', {}, label),
    element('span', {}, ...text),
    source && element('span', { class: `source ${source}` }, source),
  )
}
