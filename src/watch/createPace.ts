import type { Clock } from './clock.js'

/** The request rate of one endpoint, shared by everything that uses the endpoint. */
export type Pace = {
  isSlow(): boolean
  /** Slows every request down until `who` is released. */
  hold(who: string): void
  release(who: string): void
  /** Records that the endpoint requested a lower rate. Halves the rate, unless the caller has fixed it. */
  reduce(): void
  /**
   * Resolves when the next request may be sent.
   *
   * @param who - The name of the caller. Callers with different names take turns. Requests without a name belong to the scan
   *   of the chain, which gets every second turn.
   */
  takeTurn(signal: AbortSignal, who?: string): Promise<void>
}

/** The gap between two requests in slow mode: fewer than three requests per second. */
const slowGapMs = 350
/** A measured budget grows by a fifth in this many milliseconds. */
const growMs = 10_000
/** How late a timer may be, in milliseconds, without delaying the requests after it. */
const latenessMs = 20
const fewestPerSecond = 1
/** A measured budget that grows beyond this many requests per second is dropped, which removes the limit. */
const mostPerSecond = 1_000

type Waiting = { start(): void }

/** @param perSecond - The most requests per second. Defaults to the rate that the endpoint's answers allow. */
export function createPace(clock: Clock, perSecond?: number): Pace {
  const held = new Set<string>()
  const budget = createBudget(clock, perSecond)
  const queue = createQueue()
  let lastAt = Number.NEGATIVE_INFINITY
  let pumping: AbortController | undefined

  const gapMs = () => Math.max(held.size > 0 ? slowGapMs : 0, budget.gapMs())

  function note(at: number): void {
    lastAt = at
    budget.note()
  }

  async function pump(own: AbortController): Promise<void> {
    while (!queue.isEmpty() && !own.signal.aborted) {
      const now = clock.now()
      const at = Math.max(lastAt + gapMs(), now - latenessMs)
      if (at > now) {
        await clock.sleep(at - now, own.signal).catch(() => {})
        continue
      }
      note(at)
      queue.next()?.start()
    }
    if (pumping === own) pumping = undefined
  }

  return {
    isSlow: () => held.size > 0,
    hold: (who) => void held.add(who),
    release: (who) => void held.delete(who),
    reduce: budget.reduce,
    async takeTurn(signal, who = '') {
      signal.throwIfAborted()
      const now = clock.now()
      if (queue.isEmpty() && lastAt + gapMs() <= now) return note(now)
      await new Promise<void>((resolve, reject) => {
        const end = () => {
          queue.remove(who, waiting)
          if (queue.isEmpty()) pumping?.abort()
          reject(signal.reason)
        }
        const waiting = {
          start() {
            signal.removeEventListener('abort', end)
            resolve()
          },
        }
        signal.addEventListener('abort', end, { once: true })
        queue.add(who, waiting)
        if (!pumping || pumping.signal.aborted) {
          pumping = new AbortController()
          void pump(pumping)
        }
      })
    },
  }
}

/** Lets the callers send in turns, by their names. The scan, which has no name, gets every second turn. */
function createQueue() {
  const queues = new Map<string, Set<Waiting>>()
  let isScansTurn = true

  function remove(name: string, waiting: Waiting): void {
    const queue = queues.get(name)
    queue?.delete(waiting)
    if (queue?.size === 0) queues.delete(name)
  }

  return {
    isEmpty: () => queues.size === 0,
    add(name: string, waiting: Waiting): void {
      queues.set(name, (queues.get(name) ?? new Set()).add(waiting))
    },
    remove,
    next(): Waiting | undefined {
      const [other] = [...queues.keys()].filter((name) => name !== '')
      const name = queues.has('') && (isScansTurn || other === undefined) ? '' : other
      const queue = name === undefined ? undefined : queues.get(name)
      const [waiting] = queue ?? []
      if (name === undefined || !queue || !waiting) return undefined
      isScansTurn = name !== ''
      remove(name, waiting)
      // The name goes to the end of the rotation.
      if (queues.delete(name)) queues.set(name, queue)
      return waiting
    },
  }
}

/** Finds the rate that an endpoint allows: the given number of requests per second, or a number measured from its answers. */
function createBudget(clock: Clock, perSecond: number | undefined) {
  let found: { perSecond: number; at: number } | undefined
  let second = { at: 0, count: 0, before: 0 }

  function roll(): void {
    const at = Math.floor(clock.now() / 1000)
    if (at === second.at) return
    second = { at, count: 0, before: at === second.at + 1 ? second.count : 0 }
  }

  return {
    gapMs(): number {
      if (perSecond !== undefined) return 1000 / perSecond
      if (!found) return 0
      const steps = Math.floor((clock.now() - found.at) / growMs)
      if (steps > 0) found = { perSecond: found.perSecond * 1.2 ** steps, at: found.at + steps * growMs }
      if (found.perSecond > mostPerSecond) found = undefined
      return found ? 1000 / found.perSecond : 0
    },
    note(): void {
      roll()
      second.count += 1
    },
    reduce(): void {
      const now = clock.now()
      // Refusals of requests that were sent together halve the rate only once.
      if (found && now - found.at < 1000) return
      roll()
      const taken = found?.perSecond ?? Math.max(second.count, second.before)
      found = { perSecond: Math.max(taken / 2, fewestPerSecond), at: now }
    },
  }
}
