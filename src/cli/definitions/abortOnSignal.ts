import { endNow, onSignal } from './endNow.js'

/** The first signal lets the command finish cleanly; the second ends it at once. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  onSignal(() => {
    if (controller.signal.aborted) endNow()
    controller.abort()
  })
  return controller.signal
}
