import { endNow, onSignal } from './endNow.js'

/** A signal ends the command at once. */
export function stopOnSignal(): void {
  onSignal(endNow)
}
