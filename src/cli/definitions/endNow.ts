const signals = ['SIGINT', 'SIGTERM'] as const

/** Ends the process with 130. Where that waits for a read that blocks, the next signal ends it. */
export function endNow(): never {
  for (const signal of signals) process.removeAllListeners(signal)
  process.exit(130)
}

export function onSignal(listener: () => void): void {
  for (const signal of signals) process.on(signal, listener)
}
