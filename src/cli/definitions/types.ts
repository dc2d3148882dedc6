import type { GlobalOptions } from '../options.js'

/** The parts of the program that each command uses. */
export type ProgramContext = {
  /** The parsed options that every command takes. */
  globals(): GlobalOptions
  /** Receives the exit status of a command. */
  setStatus(status: number): void
}
