import { formatUnits } from 'viem'
import { formatCount } from '../../base/formatCount.js'
import { describePast } from '../../report/rows/describeTime.js'
import { element, shorten } from '../dom.js'

/** Returns the URL of an address or a transaction at the chain's explorer; undefined if there is no explorer. */
export type Explorer = (chainId: number, kind: 'address' | 'tx', value: string) => string | undefined

type ShownPlace = { chainId: number | null | undefined; kind: 'address' | 'tx'; explorer: Explorer }

/**
 * Renders a shortened id, hash or address, with the full value as title, a copy button, and an explorer link if there is one. The
 * punctuation mark `after` stays on the same line.
 */
export function ref(value: string, place?: ShownPlace, after = ''): HTMLElement {
  const short = shorten(value)
  const href = place?.chainId ? place.explorer(place.chainId, place.kind, value) : undefined
  const link = href && {
    ...{ href, class: 'explorer', target: '_blank', rel: 'noreferrer' },
    'aria-label': `Show ${short} on ${new URL(href).host}`,
  }
  return element(
    'span',
    { class: 'ref' },
    element('code', { title: value }, short),
    copyButton(value, short),
    link && element('a', link, '↗'),
    after,
  )
}

/** Renders the id of the answer: whole if there is room. */
export function wholeId(label: string, id: string): HTMLElement {
  const code = (name: string, text: string) => element('code', { class: name, title: id }, text)
  return element(
    'span',
    { class: 'ref' },
    element('span', { class: 'id-name' }, `${label} `),
    code('whole', id),
    code('short', shorten(id)),
    copyButton(id, shorten(id)),
  )
}

function copyButton(value: string, name: string): HTMLElement {
  const copy = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${name}` })
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value)
    copy.classList.add('copied')
    copy.setAttribute('aria-label', `Copied ${name}`)
  })
  return copy
}

/** Matches long hex, with the punctuation mark after the hex, so that the mark stays on the same line. */
const longHex = /(0x[0-9a-fA-F]{40,}[.,;:]?)/

/**
 * Renders text with its hashes, addresses and bytes shortened. The text is isolated, so that it can't change the writing
 * direction of the text around it.
 */
export function richText(text: string): HTMLElement {
  const parts = text.split(longHex).map((part, index) => (index % 2 === 1 ? shortRef(part) : part))
  return element('bdi', {}, ...parts)
}

/** Shortens hex. A value longer than a hash shows its length. */
function shortRef(text: string): HTMLElement {
  const hex = text.replace(/\W$/, '')
  const after = text.slice(hex.length)
  if (hex.length <= 66) return ref(hex, undefined, after)
  return element('span', { class: 'ref' }, ref(hex), ` ${(hex.length - 2) / 2} bytes`, after)
}

/** Renders a time in the local time zone, with the raw value as title. Shows the date if `first` has another date. */
export function clockTime(seconds: number, first = seconds): HTMLElement {
  const time = new Date(seconds * 1000)
  const title = `${describePast(seconds, Math.floor(Date.now() / 1000))}, ${seconds}`
  const dateOf = (at: number) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(at * 1000)
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(time)
  const text = dateOf(seconds) === dateOf(first) ? clock : `${dateOf(seconds)}, ${clock}`
  return element('time', { datetime: time.toISOString(), title }, text)
}

export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} s`
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return minutes < 2880
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.floor(minutes / 1440)} days`
}

/** Renders a command in a box with a button that copies it. Its lines break only before options, on a phone before each. */
export function commandLine(command: string): HTMLElement {
  const parts = command.split(/ (?=--)/).flatMap((part, index) => {
    // A space between the words is outside of them, so that a line can break there.
    const words = part.split(/( )/).map((word) => (/^(--|0x)/.test(word) ? element('span', {}, word) : word))
    return [index > 0 && ' ', element('span', index > 0 ? { class: 'option' } : {}, ...words)]
  })
  return element('p', { class: 'command' }, element('code', {}, ...parts), copyButton(command, 'the command'))
}

export type Unit = { symbol?: string | null | undefined; decimals?: number | null | undefined }

/** Renders an amount in whole units, with the smallest units as title. Says so if the decimals are unknown. */
export function amount(value: bigint, { symbol, decimals }: Unit): HTMLElement {
  const isKnown = typeof symbol === 'string' && typeof decimals === 'number'
  const title = `${value} in the smallest unit${isKnown ? '; symbol and decimals are not signed' : ''}`
  const text = isKnown
    ? `${formatUnits(value, decimals)} ${symbol}`
    : `${formatCount(value)} units, decimals unknown`
  return element('b', { class: 'amount', title }, element('bdi', {}, text))
}

/** Renders the time to a deadline, which counts down while it is on the page. */
export function countdown(deadline: number): HTMLElement {
  const shown = element('span', { class: 'countdown', role: 'timer' })
  const tick = () => {
    const left = deadline - Math.floor(Date.now() / 1000)
    shown.textContent = left < 0 ? `expired ${duration(-left)} ago` : `${duration(left)} left to fill`
    if (left > 3_153_600_000) shown.textContent = 'no deadline, in effect' // A hundred years.
  }
  tick()
  const timer = setInterval(() => (shown.isConnected ? tick() : clearInterval(timer)), 1000)
  return shown
}
