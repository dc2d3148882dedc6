import type { FillproofError } from '../base/FillproofError.js'
import { readRetryAfter } from '../client/transport/readRetryAfter.js'
import type { Clock } from './clock.js'
import type { Pace } from './createPace.js'
import type { Tell } from './createTeller.js'

/** What the neighbors of a run share. */
export type PeerContext = {
  clock: Clock
  pace: Pace
  tell: Tell
  signal: AbortSignal
}

export type PeerFault = {
  error: FillproofError
  reason: string
  /** It would not answer any request now, so the request is repeated for as long as it takes. */
  isOutage: boolean
}

export type PeerParameters = PeerContext & {
  /** Begins a sentence. */
  name: string
  /** Undefined for what is no fault of the neighbor. */
  explain(error: unknown): PeerFault | undefined
}

/** The node or the service. */
export type Peer = {
  /** Heeds Retry-After, and reports a request without an answer. */
  fetch: typeof globalThis.fetch
  /** Repeats a request while the neighbor fails, slowly. */
  ask<result>(call: () => Promise<result>): Promise<result>
}

/** A request that is refused so often is given up. */
const mostAttempts = 5
/** Where nothing ever answered, the URL may be wrong. */
const firstAttempts = 3
/** So many answers in a row end a slow phase. */
const goodAnswers = 5
const shortestWaitMs = 1_000
const longestWaitMs = 10_000
const longestRetryAfterMs = 3_600_000
const silenceMs = 2_000

/**
 * Creates the way to a neighbor that may fail.
 *
 * - Rule: a failed request waits for a second or more. While nothing is answered, all requests wait as long as the fault
 *   has lasted already, at most 10 seconds, and for what Retry-After asks.
 */
export function createPeer({ name, clock, pace, tell, signal, explain }: PeerParameters): Peer {
  let faultySince: number | undefined
  let retryAt = 0
  let answers = 0
  let hasAnswered = false

  function noteFault(reason: string): void {
    const now = clock.now()
    faultySince ??= now
    answers = 0
    retryAt = Math.max(retryAt, now + Math.min(now - faultySince, longestWaitMs))
    pace.hold(name)
    tell(name, `${name}: ${reason} Trying again.`)
  }

  function noteAnswer(): void {
    faultySince = undefined
    answers += 1
    if (answers === goodAnswers) pace.release(name)
  }

  async function waitForTurn(): Promise<void> {
    do {
      const waitMs = retryAt - clock.now()
      if (waitMs > 0) await clock.sleep(waitMs, signal)
      await pace.takeTurn(signal)
    } while (retryAt > clock.now())
  }

  function noteStatus({ ok, status, headers }: Response): void {
    hasAnswered ||= ok || status >= 500 || [408, 425, 429].includes(status)
    const waitMs = ok ? undefined : readRetryAfter(headers.get('retry-after'), clock.now())
    if (waitMs) retryAt = Math.max(retryAt, clock.now() + Math.min(waitMs, longestRetryAfterMs))
  }

  return {
    async fetch(input, init) {
      const timer = setTimeout(
        () => tell(`${name} is silent`, `${name} has not answered for ${silenceMs / 1000} s.`),
        silenceMs,
      )
      const end = () => clearTimeout(timer)
      const ends = { flush: end, cancel: end }
      const signals = init?.signal ? [init.signal, signal] : [signal]
      try {
        const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
        noteStatus(response)
        if (!response.body) end()
        const body = response.body?.pipeThrough(new TransformStream(ends))
        return new Response(body, response)
      } catch (error) {
        end()
        throw error
      }
    },
    async ask(call) {
      for (let attempt = 1; ; attempt++) {
        await waitForTurn()
        try {
          const result = await call()
          noteAnswer()
          return result
        } catch (error) {
          signal.throwIfAborted()
          const fault = explain(error)
          if (!fault) throw error
          noteFault(fault.reason)
          const most = hasAnswered ? mostAttempts : firstAttempts
          if (attempt >= most && !(fault.isOutage && hasAnswered)) throw fault.error
          await clock.sleep(shortestWaitMs, signal)
        }
      }
    },
  }
}
