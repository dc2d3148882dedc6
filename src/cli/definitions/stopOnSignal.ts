import { onFirstSignal } from './onFirstSignal.js'

/** A signal ends the command at once. */
export function stopOnSignal(): void {
  onFirstSignal(() => process.exit(130))
}
