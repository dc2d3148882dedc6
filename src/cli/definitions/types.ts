import type { GlobalOptions } from '../options.js'

/** The program, for each command. */
export type ProgramContext = {
  /** The parsed options that every command takes. */
  globals(): GlobalOptions
  /** Receives the exit status of a command. */
  setStatus(status: number): void
}
