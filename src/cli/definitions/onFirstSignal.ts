const signals = ['SIGINT', 'SIGTERM'] as const

/** Calls the listener with the first signal. The next one ends the process, even while a read blocks. */
export function onFirstSignal(listener: () => void): void {
  const stop = () => {
    for (const signal of signals) process.removeAllListeners(signal)
    listener()
  }
  for (const signal of signals) process.on(signal, stop)
}
