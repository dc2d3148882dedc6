import { onFirstSignal } from './onFirstSignal.js'

/** The first signal lets the command finish cleanly. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  onFirstSignal(() => controller.abort())
  return controller.signal
}
