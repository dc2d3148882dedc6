/** A signal ends the command at once. */
export function stopOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
}
