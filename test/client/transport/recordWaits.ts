import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs with timers that fire at once, and gives the times of its own that were not an attempt's. */
export async function recordWaits(run: () => Promise<unknown>, attemptMs = 10_000): Promise<number[]> {
  const { setTimeout: original } = globalThis
  const { random } = Math
  const scope = new AsyncLocalStorage<number[]>()
  const waits: number[] = []
  Math.random = () => 0.5
  globalThis.setTimeout = ((fire: () => void, ms: number) => {
    const own = scope.getStore()
    if (!own || ms === attemptMs) return original(fire, ms)
    own.push(ms)
    return original(fire, 0)
  }) as typeof setTimeout
  try {
    await scope.run(waits, run)
    return waits
  } finally {
    globalThis.setTimeout = original
    Math.random = random
  }
}
