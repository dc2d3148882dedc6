const signals = ['SIGINT', 'SIGTERM'] as const

/** Calls the listener at the first signal. The next signal ends the process, even during a blocking read. */
export function onFirstSignal(listener: () => void): void {
  const stop = () => {
    for (const signal of signals) process.removeAllListeners(signal)
    listener()
  }
  for (const signal of signals) process.on(signal, stop)
}

/** Makes a signal end the command at once. */
export function stopOnSignal(): void {
  onFirstSignal(() => process.exit(130))
}

/** Returns a signal that aborts at the first SIGINT or SIGTERM, so that the command finishes cleanly. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  onFirstSignal(() => controller.abort())
  return controller.signal
}
