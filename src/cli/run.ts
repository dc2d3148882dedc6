import { CommanderError } from 'commander'
import { FillproofError } from '../errors/base.js'
import { MockOptionError, MockRuntimeError } from '../mock/errors.js'
import { warn } from './output.js'
import { createProgram } from './program.js'

/**
 * Runs the command line and sets the exit status: 0 all valid, 1 something is invalid or unknown to the service, 2 wrong
 * usage or unreadable input, 3 the service or a chain could not be reached, 130 stopped by a signal (`mock`: 0).
 */
export async function run(argv: readonly string[]): Promise<void> {
  // Whoever reads the output may stop reading, as `head` does.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => process.exit(report(error)))
  }
  try {
    process.exitCode = 0
    await createProgram((status) => {
      process.exitCode = status
    }).parseAsync(argv)
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Tells people what went wrong and what helps, and returns the exit status. */
function report(error: unknown): number {
  // Commander has printed its message, or the help or version that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (process.env.FILLPROOF_DEBUG)
    warn(error instanceof Error ? (error.stack ?? String(error)) : String(error))
  else if (error instanceof FillproofError) {
    warn([`error: ${error.shortMessage}`, ...error.metaMessages, ...detailsOf(error)].join('\n'))
  } else {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
    warn(
      `error: fillproof failed: ${message}\nThis is a defect. Run it again with FILLPROOF_DEBUG=1 and report it.`,
    )
  }
  return statusOf(error)
}

function detailsOf({ details }: FillproofError): string[] {
  return details === undefined ? [] : [`Details: ${details}`]
}

/** A defect proves nothing, so it counts as invalid. */
function statusOf(error: unknown): number {
  if (error instanceof MockRuntimeError || error instanceof MockOptionError) return 2
  return error instanceof Error && 'exitStatus' in error ? Number(error.exitStatus) : 1
}
