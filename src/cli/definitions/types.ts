import type { GlobalOptions } from '../options.js'

/** What the program gives each command. */
export type ProgramContext = {
  /** The parsed options that every command takes. */
  globals(): GlobalOptions
  /** Receives the exit status of a command. */
  setStatus(status: number): void
}
