import { onFirstSignal } from './onFirstSignal.js'

/** Makes a signal end the command at once. */
export function stopOnSignal(): void {
  onFirstSignal(() => process.exit(130))
}
