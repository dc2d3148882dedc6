import { element, svgElement } from '../dom.js'
import type { Route } from '../records/routes.js'

const mostBars = 12
const width = 600
const barHeight = 14
const rowHeight = 38

/** How many lines are valid on each route, the largest first. */
export function routePlot(routes: readonly Route[]): HTMLElement {
  const sizeOf = ({ valid, notValid }: Route) => valid + notValid
  const largest = [...routes].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostBars)
  const scale = width / Math.max(...largest.map(sizeOf))
  const bars = largest.flatMap((route, index) => drawRoute(route, index * rowHeight, scale))
  const height = largest.length * rowHeight
  const title = `Valid and not valid lines by route${routes.length > mostBars ? ', the largest' : ''}`
  return element(
    'figure',
    { class: 'plot' },
    element('figcaption', {}, title),
    svgElement(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': describe(largest) },
      ...bars,
    ) as never,
  )
}

function drawRoute({ name, valid, notValid }: Route, top: number, scale: number): SVGElement[] {
  const y = String(top + 18)
  const height = String(barHeight)
  const bar = (kind: string, x: number, count: number) =>
    svgElement('rect', { class: kind, x: String(x), y, width: String(count * scale), height })
  const label = `${name}: ${valid.toLocaleString('en-US')} valid, ${notValid.toLocaleString('en-US')} not`
  return [
    svgElement('text', { x: '0', y: String(top + 13) }, label),
    bar('valid', 0, valid),
    bar('not-valid', valid * scale, notValid),
  ]
}

function describe(routes: readonly Route[]): string {
  return routes
    .map(({ name, valid, notValid }) => `${name}: ${valid} valid, ${notValid} not valid`)
    .join('; ')
}
