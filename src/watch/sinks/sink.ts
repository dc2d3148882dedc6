import type { Delivery } from '../types.js'

/** A place that gets findings. */
export type Sink = {
  /** Names it in the database, which remembers what it was given. */
  name: string
  /** One worker gives it the findings of all jobs. */
  isWhole?: boolean
  /** Gives it findings, the oldest first, marks those that it took, and returns how many that were. */
  deliver(deliveries: readonly Delivery[]): Promise<number>
  close?(): Promise<void>
}
