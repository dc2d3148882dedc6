import { report } from './report.js'
import { runCommandLine } from './runCommandLine.js'

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
