import { execute } from './execute.js'
import { report } from './report.js'

/** Runs the command line as this process, which ends with the exit status of {@link execute} whatever happens. */
export async function run(argv: readonly string[]): Promise<void> {
  // The reader of the output may close it early, as `head` does.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => process.exit(report(error)))
  }
  process.exitCode = 0
  process.exitCode = await execute(argv)
}
