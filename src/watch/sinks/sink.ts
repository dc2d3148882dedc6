import type { Delivery } from '../types.js'

/** A destination of findings. */
export type Sink = {
  /** The sink's name in the database, which remembers its deliveries. */
  name: string
  /** Whether only one worker at a time may deliver to the sink, for all jobs together. Files need this. */
  isWhole?: boolean
  /** Delivers findings, oldest first, marks the accepted findings, and returns their number. */
  deliver(deliveries: readonly Delivery[]): Promise<number>
  close?(): Promise<void>
}
