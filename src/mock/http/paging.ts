import * as z from 'zod'
import { CallerError } from '../callerError.js'

/** A record and its place: the value by which the listing is sorted, and a number that breaks ties. */
type Placed<item> = { item: item; value: number; index: number }

type PageParameters = {
  limit: number
  /** The continuation that the previous page returned. */
  continuation: string | undefined
  direction: 'asc' | 'desc'
}

const place = z.tuple([z.number(), z.int()])

/**
 * Returns the next page of a listing.
 *
 * A continuation names the place of a page's last record. So the next page continues there, even if new records were added.
 *
 * @throws {@link CallerError} on an invalid continuation.
 */
export function takePage<item>(
  placed: readonly Placed<item>[],
  { limit, continuation, direction }: PageParameters,
): { items: item[]; next: { continuation?: string } } {
  const sign = direction === 'asc' ? 1 : -1
  const compare = (one: readonly [number, number], other: readonly [number, number]) =>
    sign * (one[0] - other[0] || one[1] - other[1])
  const after = continuation === undefined ? undefined : readContinuation(continuation)
  const rest = placed
    .filter(({ value, index }) => !after || compare([value, index], after) > 0)
    .sort((one, other) => compare([one.value, one.index], [other.value, other.index]))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ item }) => item),
    next: rest.length > page.length && last ? { continuation: writeContinuation(last) } : {},
  }
}

function writeContinuation({ value, index }: { value: number; index: number }): string {
  return Buffer.from(JSON.stringify([value, index])).toString('base64url')
}

function readContinuation(text: string): readonly [number, number] {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new CallerError('UNKNOWN_ERROR', 'continuation: must be that of the previous page.')
  }
}
