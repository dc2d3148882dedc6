import { formatCount } from '../../base/formatCount.js'
import type { Tally } from '../../batch/tally.js'
import type { Input } from '../input/openInput.js'
import { openStatusLine, type Terminal } from '../openStatusLine.js'

export type Progress = { update(tally: Tally): void; clear(): void }

/** Shows the progress of a check on a terminal. */
export function createProgress(input: Input, stream?: Terminal): Progress {
  const line = openStatusLine(200, stream)
  if (!line) return { update: () => {}, clear: () => {} }
  let begun: { at: number; lines: number; read: number } | undefined
  return {
    update(tally) {
      const at = performance.now()
      const read = input.bytesRead()
      begun ??= { at, lines: tally.lines, read }
      if (!line.isDue()) return
      const seconds = (at - begun.at) / 1000
      const parts = [
        ...describeShare(read, input.size),
        ...describeCounts(tally, (tally.lines - begun.lines) / seconds),
        ...describeTimeLeft(read, input.size, (read - begun.read) / seconds),
      ]
      line.show(parts.join(', '))
    },
    clear: line.clear,
  }
}

function describeShare(read: number, size: number | undefined): string[] {
  return size ? [`${Math.floor((read / size) * 100)} %`] : []
}

function describeCounts({ lines, counts }: Tally, perSecond: number): string[] {
  const broken = counts.invalid + counts.malformed
  return [
    `${format(lines)} checked`,
    ...(broken ? [`${format(broken)} not valid`] : []),
    ...(Number.isFinite(perSecond) ? [`${format(perSecond)}/s`] : []),
  ]
}

function describeTimeLeft(read: number, size: number | undefined, perSecond: number): string[] {
  return size && perSecond > 0 ? [`${formatTime((size - read) / perSecond)} left`] : []
}

function format(value: number): string {
  return formatCount(Math.round(value))
}

/** Formats seconds, such as 3,700 as `1 h 2 min`. */
function formatTime(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
