import { element, svgElement } from '../dom.js'

/** A label, and below it the parts of a bar, in one unit for all bars. */
export type Bar = { label: string; parts: readonly { kind: string; from: number; to: number }[] }

const width = 600
const barHeight = 14
const rowHeight = 38

/** Horizontal bars on one scale. Their labels are what a screen reader says. */
export function barPlot(title: string, bars: readonly Bar[]): HTMLElement {
  const ends = bars.flatMap(({ parts }) => parts.map(({ to }) => to))
  const scale = width / Math.max(1, ...ends)
  const rows = bars.flatMap((bar, index) => drawBar(bar, index * rowHeight, scale))
  const label = bars.map((bar) => bar.label).join('; ')
  const viewBox = `0 0 ${width} ${bars.length * rowHeight}`
  return element(
    'figure',
    { class: 'plot' },
    element('figcaption', {}, title),
    svgElement('svg', { viewBox, role: 'img', 'aria-label': label }, ...rows) as never,
  )
}

function drawBar({ label, parts }: Bar, top: number, scale: number): SVGElement[] {
  const rectangles = parts.map(({ kind, from, to }) =>
    svgElement('rect', {
      class: kind,
      x: String(from * scale),
      y: String(top + 18),
      width: String((to - from) * scale),
      height: String(barHeight),
    }),
  )
  return [svgElement('text', { x: '0', y: String(top + 13) }, label), ...rectangles]
}
