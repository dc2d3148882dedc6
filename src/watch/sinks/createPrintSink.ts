import type { Finding, Outbox } from '../types.js'
import type { Sink } from './sink.js'

export type CreatePrintSinkParameters = {
  store: Pick<Outbox, 'markDelivered'>
  /** Resolves when the text is written. */
  write(finding: Finding): Promise<void>
}

/**
 * Creates a sink that prints.
 *
 * - A finding is marked after it was printed. If the process is killed in between, the finding is printed again.
 */
export function createPrintSink({ store, write }: CreatePrintSinkParameters): Sink {
  const name = 'stdout'
  return {
    name,
    async deliver(deliveries) {
      for (const { finding } of deliveries) {
        await write(finding)
        await store.markDelivered({ sink: name, ids: [finding.id] })
      }
      return deliveries.length
    },
  }
}
