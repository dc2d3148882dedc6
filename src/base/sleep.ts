/** Waits `ms` milliseconds. If `signal` aborts first, rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
