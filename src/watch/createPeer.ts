import type { FillproofError } from '../base/FillproofError.js'
import { readRetryAfter } from '../client/transport/readRetryAfter.js'
import type { Clock } from './clock.js'
import type { Pace } from './createPace.js'
import type { Tell } from './createTeller.js'

/** The clock, the messages and the end signal for all requests of a run. */
export type PeerContext = {
  clock: Clock
  tell: Tell
  signal: AbortSignal
  /** Called with each request to an endpoint, and with each failed request. */
  count?: ((what: 'requests' | 'faults', endpoint: string) => void) | undefined
  /** Called with the error of each failed request. */
  onFault?: ((error: FillproofError) => void) | undefined
}

export type PeerFault = {
  error: FillproofError
  reason: string
  /** Whether the endpoint answers no requests at present. The request is then repeated for as long as this lasts. */
  isOutage: boolean
  /** Whether the endpoint requested a lower rate. */
  isLimited?: boolean
}

type EndpointParameters = {
  /** The endpoint's name in messages. It can start a sentence. */
  name: string
  /** The endpoint's URL without the parts that may hold a key. */
  origin: string
  pace: Pace
}

export type PeerParameters = PeerContext & {
  /** The endpoints, in the order of preference: the first that answers and does not lag is used. */
  endpoints: readonly EndpointParameters[]
  /** Undefined if the error is not a fault of the endpoint. */
  explain(error: unknown, endpoint: EndpointParameters): PeerFault | undefined
}

export type AskOptions = {
  /** See {@link Pace.takeTurn}. */
  who?: string | undefined
  /** Ends only this request. */
  signal?: AbortSignal | undefined
}

/** The nodes of a chain, or the service. */
export type Peer = {
  /** A `fetch` for each endpoint, which obeys Retry-After and reports a request that gets no answer for long. */
  fetches: readonly (typeof globalThis.fetch)[]
  /** Repeats a request, slowly, while the endpoints fail. `call` receives the number of the endpoint to use. */
  ask<result>(call: (endpoint: number) => Promise<result>, options?: AskOptions): Promise<result>
  /** Sends one request to one endpoint, without a retry. Undefined if the request failed. */
  probe<result>(endpoint: number, call: () => Promise<result>): Promise<result | undefined>
  /** Uses endpoints that lag only if no other endpoint answers. */
  setBehind(behind: ReadonlySet<number>): void
}

/** The most attempts of a request, unless the fault is an outage. */
const mostAttempts = 5
/** The most attempts before anything has answered: the URL may be wrong. */
const firstAttempts = 3
/** A slow phase ends after this many answers in a row. */
const goodAnswers = 5
const shortestWaitMs = 1_000
const longestWaitMs = 10_000
const longestRetryAfterMs = 3_600_000
const silenceMs = 2_000
/**
 * Creates the connection to a peer that may fail, with one or more endpoints.
 *
 * - A failed request goes to the next endpoint that answers. If there is none, it waits for at least a second.
 * - While no endpoint answers, the wait before each request grows with the duration of the fault, up to 10 seconds. If an
 *   endpoint sends Retry-After, requests also wait for that time, at most an hour.
 */
export function createPeer(parameters: PeerParameters): Peer {
  const { clock, signal, explain } = parameters
  const endpoints = parameters.endpoints.map((endpoint) => createEndpoint(endpoint, parameters))
  let behind: ReadonlySet<number> = new Set()
  let hasAnswered = false

  function choose(): number {
    const numbers = endpoints.map((_, index) => index)
    const well = numbers.filter((index) => !endpoints[index]!.isFaulty())
    return (
      well.find((index) => !behind.has(index)) ??
      well[0] ??
      numbers.reduce((best, index) =>
        endpoints[index]!.retryAt() < endpoints[best]!.retryAt() ? index : best,
      )
    )
  }

  async function attempt<result>(index: number, call: () => Promise<result>): Promise<Outcome<result>> {
    const endpoint = endpoints[index]!
    try {
      const value = await call()
      endpoint.noteAnswer()
      hasAnswered = true
      return { value }
    } catch (error) {
      signal.throwIfAborted()
      const fault = explain(error, parameters.endpoints[index]!)
      if (!fault) throw error
      hasAnswered ||= endpoint.hasAnswered()
      endpoint.noteFault(fault)
      return { fault }
    }
  }

  async function ask<result>(
    call: (endpoint: number) => Promise<result>,
    { who, signal: own = signal }: AskOptions = {},
  ): Promise<result> {
    const both = own === signal ? signal : AbortSignal.any([own, signal])
    for (let attempts = 1; ; ) {
      const index = choose()
      if (!(await endpoints[index]!.waitForTurn(both, who, () => choose() === index))) continue
      const outcome = await endOn(
        both,
        attempt(index, () => call(index)),
      )
      if ('value' in outcome) return outcome.value
      const { fault } = outcome
      const most = hasAnswered ? mostAttempts : firstAttempts
      if (attempts++ >= most && !(fault.isOutage && hasAnswered)) throw fault.error
      if (endpoints[choose()]!.isFaulty()) await clock.sleep(shortestWaitMs, both)
    }
  }

  return {
    fetches: endpoints.map(({ fetch }) => fetch),
    ask,
    async probe(index, call) {
      const endpoint = endpoints[index]!
      if (endpoint.retryAt() > clock.now()) return undefined
      await endpoint.waitForTurn(signal, undefined, () => true)
      const outcome = await attempt(index, call)
      return 'value' in outcome ? outcome.value : undefined
    },
    setBehind(now) {
      behind = now
    },
  }
}

type Outcome<result> = { value: result } | { fault: PeerFault }

/** Rejects when the signal aborts, even if the request continues. */
async function endOn<result>(signal: AbortSignal, work: Promise<result>): Promise<result> {
  signal.throwIfAborted()
  let end = () => {}
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    work.catch(() => {})
    signal.removeEventListener('abort', end)
  }
}

function createEndpoint({ name, origin, pace }: EndpointParameters, context: PeerContext) {
  const { clock, tell, signal, count, onFault } = context
  let faultySince: number | undefined
  let retryAt = 0
  let answers = 0
  let hasAnswered = false

  function noteStatus({ ok, status, headers }: Response): void {
    hasAnswered ||= ok || status >= 500 || [408, 425, 429].includes(status)
    const waitMs = ok ? undefined : readRetryAfter(headers.get('retry-after'), clock.now())
    if (waitMs) retryAt = Math.max(retryAt, clock.now() + Math.min(waitMs, longestRetryAfterMs))
  }

  return {
    isFaulty: () => faultySince !== undefined,
    retryAt: () => retryAt,
    hasAnswered: () => hasAnswered,

    noteFault({ error, reason, isLimited }: PeerFault): void {
      onFault?.(error)
      const now = clock.now()
      faultySince ??= now
      answers = 0
      retryAt = Math.max(retryAt, now + Math.min(now - faultySince, longestWaitMs))
      if (isLimited) pace.reduce()
      pace.hold(name)
      count?.('faults', origin)
      tell(name, `${name}: ${reason} Trying again.`)
    },

    noteAnswer(): void {
      faultySince = undefined
      answers += 1
      if (answers === goodAnswers) pace.release(name)
    },

    /** Waits until a request may be sent. False if another endpoint became the better choice. */
    async waitForTurn(
      signal: AbortSignal,
      who: string | undefined,
      isChosen: () => boolean,
    ): Promise<boolean> {
      do {
        const waitMs = retryAt - clock.now()
        if (waitMs > 0) await clock.sleep(waitMs, signal)
        await pace.takeTurn(signal, who)
        if (!isChosen()) return false
      } while (retryAt > clock.now())
      return true
    },

    /** Fetches without limits of its own: the caller limits the answer's size and time. */
    async fetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
      const timer = setTimeout(
        () => tell(`${name} is silent`, `${name} has not answered for ${silenceMs / 1000} s.`),
        silenceMs,
      )
      count?.('requests', origin)
      try {
        const both = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
        const response = await fetch(input, { ...init, signal: both })
        noteStatus(response)
        return response
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
