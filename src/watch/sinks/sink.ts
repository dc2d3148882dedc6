import type { Delivery } from '../types.js'

/** A destination of findings. */
export type Sink = {
  /** The sink's name in the database, which remembers its deliveries. */
  name: string
  /** Whether one worker must deliver the findings of all jobs. */
  isWhole?: boolean
  /** Delivers findings, oldest first, marks the accepted findings, and returns their number. */
  deliver(deliveries: readonly Delivery[]): Promise<number>
  close?(): Promise<void>
}
