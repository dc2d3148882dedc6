import { onFirstSignal } from './onFirstSignal.js'

/** Returns a signal that aborts at the first SIGINT or SIGTERM, so that the command finishes cleanly. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  onFirstSignal(() => controller.abort())
  return controller.signal
}
