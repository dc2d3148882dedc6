import type { ServiceEvent } from '../../service/fetchRecord.js'
import { barPlot } from './barPlot.js'

/** What happened to a request, each with the seconds since its creation, and a bar from the event before. */
export function timeline(events: readonly ServiceEvent[]): HTMLElement {
  const begun = events[0]?.at ?? 0
  return barPlot(
    'Statuses over time',
    events.map(({ name, at }, index) => {
      const seconds = at - begun
      const to = Math.max(seconds, 0)
      const before = (events[index - 1]?.at ?? begun) - begun
      const from = Math.min(Math.max(before, 0), to)
      return {
        label: `${name}: ${seconds.toLocaleString('en-US')} s`,
        parts: [{ kind: 'elapsed', from, to }],
      }
    }),
  )
}
