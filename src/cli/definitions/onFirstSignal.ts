const signals = ['SIGINT', 'SIGTERM'] as const

/** Calls the listener at the first signal. The next signal ends the process, even during a blocking read. */
export function onFirstSignal(listener: () => void): void {
  const stop = () => {
    for (const signal of signals) process.removeAllListeners(signal)
    listener()
  }
  for (const signal of signals) process.on(signal, stop)
}
