/** Runs with timers that fire at once, and gives the times of those that were not an attempt's. */
export async function recordWaits(run: () => Promise<unknown>, attemptMs = 10_000): Promise<number[]> {
  const { setTimeout: original } = globalThis
  const { random } = Math
  const waits: number[] = []
  Math.random = () => 0.5
  globalThis.setTimeout = ((fire: () => void, ms: number) => {
    if (ms !== attemptMs) waits.push(ms)
    return original(fire, ms === attemptMs ? ms : 0)
  }) as never
  try {
    await run()
    return waits
  } finally {
    globalThis.setTimeout = original
    Math.random = random
  }
}
