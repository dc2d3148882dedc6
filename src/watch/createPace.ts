import type { Clock } from './clock.js'

/** How fast one endpoint is asked. All that ask it share one. */
export type Pace = {
  isSlow(): boolean
  /** Slows every request down until `who` is released. */
  hold(who: string): void
  release(who: string): void
  /** Notes that the endpoint asked for fewer requests. Without a budget, it gets half as many as it got. */
  reduce(): void
  /**
   * Resolves when the next request may be sent.
   *
   * @param who - Each gets a turn in turn. Without a name it is the scan of the chain, which gets every second one.
   */
  takeTurn(signal: AbortSignal, who?: string): Promise<void>
}

/** Between two requests of a slow run: fewer than three a second. */
const slowGapMs = 350
/** A budget that was found out grows by a fifth in this time. */
const growMs = 10_000
const fewestPerSecond = 1
/** A budget that has grown so far is none. */
const mostPerSecond = 1_000

type Waiting = { start(): void }

/** @param perSecond - The most requests in a second; when left out, what the endpoint's answers allow. */
export function createPace(clock: Clock, perSecond?: number): Pace {
  const held = new Set<string>()
  const budget = createBudget(clock, perSecond)
  /** Those who wait, by name; the one that waits longest for a turn first. */
  const queues = new Map<string, Set<Waiting>>()
  let lastAt = Number.NEGATIVE_INFINITY
  let isScansTurn = true
  let pumping: AbortController | undefined

  const gapMs = () => Math.max(held.size > 0 ? slowGapMs : 0, budget.gapMs())

  function note(at: number): void {
    lastAt = at
    budget.note()
  }

  function next(): Waiting | undefined {
    const names = [...queues.keys()]
    const others = names.filter((name) => name !== '')
    const name = queues.has('') && (isScansTurn || others.length === 0) ? '' : others[0]
    const queue = name === undefined ? undefined : queues.get(name)
    if (!queue) return undefined
    isScansTurn = name !== ''
    const [waiting] = queue
    remove(name!, waiting!)
    // It goes to the end.
    if (queues.delete(name!) && queue.size > 0) queues.set(name!, queue)
    return waiting
  }

  function remove(name: string, waiting: Waiting): void {
    const queue = queues.get(name)
    queue?.delete(waiting)
    if (queue?.size === 0) queues.delete(name)
    if (queues.size === 0) pumping?.abort()
  }

  async function pump({ signal }: AbortController): Promise<void> {
    while (queues.size > 0) {
      const now = clock.now()
      const at = Math.max(lastAt + gapMs(), now - gapMs())
      if (at > now) {
        await clock.sleep(at - now, signal).catch(() => {})
        continue
      }
      note(at)
      next()?.start()
    }
    pumping = undefined
  }

  return {
    isSlow: () => held.size > 0,
    hold: (who) => void held.add(who),
    release: (who) => void held.delete(who),
    reduce: budget.reduce,
    async takeTurn(signal, who = '') {
      signal.throwIfAborted()
      const now = clock.now()
      if (queues.size === 0 && lastAt + gapMs() <= now) return note(now)
      await new Promise<void>((resolve, reject) => {
        const end = () => {
          remove(who, waiting)
          reject(signal.reason)
        }
        const waiting = {
          start() {
            signal.removeEventListener('abort', end)
            resolve()
          },
        }
        signal.addEventListener('abort', end, { once: true })
        const queue = queues.get(who) ?? new Set()
        queues.set(who, queue.add(waiting))
        if (!pumping || pumping.signal.aborted) {
          pumping = new AbortController()
          void pump(pumping)
        }
      })
    },
  }
}

/** How many requests a second an endpoint allows: what was said, or what it was seen to take. */
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
      // Many requests may be refused at once.
      if (found && now - found.at < 1000) return
      roll()
      const taken = found?.perSecond ?? Math.max(second.count, second.before)
      found = { perSecond: Math.max(taken / 2, fewestPerSecond), at: now }
    },
  }
}
