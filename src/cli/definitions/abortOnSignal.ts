/** The first signal lets the command finish cleanly; the second ends it at once. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  return controller.signal
}
