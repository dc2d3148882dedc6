import type { GlobalOptions } from '../options.js'

/** What a command's definition gets from the program that it is put into. */
export type ProgramContext = {
  /** The options that every command takes, once they are parsed. */
  globals(): GlobalOptions
  /** Told the exit status of a command that ends. */
  setStatus(status: number): void
}
