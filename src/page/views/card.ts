import { zeroAddress } from 'viem'
import { element } from '../dom.js'
import { amount, commandLine, richText, type Unit } from './values.js'

/** The tone of a card. `back`: the money came back. `open`: something to wait or look for. */
export type Tone = 'good' | 'bad' | 'back' | 'open' | 'unknown'

/** `yes` is signed or measured. `reported` is only the service's word. `conflict`: a measurement contradicts that word. */
export type CardMark = 'yes' | 'no' | 'back' | 'wait' | 'reported' | 'conflict' | 'unknown'

/** The source of a statement: the solver's signature, the chain, the service, or a check of the signature. */
export type Source = 'signed' | 'measured' | 'reported' | 'checked here'

export type CardLine = { mark: CardMark; label: string; text: (Node | string)[]; source?: Source | undefined }

export const line = (
  mark: CardMark,
  label: string,
  source: CardLine['source'],
  ...text: CardLine['text']
): CardLine => ({ mark, label, source, text })

/** Renders a block number as text that does not wrap. */
export const inBlock = (block: bigint) => element('span', { class: 'ref' }, `in block ${block},`)

type Moved = Unit & { amount: bigint; token: string; block: bigint; transactionHash: string }

/** Renders an address or a transaction, and the punctuation mark after it. */
export type Place = (kind: 'address' | 'tx', value: string, after?: string) => HTMLElement

/** Creates the line for the money that the receiver measured. `by` says who paid. */
export function movedLine(
  mark: CardMark,
  label: string,
  { amount: value, token, block, transactionHash, ...unit }: Moved,
  to: string,
  at: Place,
  by: readonly (Node | string)[] = [],
): CardLine {
  const of =
    token === zeroAddress ? (unit.symbol ? [] : [' of native currency']) : [' of ', at('address', token)]
  const went = mark === 'back' ? ' was sent to ' : ' arrived at '
  const where = [went, at('address', to), ' ', inBlock(block), ' ']
  const hash = at('tx', transactionHash, by.length > 0 ? ',' : '')
  return line(mark, label, 'measured', amount(value, unit), ...of, ...where, hash, ...by)
}

export type CardParameters = {
  tone: Tone
  headline: string
  /** The source of the headline. */
  says?: string | undefined
  transfer?: HTMLElement | undefined
  why?: string | undefined
  lines?: readonly CardLine[]
  notes?: readonly string[]
  steps: readonly string[]
  /** The command for the first step. `about` explains the command. */
  command?: string | undefined
  about?: string | undefined
  /** Whether a next step asks the user to fill in the connection form. */
  usesConnection?: boolean
}

const marks: Record<CardMark, string> = {
  yes: '✔',
  no: '✘',
  back: '↩',
  wait: '…',
  reported: '❝',
  conflict: '⚠\uFE0E',
  unknown: '?',
}

/** Creates the first screen: outcome and source, the transfer, who vouches for which fact, and the next steps. */
export function card(parameters: CardParameters) {
  const { tone, headline, says, transfer, why, lines = [], notes = [], steps, command, about } = parameters
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
    command !== undefined && commandLine(command),
    about !== undefined && element('p', { class: 'hint' }, ...about.split(/(--\w+)/).map(keepWhole)),
    others.length > 0 &&
      element('ul', { class: 'others' }, ...others.map((step) => element('li', {}, richText(step)))),
  )
}

/** Keeps an option on one line. */
const keepWhole = (part: string) => (part.startsWith('--') ? element('code', { class: 'ref' }, part) : part)

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
