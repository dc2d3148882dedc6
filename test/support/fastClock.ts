import { syncBuiltinESMExports } from 'node:module'
import type { TimerOptions } from 'node:timers'
import timersPromises from 'node:timers/promises'

type Entry = { due: number; isRef: boolean; fire: () => void; ref(): Entry; unref(): Entry }

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  now: performance.now.bind(performance),
  date: Date.now,
  timeout: AbortSignal.timeout.bind(AbortSignal),
  fetch: globalThis.fetch,
  sleep: timersPromises.setTimeout,
}

/** How far an idle millisecond takes the clock, in milliseconds. */
const stride = 25
/** The number of idle ticks before the clock leaps. In a shorter pause, a thread may only be waiting for a core. */
const fewestIdle = 3
/** The most CPU time of an idle tick, in microseconds. Includes the test's nodes and services, which run in this process. */
const mostWork = 300

const waiting = new Set<Entry>()
/** Never falls, since timers may outlive a `describe`. */
let ahead = 0
/** The number of requests without an answer. */
let requests = 0
let isTicking = false
let idle = 0
let used = process.cpuUsage()

const now = () => real.now() + ahead

/**
 * Makes idle time pass faster in the tests of a `describe`. A wait of ten seconds still takes ten seconds of `Date.now`,
 * `performance.now` and all timers, but less of the machine's time.
 *
 * - The clock leaps only while the process is idle and no `fetch` is open. Otherwise it runs at the machine's speed, so a slow
 *   machine causes no timeouts.
 */
export function setUpFastClock(): void {
  before(() => {
    const start = ahead
    Object.assign(globalThis, { setTimeout: wait, clearTimeout: forget, fetch: ask })
    Object.assign(performance, { now })
    Date.now = () => Math.floor(real.date() + ahead - start)
    AbortSignal.timeout = abortIn
    replaceSleep(sleep as typeof real.sleep)
  })
  after(() => {
    const { setTimeout, clearTimeout, fetch } = real
    Object.assign(globalThis, { setTimeout, clearTimeout, fetch })
    Object.assign(performance, { now: real.now })
    Date.now = real.date
    AbortSignal.timeout = real.timeout
    replaceSleep(real.sleep)
  })
}

function replaceSleep(replacement: typeof real.sleep): void {
  timersPromises.setTimeout = replacement
  syncBuiltinESMExports()
}

function wait(work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): Entry {
  const entry: Entry = {
    due: now() + Math.max(1, ms),
    isRef: true,
    fire: () => work(...args),
    ref: () => Object.assign(entry, { isRef: true }),
    unref: () => Object.assign(entry, { isRef: false }),
  }
  waiting.add(entry)
  if (!isTicking) {
    idle = 0
    used = process.cpuUsage()
    goOn()
  }
  return entry
}

async function ask(...parameters: Parameters<typeof fetch>): Promise<Response> {
  requests++
  try {
    return await real.fetch(...parameters)
  } finally {
    requests--
  }
}

function forget(timer: unknown): void {
  if (!waiting.delete(timer as Entry)) real.clearTimeout(timer as NodeJS.Timeout)
}

function tick(): void {
  const { user, system } = process.cpuUsage(used)
  used = process.cpuUsage()
  idle = user + system < mostWork ? idle + 1 : 0
  if (idle > fewestIdle && requests === 0) ahead += stride
  const due = [...waiting].filter((entry) => entry.due <= now()).sort((one, other) => one.due - other.due)
  try {
    for (const entry of due) if (waiting.delete(entry)) entry.fire()
  } finally {
    goOn()
  }
}

function goOn(): void {
  isTicking = waiting.size > 0
  if (!isTicking) return
  const timer = real.setTimeout(tick, 1)
  if (![...waiting].some(({ isRef }) => isRef)) timer.unref()
}

function abortIn(ms: number): AbortSignal {
  const controller = new AbortController()
  wait(
    () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    ms,
  )
  return controller.signal
}

function sleep<value>(ms?: number, value?: value, { signal, ref = true }: TimerOptions = {}): Promise<value> {
  return new Promise((resolve, reject) => {
    const end = () => {
      forget(timer)
      reject(new DOMException('The operation was aborted', 'AbortError'))
    }
    const timer = wait(() => {
      signal?.removeEventListener('abort', end)
      resolve(value as value)
    }, ms)
    if (!ref) timer.unref()
    if (signal?.aborted) return end()
    signal?.addEventListener('abort', end, { once: true })
  })
}
