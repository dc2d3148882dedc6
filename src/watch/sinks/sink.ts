import type { Delivery } from '../types.js'

/** A place that gets findings. */
export type Sink = {
  /** Names it in the database, which remembers what it was given. */
  name: string
  /** Gives it findings, the oldest first, and marks those that it took. */
  deliver(deliveries: readonly Delivery[]): Promise<void>
  close?(): Promise<void>
}
