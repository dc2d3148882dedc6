import type { RouteCount } from '../records/routes.js'
import { barPlot } from './barPlot.js'

const mostBars = 12

/** How many lines are valid on each route, the largest first. */
export function routePlot(routes: readonly RouteCount[]): HTMLElement {
  const sizeOf = ({ valid, notValid }: RouteCount) => valid + notValid
  const largest = [...routes].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, mostBars)
  const title = `Valid and not valid lines by route${routes.length > mostBars ? ', the largest' : ''}`
  return barPlot(
    title,
    largest.map(({ name, valid, notValid }) => ({
      label: `${name}: ${valid.toLocaleString('en-US')} valid, ${notValid.toLocaleString('en-US')} not valid`,
      parts: [
        { kind: 'valid', from: 0, to: valid },
        { kind: 'not-valid', from: valid, to: valid + notValid },
      ],
    })),
  )
}
