import { createProgram } from './program.js'
import { report } from './report.js'

/** Runs the command line, and always ends this process with the exit status of {@link runCommandLine}. */
export async function run(argv: readonly string[]): Promise<void> {
  // A failure to print messages does not change the result.
  process.stderr.on('error', () => {})
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => process.exit(report(error)))
  }
  process.exitCode = 0
  process.exitCode = await runCommandLine(argv)
}

/**
 * Parses the arguments, runs the command, and reports errors. Returns the exit status:
 *
 * - 0: all valid.
 * - 1: something is invalid or unknown to the service.
 * - 2: wrong usage or unreadable input.
 * - 3: the service or a chain could not be reached, or fillproof failed.
 * - 130: stopped by a signal (`mock`: 0).
 */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  let status = 0
  try {
    await createProgram((ended) => {
      status = ended
    }).parseAsync(argv)
  } catch (error) {
    return report(error)
  }
  return status
}
