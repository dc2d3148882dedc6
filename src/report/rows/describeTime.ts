const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The last second that a date can hold. */
const lastSecond = 8_640_000_000_000

/**
 * Describes a time in Unix seconds in the local zone, such as
 * `21 Nov 2026, 20:03:11 UTC (in 4 min)`.
 */
export function describeTime(seconds: number, now: number): string {
  if (seconds > lastSecond) return `${seconds} (never, in effect)`
  const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })
  return `${local.format(seconds * 1000)} (${describeDistance(seconds - now)})`
}

/** Describes a past time. If the clock of the chain or the service is ahead of this machine's, says so. */
export function describePast(seconds: number, now: number): string {
  return seconds > now
    ? describeTime(seconds, now).replace(/\(in (.*)\)$/, "($1 ahead of this machine's clock)")
    : describeTime(seconds, now)
}

function describeDistance(seconds: number): string {
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  const relative = new Intl.RelativeTimeFormat('en', { style: 'short', numeric: 'always' })
  return relative.format(Math.trunc(seconds / size), unit).replace('.', '')
}
